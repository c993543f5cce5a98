"""Opens lobbies: the response to `/play`, a second lobby, and the lobby of a rematch.

The components of an open lobby are in `cog`, its later changes in `lobbies`.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord

import engine
from cogs.channels.placement import members_thread
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.outbox import with_mark
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.deadlines import DEFAULT_PACE
from cogs.game.interactions import TableInteraction
from cogs.game.length import usual_seats
from cogs.game.names import seat_names
from cogs.game.permissions import check_home_limits, check_lobby_limits
from cogs.game.seat_changes import member_player
from cogs.lobby.home import LobbyPlace, check_home, tell_managers
from cogs.lobby.layout import lobby_layout
from cogs.table.cog import board_component
from cogs.table.layout import look_of
from cogs.table.scores import final_score_layout, final_standing, with_install_link
from cogs.ui.actions import Action
from cogs.ui.layout import layout_view, picture_file, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.replies import Reply, answer_deferred, defer, mark_committed, mark_responded
from cogs.ui.texts import escaped_name, join_words, link_to_table, say
from data.models.tables import Player, TableRow, TableStatus

log = logging.getLogger(__name__)

AT_ONCE: Final = 5.0
"""Seconds that a member waits for a lobby's message. After that the repaint queue goes on."""


Ask = Callable[[TableRow], Awaitable[TableRow]]
"""Asks a member to a lobby, and returns the lobby."""


async def open_lobby(
    raw: Interaction, slug: str, found: LobbyPlace, ask: Ask | None = None
) -> None:
    """Open a lobby of a game, with the member as host.

    Respond with its message, or with a link if it is in another channel.

    Args:
        raw: The interaction, with member, guild and channel.
        slug: The game.
        found: Where the lobby opens.
        ask: Called before the message is sent.

    Raises:
        Refusal: The member may not open tables here, or has opened too many lately, or the member
            or guild has too many.
    """
    place, bot = found.place, raw.client
    await check_may_open(raw)
    guild_id = place.channel.guild.id
    lobby = await bot.database.lobbies.create(
        guild_id=guild_id,
        channel_id=place.channel.id,
        thread_id=place.thread_id,
        host_id=raw.user.id,
        game=slug,
        rules_version=engine.GAMES[slug].version,
        options={},
        seat_count=usual_seats(slug),
        pace=DEFAULT_PACE,
        seed=bot.entropy(32),
        admit=found.admit,
        host=member_player(raw.user),
    )
    # Only now, because a refused lobby does not count.
    bot.rate_limiter.note_lobby(raw.user.id)
    if place.id == raw.channel_id:
        await _open_here(raw, lobby, ask)
    else:
        await _open_elsewhere(raw, lobby, ask)
    await tell_managers(raw, found.broken_home)


async def _open_here(raw: Interaction, lobby: TableRow, ask: Ask | None) -> None:
    """Respond with the lobby's message."""
    bot = raw.client
    # Otherwise the queue would not find the message before it arrives, and would send a second one.
    with bot.services.repaint_queue.suspended(lobby.id):
        async with speaking_guild_locale(bot, lobby.guild_id):
            await show_opened(raw, lobby if ask is None else await ask(lobby))


async def _open_elsewhere(raw: Interaction, lobby: TableRow, ask: Ask | None) -> None:
    """Let the repaint queue send the lobby's message, and respond with a link to it."""
    mark_committed(raw)
    await defer(raw, thinking=True)
    if ask is not None:
        lobby = await ask(lobby)
    raw.client.services.activity.show(lobby)
    await raw.client.services.repaint_queue.wait_until_idle(lobby.id, AT_ONCE)
    shown = await raw.client.services.lobbies.row(lobby.id)
    page = layout_view(text_display(say("owners.opened", link=link_to_table(shown))))
    await answer_deferred(raw, Reply(page))


async def show_opened(raw: Interaction, lobby: TableRow) -> None:
    """Respond with the lobby's message.

    If it is unknown whether that worked, the repaint queue sends or finds the message.
    """
    messages = raw.client.database.messages
    post = await messages.find_pending(lobby.id, "lobby")
    assert post is not None  # `create` writes both in one transaction
    # The message has the nonce of the pending row. With it the queue finds a message whose answer
    # was lost.
    answer = raw.response.send_message(view=with_mark(lobby_layout(lobby), post.mark))
    try:
        sent = await with_timeout(raw.client, answer)
    except DISCORD_ERRORS as error:
        log.info("table %d: its lobby is not the answer to /play: %r", lobby.id, error)
        raw.client.services.activity.show(lobby)
        return
    mark_responded(raw)
    assert sent.message_id is not None  # discord.py: None only for responses without a message
    await messages.mark_sent(post, sent.message_id)
    await record_message(raw.client, lobby)


async def find_lobby_opened_since(
    raw: Interaction, game: str, channel_id: int, asked: int
) -> TableRow | None:
    """Return an open lobby that the member has opened in a channel after a message was sent.

    A lobby whose own message is still pending counts as newer.

    Args:
        raw: The interaction, with member, guild and channel.
        game: The game's slug.
        channel_id: The channel. Its threads count as the channel.
        asked: Id of the message. Discord's ids increase with time.

    Returns:
        The lobby, or None.
    """
    store, member = raw.client.database, raw.user.id
    rows = await store.tables.tables_of_member(raw.guild_id or 0, member)
    rows += await store.lobbies.hosted_by(raw.guild_id or 0, member)
    wanted = (member, channel_id, game, TableStatus.LOBBY)
    for row in rows:
        is_newer = row.lobby_message_id is None or row.lobby_message_id > asked
        if (row.host_id, row.channel_id, row.game, row.status) == wanted and is_newer:
            return row
    return None


async def record_message(bot: TuppenceBot, lobby: TableRow) -> None:
    """Record that the message shows this revision of the lobby.

    If the lobby has changed since, show the newest revision.
    """
    # Some changes do not take the lock: an erasure during the response would leave the name there.
    if await bot.database.messages.mark_lobby_rendered(lobby.id, lobby.revision):
        bot.services.activity.show(lobby)


# ---- the rematch: one lobby for all who want to play again


@board_component(Action.REMATCH)
async def join_rematch(interaction: TableInteraction) -> None:
    """Seat the member in the lobby of the rematch, and show everybody who has joined."""
    # The member's own seat, even if a substitute played it to the end.
    seat = interaction.state.own_seat(interaction.user_id)
    if seat is None:
        raise Refusal("table.not_seated")
    if interaction.state.row.status is not TableStatus.FINISHED:  # the custom id can be forged
        raise Refusal("board.not_over")
    state, raw, services = interaction.state, interaction.raw, interaction.services
    await defer(raw)
    async with speaking_guild_locale(raw.client, state.row.guild_id):
        # Lock the finished game: otherwise two members could open two lobbies.
        async with services.sessions.lock(state.row.id):
            told = await rematch(interaction, seat)
        mark_committed(raw)
        server = raw.guild.name if raw.guild else ""
        standing = await services.sessions.background(partial(final_standing, state, server))
        picture = await services.renderer.podium(standing, look=look_of(state.row))
        view = final_score_layout(state, picture, told)
        if (await interaction.database.guilds.settings(state.row.guild_id)).link:
            view = with_install_link(view, raw.client.application_id)
        await answer_deferred(raw, Reply(view, files=lambda: [picture_file(picture)]))


async def rematch(interaction: TableInteraction, seat: int) -> str:
    """Seat the member for the rematch. If the rematch has no lobby yet, open one.

    Returns:
        A line with the players who have joined, and the link to the lobby.

    Raises:
        Refusal: The rematch has started without the member.
    """
    services = interaction.services
    lobby = await interaction.database.lobbies.rematch_of(interaction.state.row.id)
    lobby = await (
        open_rematch_lobby(interaction, seat)
        if lobby is None
        else join_rematch_lobby(interaction, seat, lobby)
    )
    services.activity.show(lobby)
    await services.repaint_queue.wait_until_idle(lobby.id, AT_ONCE)
    return rematch_status_text(await services.lobbies.row(lobby.id))


async def join_rematch_lobby(interaction: TableInteraction, seat: int, lobby: TableRow) -> TableRow:
    """Seat the member in the open lobby of the rematch."""
    if lobby.status is TableStatus.PLAYING:
        raise Refusal("sheet.rematch_begun", link=link_to_table(lobby))
    services, raw = interaction.services, interaction.raw
    async with services.sessions.lock(lobby.id):
        return await services.lobbies.rejoin(lobby.id, raw.user, raw.id, seat)


def rematch_status_text(lobby: TableRow) -> str:
    shown = zip(lobby.seats, seat_names(lobby), strict=True)
    names = [
        escaped_name(name)
        for seat, name in shown
        if seat.player is not None and seat.player.kind == "member"
    ]
    return say("sheet.rematch_open", n=len(names), who=join_words(names), link=link_to_table(lobby))


async def check_may_open(raw: Interaction) -> None:
    """Raise `Refusal` if the member may not open tables here, or has opened too many lately."""
    bot = raw.client
    await bot.services.play_permissions.check(raw)
    wait = bot.rate_limiter.seconds_until_lobby(raw.user.id)
    if wait:
        raise Refusal("limits.opened", at=round(bot.clock() + wait))


async def open_rematch_lobby(interaction: TableInteraction, seat: int) -> TableRow:
    """Open a lobby with the same game, options and computer players.

    The member is its host.
    """
    bot, old, member = interaction.raw.client, interaction.state.row, interaction.raw.user
    await check_may_open(interaction.raw)
    home = (await bot.database.guilds.settings(old.guild_id)).home
    channel = interaction.raw.guild and interaction.raw.guild.get_channel(old.channel_id)
    if old.channel_id == home and isinstance(channel, discord.TextChannel | discord.ForumChannel):
        check_home(interaction.raw, channel)
    lobby = await bot.database.lobbies.create(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        thread_id=members_thread(old),
        host_id=member.id,
        game=old.game,
        rules_version=engine.GAMES[old.game].version,
        options=old.options,
        seat_count=len(old.seats),
        pace=old.pace,
        cloth=old.cloth,
        seed=bot.entropy(32),
        admit=check_home_limits if old.channel_id == home else check_lobby_limits,
        rematch_of=old.id,
        host=member_player(member),
        seat=seat,
        press=interaction.raw.id,
        computers=computers(old),
    )
    bot.rate_limiter.note_lobby(member.id)
    return lobby


def computers(row: TableRow) -> dict[int, Player]:
    """Return the computer players of a finished game, by seat.

    Computer players that were substitutes for members are left out.
    """
    found = {seat.seat: seat.player for seat in row.seats if seat.player is not None}
    return {
        seat: player
        for seat, player in found.items()
        if player.kind == "computer" and player.user_id is None
    }
