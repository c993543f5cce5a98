"""Maintenance: delete what is no longer needed, make backups, sync the card emojis.

A part that fails is logged and tried again in the next round. The other parts are still done.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.ext import commands, tasks

from cogs._kit.client import Client
from cogs._upkeep import departures
from cogs._upkeep.card_faces import keep_in_step, look_at

log = logging.getLogger(__name__)

DAY: Final = 86_400.0
KEPT_AFTER_LEAVING: Final = 30 * DAY
KEPT_PRIVATE: Final = 14 * DAY
"""Seconds for which a lesson or practice game is kept after its member's last move."""
KEPT_UNPACKED: Final = 7 * DAY
"""Seconds for which the log of a finished game keeps interactions and times."""
HOURS: Final = 6


class Upkeep(commands.Cog):
    """Maintains the database, and records which guilds have removed the bot."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._comparing: set[asyncio.Task[None]] = set()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Sync the guilds: some may have removed the bot while it was not running."""
        await self._compare()

    @commands.Cog.listener()
    async def on_maintenance_begins(self) -> None:
        """Start the maintenance: this process does it from now on."""
        self.upkeep.restart()
        await self._compare()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a guild has removed the bot."""
        await self.bot.store.people.server_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that a guild has added the bot, perhaps again."""
        await self.bot.store.people.server_came_back(guild.id)

    async def cog_load(self) -> None:
        """Start the loop."""
        self.upkeep.start()

    async def cog_unload(self) -> None:
        """Stop the loop, before the connections to Discord are closed."""
        self.upkeep.cancel()
        for comparing in self._comparing:
            comparing.cancel()

    async def _compare(self) -> None:
        """Sync the guilds in a task: discord.py cancels no listener, `cog_unload` cancels this."""
        comparing = asyncio.create_task(departures.compare(self.bot))
        self._comparing.add(comparing)
        comparing.add_done_callback(self._comparing.discard)
        await comparing

    @tasks.loop(hours=HOURS)
    async def upkeep(self) -> None:
        """Do all parts in order; in other processes only load the emojis."""
        if self.bot.ownership.runs_maintenance:
            for work in (self._forget, self._erase, self._sweep, self._pack, self._back_up):
                await tried(work)
            await keep_in_step(self.bot, self.bot.faces, self.bot.card_emojis)
        else:
            await look_at(self.bot, self.bot.faces, self.bot.card_emojis)

    async def _forget(self) -> None:
        """Repeat erasures in backups that could not be opened at the time."""
        await self.bot.store.people.finish_forgetting()

    async def _erase(self) -> None:
        """Erase the data of guilds that removed the bot more than 30 days ago."""
        await departures.erase(self.bot, self.bot.clock() - KEPT_AFTER_LEAVING)

    async def _sweep(self) -> None:
        """Delete abandoned lessons and practice games, and rows that have expired."""
        now = self.bot.clock()
        await self.bot.store.learning.sweep(now - KEPT_PRIVATE)
        await self.bot.store.messages.sweep_panels(now)
        await self.bot.store.ladders.sweep_meetings(now)
        await self.bot.store.people.sweep_memos()

    async def _pack(self) -> None:
        """Compress the logs of games that ended more than 7 days ago."""
        await self.bot.store.tables.pack(self.bot.clock() - KEPT_UNPACKED)

    async def _back_up(self) -> None:
        """Make a backup of an SQLite file. Those of PostgreSQL are the operator's."""
        if self.bot.store.copies_itself:
            await self.bot.store.back_up()


async def tried(work: Callable[[], Awaitable[None]]) -> None:
    """Do a part of the maintenance. Log its failure: the next round tries again."""
    try:
        await work()
    except Exception:  # of whatever kind: a loop that raises never runs again
        log.exception("a part of the upkeep has failed (%s); it is tried again", work.__name__)


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Upkeep(bot))
