"""Maintenance every six hours: erase, delete, archive, back up, sync the card emojis.

If a part fails, the failure is logged, the other parts still run, and the next round repeats the
part. `data` decides what each part deletes.
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

# ---- guilds that removed the bot


PAGE: Final = 200
"""Number of guilds in one of Discord's pages."""
NOT_IN_GUILD_CODES: Final = frozenset({10004, 50001})
"""Discord's error codes for a guild without the bot."""


async def sync_guilds(bot: TuppenceBot) -> None:
    """Record which guilds removed or added the bot while it was not connected."""
    # Retry until Discord answers: an incomplete list would mark guilds as left.
    there = await bot.discord_retry.until_done(partial(_current_guild_ids, bot))
    left, back = await bot.database.guilds.reconcile(there)
    if left or back:
        log.info(
            "servers that removed the bot while it was off: %d; that added it again: %d", left, back
        )


async def _current_guild_ids(bot: TuppenceBot) -> frozenset[int]:
    """Return the ids of the bot's guilds. Asks Discord, because the cache may be out of date."""
    found: set[int] = set()
    while page := await bot.http.get_guilds(PAGE, after=max(found, default=0), with_counts=False):
        found |= {int(guild["id"]) for guild in page}
    return frozenset(found)


async def erase_left_guilds(bot: TuppenceBot, before: float) -> None:
    """Erase the data of guilds that removed the bot before a given time.

    Asks Discord about each guild, and erases only guilds that the bot is not in.
    """
    guilds = bot.database.guilds
    gone = set()
    for guild_id in await guilds.departed_before(before):
        there = await _is_in_guild(bot, guild_id)
        if there:
            await guilds.clear_departed(guild_id)
        elif there is False:  # None means that the next round asks again
            gone.add(guild_id)
    if gone:
        erased = await bot.database.erasure.erase_guilds(gone, before)
        log.info("servers erased, a month after they removed the bot: %d", len(erased))


async def _is_in_guild(bot: TuppenceBot, guild_id: int) -> bool | None:
    """Return whether the bot is in a guild; None if Discord does not answer."""
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


DAY: Final = 86_400.0
KEPT_AFTER_LEAVING: Final = 30 * DAY
KEPT_PRIVATE: Final = 14 * DAY
"""Seconds to keep a lesson or practice game after its member's last move."""
KEPT_MAILBOX: Final = 90 * DAY
"""Seconds to keep the channel of direct messages after the last press or reminder there."""
KEPT_UNPACKED: Final = 7 * DAY
"""Age in seconds at which the log of a finished game is compressed.

The compressed log has no interaction keys and no times.
"""
HOURS: Final = 6


class MaintenanceCog(commands.Cog):
    """Maintains the database, and records which guilds have removed the bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self._comparing: set[asyncio.Task[None]] = set()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Sync the guilds, because some may have removed the bot while it was not running."""
        await self._compare()

    @commands.Cog.listener()
    async def on_maintenance_begins(self) -> None:
        """Start the maintenance, which another process did until now."""
        self.upkeep.restart()
        await self._compare()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.bot.database.guilds.mark_departed(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that a guild has added the bot, perhaps again."""
        await self.bot.database.guilds.clear_departed(guild.id)

    async def cog_load(self) -> None:
        self.upkeep.start()

    async def cog_unload(self) -> None:
        """Stop the loop before the connections to Discord close."""
        self.upkeep.cancel()
        for comparing in self._comparing:
            comparing.cancel()

    async def _compare(self) -> None:
        """Sync the guilds in a task that `cog_unload` can cancel.

        discord.py itself cancels no listener.
        """
        comparing = asyncio.create_task(sync_guilds(self.bot))
        self._comparing.add(comparing)
        comparing.add_done_callback(self._comparing.discard)
        await comparing

    @tasks.loop(hours=HOURS)
    async def upkeep(self) -> None:
        """Do all parts in order. A process that does no maintenance only loads the emojis."""
        if self.bot.ownership.runs_maintenance:
            # Erase first: a backup made before the erasures would still contain the erased data.
            for work in (self._forget, self._erase, self._sweep, self._pack, self._back_up):
                await _run_logged(work)
            await sync_emojis(self.bot, self.bot.faces, self.bot.card_emojis)
        else:
            await load_emojis(self.bot, self.bot.faces, self.bot.card_emojis)

    async def _forget(self) -> None:
        """Repeat erasures in backups that could not be opened earlier."""
        await self.bot.database.erasure.propagate()

    async def _erase(self) -> None:
        """Erase the data of guilds that removed the bot more than 30 days ago."""
        await erase_left_guilds(self.bot, self.bot.clock() - KEPT_AFTER_LEAVING)

    async def _sweep(self) -> None:
        """Delete abandoned lessons and practice games, and rows that have expired."""
        now = self.bot.clock()
        await self.bot.database.lessons.delete_inactive_tables(now - KEPT_PRIVATE)
        await self.bot.database.messages.delete_expired_tokens(now)
        await self.bot.database.leaderboards.delete_old_meetings(now)
        await self.bot.database.members.delete_orphaned_notes()
        await self.bot.database.members.delete_unused_mailboxes(now - KEPT_MAILBOX)

    async def _pack(self) -> None:
        """Compress the logs of games that ended more than 7 days ago."""
        await self.bot.database.tables.archive_finished(self.bot.clock() - KEPT_UNPACKED)

    async def _back_up(self) -> None:
        """Make a backup of an SQLite file. For PostgreSQL, the operator makes backups."""
        if self.bot.database.makes_backups:
            await self.bot.database.make_backup()


async def _run_logged(work: Callable[[], Awaitable[None]]) -> None:
    """Do one part of the maintenance, and log its failure."""
    try:
        await work()
    except Exception:  # catch every exception, because `tasks.loop` never runs again after one
        log.exception("a part of the upkeep has failed (%s); it is tried again", work.__name__)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(MaintenanceCog(bot))
