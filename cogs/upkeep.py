"""The upkeep: lets go of what is no longer needed, makes the backups, keeps our emojis in step.

What fails is tried again with the next round, and keeps nothing else from being done.
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
"""How long a lesson or a practice game is kept that its member has left alone."""
KEPT_UNPACKED: Final = 7 * DAY
"""How long the log of a finished game keeps its presses and times."""
HOURS: Final = 6


class Upkeep(commands.Cog):
    """Looks after the database, and knows which servers want the bot."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._comparing: set[asyncio.Task[None]] = set()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Much may have happened while the bot was away."""
        await self._compare()

    @commands.Cog.listener()
    async def on_maintenance_begins(self) -> None:
        """Start the maintenance: this process does it from now on."""
        self.upkeep.restart()
        await self._compare()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has sent the bot away."""
        await self.bot.store.people.server_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has invited the bot, perhaps again."""
        await self.bot.store.people.server_came_back(guild.id)

    async def cog_load(self) -> None:
        """Begin."""
        self.upkeep.start()

    async def cog_unload(self) -> None:
        """End, before the connections to Discord are let go of."""
        self.upkeep.cancel()
        for comparing in self._comparing:
            comparing.cancel()

    async def _compare(self) -> None:
        """Look which servers want the bot. discord.py ends no listener, so the stop ends this."""
        comparing = asyncio.create_task(departures.compare(self.bot))
        self._comparing.add(comparing)
        comparing.add_done_callback(self._comparing.discard)
        await comparing

    @tasks.loop(hours=HOURS)
    async def upkeep(self) -> None:
        """One thing after the other."""
        if self.bot.ownership.runs_maintenance:
            for work in (self._forget, self._erase, self._sweep, self._pack, self._back_up):
                await tried(work)
            await keep_in_step(self.bot, self.bot.faces, self.bot.card_emojis)
        else:
            await look_at(self.bot, self.bot.faces, self.bot.card_emojis)

    async def _forget(self) -> None:
        """Let the copies follow that could not when somebody was forgotten."""
        await self.bot.store.people.finish_forgetting()

    async def _erase(self) -> None:
        """Erase the servers that have sent the bot away for good."""
        await departures.erase(self.bot, self.bot.clock() - KEPT_AFTER_LEAVING)

    async def _sweep(self) -> None:
        """Let go of lessons and practice games that nobody goes on with, and of what is over."""
        now = self.bot.clock()
        await self.bot.store.learning.sweep(now - KEPT_PRIVATE)
        await self.bot.store.messages.sweep_panels(now)
        await self.bot.store.ladders.sweep_meetings(now)
        await self.bot.store.people.sweep_memos()

    async def _pack(self) -> None:
        """Pack the logs of games that were over long ago."""
        await self.bot.store.tables.pack(self.bot.clock() - KEPT_UNPACKED)

    async def _back_up(self) -> None:
        """Make a backup, where that is ours to do."""
        if self.bot.store.copies_itself:
            await self.bot.store.back_up()


async def tried(work: Callable[[], Awaitable[None]]) -> None:
    """Do a part of the upkeep, now or the next time."""
    try:
        await work()
    except Exception:  # whatever it was: a loop that raises once is over for good
        log.exception("a part of the upkeep has failed (%s); it is tried again", work.__name__)


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Upkeep(bot))
