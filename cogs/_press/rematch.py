"""Another game: a new lobby with the same seats, once a table unless it was given up."""

from typing import Final

import engine
from cogs._game.tables import Live
from cogs._kit.client import Client, Press
from cogs._kit.links import link_to
from cogs._lobby.limits import check_lobby
from cogs._lobby.lobbies import changed
from cogs._work.services import Parlour
from data.game.rows import TableRow

AT_ONCE: Final = 5.0
"""Seconds that whoever presses waits for the lobby to be there; the queue goes on trying."""


async def rematch(press: Press, parlour: Parlour, live: Live) -> str:
    """The link to the rematch, which is opened when there is none yet."""
    row = live.row
    lobby = await parlour.store.tables.rematch_of(row.id)
    if lobby is None:
        await check_lobby(parlour.store, row.guild_id, row.channel_id, press.user.id)
        lobby = await same_again(press.client, row, press.user.id)
        parlour.show(lobby)
        await parlour.repaint.rested(lobby.id, AT_ONCE)
    return link_to(await parlour.lobbies.row(lobby.id))


async def same_again(bot: Client, old: TableRow, host_id: int) -> TableRow:
    """A lobby of the same game, options and seats."""
    lobby = await bot.store.tables.open_lobby(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=host_id,
        game=old.game,
        rules_version=engine.GAMES[old.game].version,
        options=old.options,
        seat_count=len(old.seats),
        pace=old.pace,
        seed=bot.entropy(32),
        rematch_of=old.id,
    )
    drivers = tuple(seat.driver for seat in old.seats)
    return changed(await bot.store.tables.rearrange(lobby.id, drivers, lobby.revision))
