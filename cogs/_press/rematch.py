"""Another game: one lobby that collects the presses of those who want to play again.

Whoever does not press does not play. Each has their former seat as long as nobody else sits there;
computer players are there already.
"""

from typing import Final

import engine
from cogs._game.links import link_to
from cogs._kit.client import Client
from cogs._kit.names import clean
from cogs._kit.refusals import Refusal
from cogs._kit.texts import listed, say
from cogs._lobby.limits import admit
from cogs._lobby.lobbies import changed
from cogs._press.presses import AtTable
from data.game.rows import Driver, Status, TableRow

AT_ONCE: Final = 5.0
"""Seconds that whoever presses waits for the lobby to be there; the queue goes on trying."""


async def rematch(press: AtTable, seat: int) -> str:
    """Let whoever pressed sit down for the rematch; who is in, and the way there.

    Raises `Refusal` once it is played: nobody is told that they are in for what began without them.
    """
    row, parlour, interaction = press.live.row, press.parlour, press.interaction
    lobby = await parlour.store.lobbies.rematch_of(row.id)
    if lobby is None:
        lobby = await same_again(interaction.client, row, press.user_id)
    if lobby.status is Status.PLAYING:
        raise Refusal("sheet.rematch_begun", link=link_to(lobby))
    async with parlour.tables.lock(lobby.id):
        await parlour.lobbies.rejoin(lobby.id, interaction.user, interaction.id, seat)
    parlour.show(lobby)
    await parlour.repaint.rested(lobby.id, AT_ONCE)
    return said(await parlour.lobbies.row(lobby.id))


def said(lobby: TableRow) -> str:
    """Who is in for the rematch, and the way there."""
    names = [clean(one.name) for one in drivers(lobby) if one.kind == "member"]
    return say("sheet.rematch_open", n=len(names), who=listed(names), link=link_to(lobby))


def drivers(row: TableRow) -> list[Driver]:
    """Everybody who sits."""
    return [seat.driver for seat in row.seats if seat.driver is not None]


async def same_again(bot: Client, old: TableRow, host_id: int) -> TableRow:
    """A lobby of the same game, options and computer players."""
    lobby = await bot.store.lobbies.open(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=host_id,
        game=old.game,
        rules_version=engine.GAMES[old.game].version,
        options=old.options,
        seat_count=len(old.seats),
        pace=old.pace,
        seed=bot.entropy(32),
        admit=admit,
        rematch_of=old.id,
    )
    seated = tuple(seat.driver if is_computer(seat.driver) else None for seat in old.seats)
    return changed(await bot.store.lobbies.rearrange(lobby.id, seated, lobby.revision))


def is_computer(driver: Driver | None) -> bool:
    """Whether a seat was nobody's but a computer player's."""
    return driver is not None and driver.kind == "computer" and driver.user_id is None
