"""The place of a table: a public thread on its lobby message, or the channel itself.

none     `thread_id` is not known; asking Discord for the thread again is harmless, because a
         message has one thread, and that has the message's id
known    `thread_id`; the channel's own id where the table stands in the channel
gone     a pause of the table says so (`_world`): nobody opens another one unasked
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from cogs._kit.client import Client
from cogs._kit.names import plain
from cogs._kit.places import FOR_THREADS
from cogs._kit.texts import say, shortened
from cogs._traffic.codes import HAS_THREAD, NO_CHANNEL, NO_MESSAGE, passes
from data.game.rows import TableRow
from engine import GAMES

log = logging.getLogger(__name__)

Changes = Callable[[TableRow], Awaitable[TableRow]]

LONGEST_NAME: Final = 100  # Discord's limit
ARCHIVE_AFTER: Final = 10080
"""Minutes without a message, Discord's longest: games last for days."""


class NotThereError(OSError):
    """Discord has not shown us the server yet, or it is out of order."""


class Threads:
    """Opens the places of one bot's tables.

    `anchored` makes sure that a table has a message in its channel, and `lost` notes that this
    message was deleted. Both return the table after it.
    """

    def __init__(self, bot: Client, anchored: Changes, lost: Changes) -> None:
        self._bot = bot
        self._rows = bot.store.tables
        self._anchored = anchored
        self._lost = lost

    async def placed(self, row: TableRow) -> TableRow:
        """The table with its place. Raises what Discord raises, and `NotThereError`."""
        if row.thread_id is not None:
            return row
        place = await self._thread(row) if self._may_open(row) else row.channel_id
        await self._rows.place_messages(row.id, thread_id=place)
        return await self._rows.existing(row.id)

    def _may_open(self, row: TableRow) -> bool:
        guild = self._bot.get_guild(row.guild_id)
        if guild is None or guild.unavailable:
            raise NotThereError(f"server {row.guild_id}")
        channel = guild.get_channel(row.channel_id)
        return isinstance(channel, discord.TextChannel) and may_open_threads(channel)

    async def _thread(self, row: TableRow) -> int:
        """The thread on the lobby's message; on a new one where somebody deleted that."""
        row = await self._anchored(row)
        place = await self._opened(row)
        if place is None:
            row = await self._anchored(await self._lost(row))
            place = await self._opened(row)
        return place or row.channel_id

    async def _opened(self, row: TableRow) -> int | None:
        """The thread of the message, or the channel where there may be none; None: it is gone."""
        assert row.lobby_message_id is not None
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        message = channel.get_partial_message(row.lobby_message_id)
        try:
            await message.create_thread(name=thread_name(row), auto_archive_duration=ARCHIVE_AFTER)
        except discord.HTTPException as error:
            return self._refused(row, error)
        return row.lobby_message_id

    def _refused(self, row: TableRow, error: discord.HTTPException) -> int | None:
        if error.code == HAS_THREAD:
            return row.lobby_message_id
        if error.code == NO_MESSAGE:
            return None
        if error.code == NO_CHANNEL or passes(error):
            raise error
        log.info("table %d stands in its channel: no thread there: %s", row.id, error)
        return row.channel_id


def may_open_threads(channel: discord.TextChannel) -> bool:
    """Whether the bot has the permissions that a thread takes."""
    granted = channel.permissions_for(channel.guild.me)
    return all(getattr(granted, name) for name in FOR_THREADS)


def thread_name(row: TableRow) -> str:
    """The game and the players; Discord shows a thread's name as plain text."""
    players = say("thread.and").join(plain(s.driver.name) for s in row.seats if s.driver)
    return shortened(say("thread.name", game=GAMES[row.game].name, players=players), LONGEST_NAME)
