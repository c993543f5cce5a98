"""Where a table has its home, when its message, its thread or its channel is gone.

Nothing is shown again unasked: whoever deleted it wanted it away. Those who sit there may ask.
"""

import asyncio
import logging
from typing import Final

import discord

from cogs._game.live import seat_of
from cogs._game.tables import Tables
from cogs._kit.client import Client, Press
from cogs._kit.places import check_place
from cogs._kit.refusals import Refusal
from cogs._lobby.limits import may_move_in
from cogs._traffic.codes import TROUBLES
from cogs._traffic.patience import in_time
from data.game.posts import Draft
from data.game.rows import Status, TableRow
from data.time.rows import WHOLE_TABLE

log = logging.getLogger(__name__)

ASKED_FOR: Final = 1.5
"""Seconds for the questions of one press: its answer is due after three."""


class Homes:
    """Gives the tables of one bot a place again."""

    def __init__(self, bot: Client, tables: Tables) -> None:
        self._bot = bot
        self._rows = bot.store.tables
        self._time = bot.store.time
        self._messages = bot.store.messages
        self._tables = tables

    async def reopen(self, table_id: int, user_id: int) -> TableRow:
        """Show a table in a new place of its channel, asked for by one who plays.

        Raises `Refusal`.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            if seat_of(live.row, user_id) is None:
                raise Refusal("table.not_seated")
            guild = self._bot.get_guild(live.row.guild_id)
            if guild is None or guild.get_channel(live.row.channel_id) is None:
                raise Refusal("world.homeless")
            if not await self._time.release(table_id, WHOLE_TABLE, "place"):
                raise Refusal("world.is_there")
            await self._messages.move_table(table_id, live.row.channel_id)
            return (await self._tables.load(table_id)).row

    async def show_again(self, table_id: int, user_id: int) -> TableRow:
        """A lobby whose message is to be sent once more, for those who sit there, or opened it.

        Raises `Refusal`. Where the message is known, or on its way, nothing changes.
        """
        row = await self._known(table_id)
        if row.status is not Status.LOBBY:
            raise Refusal("lobby.refused.started")
        if user_id != row.host_id and seat_of(row, user_id) is None:
            raise Refusal("lobby.refused.not_seated")
        if row.lobby_message_id is None:
            draft = Draft(row.id, "lobby", row.channel_id, tried=False)
            await self._messages.show_lobby_again(draft)
        return row

    async def move(self, table_id: int, raw: Press) -> TableRow:
        """Let a table whose channel is gone have its home where this was pressed.

        A lobby's host may ask for it, and whoever plays a game. Everybody who sits there must be
        able to see the new place, or one could win by hiding it. Raises `Refusal`.
        """
        row = await self._known(table_id)
        channel = check_place(raw)
        self._check_mover(row, raw)
        await self._check_seen(row, channel, raw.user.id)
        async with self._tables.changing(table_id):
            await self._messages.move_home(table_id, channel.id, raw.user.id, may_move_in)
        return await self._known(table_id)

    def _check_mover(self, row: TableRow, raw: Press) -> None:
        assert raw.guild is not None  # `check_place` has seen it
        if row.guild_id != raw.guild.id or raw.guild.get_channel(row.channel_id) is not None:
            raise Refusal("world.is_there")
        if row.status is Status.LOBBY and row.host_id != raw.user.id:
            raise Refusal("lobby.host_only")
        if row.status is Status.PLAYING and seat_of(row, raw.user.id) is None:
            raise Refusal("table.not_seated")

    async def _check_seen(self, row: TableRow, channel: discord.TextChannel, mover: int) -> None:
        others = [user_id for user_id in seated(row) if user_id != mover]
        asked = (self._sees(channel, user_id) for user_id in others)
        if not all(await asyncio.gather(*asked)):
            raise Refusal("world.unseen")

    async def _sees(self, channel: discord.TextChannel, user_id: int) -> bool:
        """Whether a member can see a channel; who has left the server is not asked for."""
        try:
            member = await in_time(self._bot, channel.guild.fetch_member(user_id), ASKED_FOR)
        except discord.NotFound:
            return True
        except TROUBLES as error:
            log.info("cannot ask whether a member sees a channel: %r", error)
            return False
        return channel.permissions_for(member).view_channel

    async def _known(self, table_id: int) -> TableRow:
        row = await self._rows.find(table_id)
        if row is None or row.status in {Status.CLOSED, Status.FINISHED}:
            raise Refusal("table.gone")
        return row


def seated(row: TableRow) -> tuple[int, ...]:
    """The ids of the members whose seats these are, also of those whom a computer stands in for."""
    drivers = (seat.driver for seat in row.seats)
    return tuple(d.user_id for d in drivers if d is not None and d.user_id is not None)
