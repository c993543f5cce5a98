"""Opening a lobby, which is the answer to `/play`."""

import logging

import engine
from cogs._game.paces import USUAL
from cogs._kit.client import Client, Press
from cogs._kit.languages import in_public
from cogs._kit.places import check_place
from cogs._kit.replies import answered
from cogs._lobby.limits import admit
from cogs._lobby.screen import lobby_screen
from cogs._messages.outbox import marked
from cogs._traffic.codes import TROUBLES
from cogs._traffic.patience import in_time
from cogs._work.substitutes import as_driver
from data.game.rows import Status, TableRow

log = logging.getLogger(__name__)


async def open_lobby(raw: Press, slug: str) -> None:
    """Open a lobby in the channel, with whoever pressed as its host, and answer with it."""
    channel, bot = check_place(raw), raw.client
    lobby = await bot.store.lobbies.open(
        guild_id=channel.guild.id,
        channel_id=channel.id,
        host_id=raw.user.id,
        game=slug,
        rules_version=engine.GAMES[slug].version,
        options={},
        seat_count=usual_seats(slug),
        pace=USUAL,
        seed=bot.entropy(32),
        admit=admit,
        host=as_driver(raw.user),
    )
    with bot.services.repaint.left_alone(
        lobby.id
    ):  # nobody finds a message that is still to arrive
        async with in_public(bot, channel.guild.id):
            await show_opened(raw, lobby)


async def show_opened(raw: Press, lobby: TableRow) -> None:
    """Answer with the lobby; where nobody knows whether that was done, the queue finds out."""
    messages = raw.client.store.messages
    post = await messages.post(lobby.id, "lobby")
    assert post is not None  # it is born with it
    answer = raw.response.send_message(view=marked(lobby_screen(lobby), post))
    try:
        sent = await in_time(raw.client, answer)
    except TROUBLES as error:
        log.info("table %d: its lobby is not the answer to /play: %r", lobby.id, error)
        raw.client.services.activity.show(lobby)
        return
    answered(raw)
    assert sent.message_id is not None  # it is a message
    await messages.sent(post, sent.message_id)
    await noted(raw.client, lobby)


async def opened_since(raw: Press, game: str, asked: int) -> TableRow | None:
    """The lobby of a game that whoever pressed has opened in this channel after that message.

    One whose own message is still under way is newer than any.
    """
    store, member = raw.client.store, raw.user.id
    rows = await store.tables.of_member(raw.guild_id or 0, member)
    rows += await store.lobbies.of_host(raw.guild_id or 0, member)
    for row in rows:
        is_such = (row.host_id, row.channel_id, row.game) == (member, raw.channel_id, game)
        if is_such and row.status is Status.LOBBY and (row.lobby_message_id or asked + 1) > asked:
            return row
    return None


async def noted(bot: Client, lobby: TableRow) -> None:
    """The message shows the lobby; where it has changed on the way there, it is shown again.

    Not every change waits for the lock of a press: a name that was forgotten must not come back.
    """
    if await bot.store.messages.lobby_shown(lobby.id, lobby.revision):
        bot.services.activity.show(lobby)


def usual_seats(slug: str) -> int:
    """How many seats a new lobby has: four where the game allows it."""
    seats = engine.GAMES[slug].seats
    return 4 if 4 in seats else seats[0]
