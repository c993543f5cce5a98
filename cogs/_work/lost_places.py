"""The world outside: a place that is gone or locked, a server that lost the bot and has it again.

A game whose place is gone is paused, its players are told once, and it waits: a week for a place,
a month for a server. A thread that was deleted is not opened again unasked, for somebody wanted
it away; anybody who plays may ask for a new one in the channel.
"""

import logging
from collections.abc import Awaitable
from typing import Final

import discord

from cogs._game.tables import Tables, seat_of
from cogs._kit.client import Client
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from cogs._screens.away import lost_card
from cogs._work.notifications import Pings, mentioning
from cogs._work.pauses import Pauses
from data.game.rows import Status, TableRow
from data.time.rows import WHOLE_TABLE, HoldReason
from engine import GAMES

log = logging.getLogger(__name__)

NO_CHANNEL, NO_GUILD, LOCKED = 10003, 10004, 160005
GONE: Final = frozenset({NO_CHANNEL, NO_GUILD, LOCKED})
"""Discord's codes for a channel or a server that is no more, and for a locked thread."""


class World:
    """Answers what happens to the places where tables are shown."""

    def __init__(self, bot: Client, tables: Tables, pauses: Pauses, pings: Pings) -> None:
        self._bot = bot
        self._store = bot.store
        self._tables = tables
        self._pauses = pauses
        self._pings = pings

    async def lost(self, table_id: int, code: int) -> None:
        """A table cannot be shown any more: pause it, and tell its players once."""
        row = await self._store.tables.find(table_id)
        if row is None or row.status is not Status.PLAYING:
            return
        reason: HoldReason = "server" if code == NO_GUILD else "place"
        if await self._pauses.by_world(table_id, reason) and reason == "place":
            async with in_public(self._bot, row.guild_id):
                await self._tell(row, code)

    async def found(self, table_id: int, reason: HoldReason) -> None:
        """The place is there again."""
        await self._pauses.end(table_id, WHOLE_TABLE, reason)

    async def reopen(self, table_id: int, user_id: int) -> TableRow:
        """Show a table in a new place, asked for by one who plays. Raises `Refusal`."""
        async with self._tables.lock(table_id):
            live = await self._tables.load(table_id)
            if seat_of(live.row, user_id) is None:
                raise Refusal("table.not_seated")
            if not await self._store.time.release(table_id, WHOLE_TABLE, "place"):
                raise Refusal("world.is_there")
            await self._store.tables.place_messages(
                table_id, thread_id=None, message_id=None, lobby_message_id=None
            )
            await self._store.tables.unpaint(table_id)
            return (await self._tables.load(table_id)).row

    async def _tell(self, row: TableRow, code: int) -> None:
        """One direct message to each player, and a note in the channel if that is still there."""
        game = GAMES[row.game].name
        sentence = say("world.locked" if code == LOCKED else "world.lost", game=game)
        for user_id in members(row):
            await self._quietly(row, self._pings.directly(user_id, sentence))
        if code == NO_CHANNEL and row.thread_id != row.channel_id and self._has_channel(row):
            channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
            view = lost_card(row, game)
            await self._quietly(row, channel.send(view=view, allowed_mentions=mentioning()))

    def _has_channel(self, row: TableRow) -> bool:
        return self._bot.get_channel(row.channel_id) is not None

    async def _quietly(self, row: TableRow, sending: Awaitable[object]) -> None:
        """Send something that may not arrive; the pause stands all the same."""
        try:
            await sending
        except discord.HTTPException as error:
            log.info("table %d: a lost place is not announced: %s", row.id, error)


def members(row: TableRow) -> tuple[int, ...]:
    """The ids of the members who play."""
    drivers = (seat.driver for seat in row.seats)
    return tuple(d.user_id for d in drivers if d and d.kind == "member" and d.user_id is not None)
