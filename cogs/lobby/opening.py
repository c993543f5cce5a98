"""Opening a lobby, which is the answer to `/play`."""

import logging
from typing import Final

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.outbox import with_nonce
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.deadlines import DEFAULT_PACE
from cogs.game.interactions import TableInteraction
from cogs.game.permissions import check_lobby_limits
from cogs.game.seat_changes import member_player
from cogs.lobby.layout import lobby_layout
from cogs.table.cog import board_component
from cogs.table.scores import final_score_layout, final_standing
from cogs.ui.actions import Action
from cogs.ui.layout import picture_file
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.permissions import check_channel
from cogs.ui.replies import Reply, answer_deferred, defer, mark_committed, mark_responded
from cogs.ui.texts import escaped_name, join_words, link_to_table, say
from data.models.tables import Player, TableRow, TableStatus

log = logging.getLogger(__name__)


async def open_lobby(raw: Interaction, slug: str) -> None:
    """Open a lobby in the channel, with whoever pressed as its host, and answer with it."""
    channel, bot = check_channel(raw), raw.client
    lobby = await bot.database.lobbies.create(
        guild_id=channel.guild.id,
        channel_id=channel.id,
        host_id=raw.user.id,
        game=slug,
        rules_version=engine.GAMES[slug].version,
        options={},
        seat_count=usual_seats(slug),
        pace=DEFAULT_PACE,
        seed=bot.entropy(32),
        admit=check_lobby_limits,
        host=member_player(raw.user),
    )
    with bot.services.repaint_queue.left_alone(
        lobby.id
    ):  # nobody finds a message that is still to arrive
        async with speaking_guild_locale(bot, channel.guild.id):
            await show_opened(raw, lobby)


async def show_opened(raw: Interaction, lobby: TableRow) -> None:
    """Answer with the lobby; where nobody knows whether that was done, the queue finds out."""
    messages = raw.client.database.messages
    post = await messages.find_pending(lobby.id, "lobby")
    assert post is not None  # it is born with it
    answer = raw.response.send_message(view=with_nonce(lobby_layout(lobby), post))
    try:
        sent = await with_timeout(raw.client, answer)
    except DISCORD_ERRORS as error:
        log.info("table %d: its lobby is not the answer to /play: %r", lobby.id, error)
        raw.client.services.activity.show(lobby)
        return
    mark_responded(raw)
    assert sent.message_id is not None  # it is a message
    await messages.mark_sent(post, sent.message_id)
    await record_message(raw.client, lobby)


async def find_lobby_opened_since(raw: Interaction, game: str, asked: int) -> TableRow | None:
    """The lobby of a game that whoever pressed has opened in this channel after that message.

    One whose own message is still under way is newer than any.
    """
    store, member = raw.client.database, raw.user.id
    rows = await store.tables.tables_of_member(raw.guild_id or 0, member)
    rows += await store.lobbies.hosted_by(raw.guild_id or 0, member)
    for row in rows:
        is_such = (row.host_id, row.channel_id, row.game) == (member, raw.channel_id, game)
        if (
            is_such
            and row.status is TableStatus.LOBBY
            and (row.lobby_message_id or asked + 1) > asked
        ):
            return row
    return None


async def record_message(bot: TuppenceBot, lobby: TableRow) -> None:
    """The message shows the lobby; where it has changed on the way there, it is shown again.

    Not every change waits for the lock of a press: a name that was forgotten must not come back.
    """
    if await bot.database.messages.mark_lobby_rendered(lobby.id, lobby.revision):
        bot.services.activity.show(lobby)


def usual_seats(slug: str) -> int:
    """How many seats a new lobby has: four where the game allows it."""
    seats = engine.GAMES[slug].seats
    return 4 if 4 in seats else seats[0]


# ---- Another game: one lobby that collects those who want to play again


AT_ONCE: Final = 5.0
"""Seconds that the member waits for the lobby to be there; the queue goes on trying."""


@board_component(Action.REMATCH)
async def join_rematch(interaction: TableInteraction) -> None:
    """Seat the member in the lobby of another game, and tell everybody who is in."""
    seat = interaction.live.own_seat(interaction.user_id)  # no matter who had it in the end
    if seat is None:
        raise Refusal("table.not_seated")
    if interaction.live.row.status is not TableStatus.FINISHED:  # the custom id may be forged
        raise Refusal("board.not_over")
    live, raw, services = interaction.live, interaction.raw, interaction.services
    await defer(raw)
    async with speaking_guild_locale(raw.client, live.row.guild_id):
        async with services.sessions.lock(live.row.id):
            told = await rematch(interaction, seat)
        mark_committed(raw)
        picture = await services.renderer.podium(final_standing(live))
        view = final_score_layout(live, picture, told)
        await answer_deferred(raw, Reply(view, files=lambda: [picture_file(picture)]))


async def rematch(interaction: TableInteraction, seat: int) -> str:
    """Seat the member for the rematch; return who is in, and the link to it.

    Raises `Refusal` once it is played: nobody is told that they are in for a game without them.
    """
    services = interaction.services
    lobby = await interaction.store.lobbies.rematch_of(interaction.live.row.id)
    lobby = await (
        open_rematch_lobby(interaction, seat) if lobby is None else joined(interaction, seat, lobby)
    )
    services.activity.show(lobby)
    await services.repaint_queue.rested(lobby.id, AT_ONCE)
    return rematch_status_text(await services.lobbies.row(lobby.id))


async def joined(interaction: TableInteraction, seat: int, lobby: TableRow) -> TableRow:
    """Return the rematch that waits, with the member."""
    if lobby.status is TableStatus.PLAYING:
        raise Refusal("sheet.rematch_begun", link=link_to_table(lobby))
    services, raw = interaction.services, interaction.raw
    async with services.sessions.lock(lobby.id):
        return await services.lobbies.rejoin(lobby.id, raw.user, raw.id, seat)


def rematch_status_text(lobby: TableRow) -> str:
    """Say who is in for the rematch, with the link to it."""
    names = [escaped_name(one.name) for one in drivers(lobby) if one.kind == "member"]
    return say("sheet.rematch_open", n=len(names), who=join_words(names), link=link_to_table(lobby))


def drivers(row: TableRow) -> list[Player]:
    """Return everybody who has a seat."""
    return [seat.player for seat in row.seats if seat.player is not None]


async def open_rematch_lobby(interaction: TableInteraction, seat: int) -> TableRow:
    """Open a lobby of the same game, options and computer players, hosted by the member."""
    bot, old, member = interaction.raw.client, interaction.live.row, interaction.raw.user
    return await bot.database.lobbies.create(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=member.id,
        game=old.game,
        rules_version=engine.GAMES[old.game].version,
        options=old.options,
        seat_count=len(old.seats),
        pace=old.pace,
        seed=bot.entropy(32),
        admit=check_lobby_limits,
        rematch_of=old.id,
        host=member_player(member),
        seat=seat,
        press=interaction.raw.id,
        computers=computers(old),
    )


def computers(row: TableRow) -> dict[int, Player]:
    """Return the computer players on seats that no member ever had."""
    found = {seat.seat: seat.player for seat in row.seats if seat.player is not None}
    return {
        seat: driver
        for seat, driver in found.items()
        if driver.kind == "computer" and driver.user_id is None
    }
