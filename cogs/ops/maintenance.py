"""Maintenance: delete what is no longer needed, make backups, sync the card emojis.

A part that fails is logged and tried again in the next round. The other parts are still done.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import aiohttp
import discord
from discord.ext import commands, tasks

from cogs.core.bot import TuppenceBot
from cogs.ui.card_emojis import load_emojis, sync_emojis

log = logging.getLogger(__name__)

PAGE: Final = 200
"""Servers that Discord lists at once."""
NOT_IN_GUILD_CODES: Final = frozenset({10004, 50001})
"""Discord's codes for a server where the bot is not."""


async def sync_guilds(bot: TuppenceBot) -> None:
    """Note which servers have sent the bot away, or invited it again, while nobody listened."""
    there = await bot.discord_retry.until_done(partial(present, bot))
    left, back = await bot.database.guilds.reconcile(there)
    if left or back:
        log.info(
            "servers that removed the bot while it was off: %d; that added it again: %d", left, back
        )


async def present(bot: TuppenceBot) -> frozenset[int]:
    """The servers where the bot is, as Discord lists them: what is cached may be older."""
    found: set[int] = set()
    while page := await bot.http.get_guilds(PAGE, after=max(found, default=0), with_counts=False):
        found |= {int(guild["id"]) for guild in page}
    return frozenset(found)


async def erase_left_guilds(bot: TuppenceBot, before: float) -> None:
    """Erase the servers that left before a time, and of which Discord says so once more."""
    guilds, erasure = bot.database.guilds, bot.database.erasure
    gone = set()
    for guild_id in await guilds.departed_before(before):
        there = await is_there(bot, guild_id)
        if there:
            await guilds.clear_departed(guild_id)
        elif there is False:
            gone.add(guild_id)
    if gone:
        erased = await erasure.erase_guilds(gone, before)
        log.info("servers erased, a month after they removed the bot: %d", len(erased))


async def is_there(bot: TuppenceBot, guild_id: int) -> bool | None:
    """Whether the bot is on a server; None while Discord does not say."""
    try:
        await bot.http.get_guild(guild_id, with_counts=False)
    except discord.HTTPException as error:
        if error.code in NOT_IN_GUILD_CODES:
            return False
        log.warning("cannot ask Discord whether the bot is still on a server: %s", error.status)
        return None
    except (aiohttp.ClientError, OSError) as error:
        log.warning("cannot ask Discord whether the bot is still on a server: %r", error)
        return None
    return True


# ---- Maintenance: delete what is no longer needed, make backups, sync the card emojis


DAY: Final = 86_400.0
KEPT_AFTER_LEAVING: Final = 30 * DAY
KEPT_PRIVATE: Final = 14 * DAY
"""Seconds for which a lesson or practice game is kept after its member's last move."""
KEPT_UNPACKED: Final = 7 * DAY
"""Seconds for which the log of a finished game keeps interactions and times."""
HOURS: Final = 6


class MaintenanceCog(commands.Cog):
    """Maintains the database, and records which guilds have removed the bot."""

    def __init__(self, bot: TuppenceBot) -> None:
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
        await self.bot.database.guilds.mark_departed(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that a guild has added the bot, perhaps again."""
        await self.bot.database.guilds.clear_departed(guild.id)

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
        comparing = asyncio.create_task(sync_guilds(self.bot))
        self._comparing.add(comparing)
        comparing.add_done_callback(self._comparing.discard)
        await comparing

    @tasks.loop(hours=HOURS)
    async def upkeep(self) -> None:
        """Do all parts in order; in other processes only load the emojis."""
        if self.bot.ownership.runs_maintenance:
            for work in (self._forget, self._erase, self._sweep, self._pack, self._back_up):
                await tried(work)
            await sync_emojis(self.bot, self.bot.faces, self.bot.card_emojis)
        else:
            await load_emojis(self.bot, self.bot.faces, self.bot.card_emojis)

    async def _forget(self) -> None:
        """Repeat erasures in backups that could not be opened at the time."""
        await self.bot.database.erasure.propagate()

    async def _erase(self) -> None:
        """Erase the data of guilds that removed the bot more than 30 days ago."""
        await erase_left_guilds(self.bot, self.bot.clock() - KEPT_AFTER_LEAVING)

    async def _sweep(self) -> None:
        """Delete abandoned lessons and practice games, and rows that have expired."""
        now = self.bot.clock()
        await self.bot.database.lessons.delete_inactive_tables(now - KEPT_PRIVATE)
        await self.bot.database.messages.delete_expired_hand_panels(now)
        await self.bot.database.leaderboards.delete_old_meetings(now)
        await self.bot.database.members.delete_orphaned_notes()

    async def _pack(self) -> None:
        """Compress the logs of games that ended more than 7 days ago."""
        await self.bot.database.tables.archive_finished(self.bot.clock() - KEPT_UNPACKED)

    async def _back_up(self) -> None:
        """Make a backup of an SQLite file. Those of PostgreSQL are the operator's."""
        if self.bot.database.makes_backups:
            await self.bot.database.make_backup()


async def tried(work: Callable[[], Awaitable[None]]) -> None:
    """Do a part of the maintenance. Log its failure: the next round tries again."""
    try:
        await work()
    except Exception:  # of whatever kind: a loop that raises never runs again
        log.exception("a part of the upkeep has failed (%s); it is tried again", work.__name__)


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(MaintenanceCog(bot))
