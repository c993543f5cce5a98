"""The repaint queue: what people see follows the log, however often Discord fails.

A message is a projection of the store. A wake-up says that a table has changed; the queue paints
its newest state, so that any number of wake-ups while one painting is under way become one more.
One channel is painted by one task at a time, because Discord counts edits by channel.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from cogs._kit.refusals import Refusal
from cogs._work.lost_places import GONE

log = logging.getLogger(__name__)

LONGEST: Final = 60.0
FORBIDDEN: Final = 600.0
"""Seconds before asking again where the bot may not: Discord counts refusals against us."""
HUNG: Final = 30.0


class Repaint:
    """Paints tables until what is shown is what is true; `lost` hears of places that are gone."""

    def __init__(
        self,
        paint: Callable[[int], Awaitable[None]],
        lost: Callable[[int, int], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._paint = paint
        self._lost = lost
        self._sleep = sleep
        self._due: dict[int, dict[int, None]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self, channel_id: int, table_id: int) -> None:
        """A table of this channel has changed."""
        self._due.setdefault(channel_id, {})[table_id] = None
        if channel_id not in self._tasks:
            self._tasks[channel_id] = asyncio.create_task(self._run(channel_id))

    def close(self) -> None:
        """Stop painting; the store knows what is behind."""
        for task in self._tasks.values():
            task.cancel()

    async def _run(self, channel_id: int) -> None:
        delay = 1.0
        try:
            while due := self._due.get(channel_id):
                table_id = next(iter(due))
                del due[table_id]
                pause = await self._attempt(table_id, delay)
                delay = min(LONGEST, delay * 2) if pause else 1.0
                if pause:
                    due[table_id] = None
                    await self._sleep(pause)
        finally:
            del self._tasks[channel_id], self._due[channel_id]

    async def _attempt(self, table_id: int, delay: float) -> float:
        """Paint once; how many seconds to wait before painting it again, 0 when it is done."""
        try:
            async with asyncio.timeout(HUNG):
                await self._paint(table_id)
        except discord.HTTPException as error:
            return await self._refused(table_id, error, delay)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("table %d: not shown yet: %r", table_id, error)
            return delay
        except Refusal as refusal:
            log.info("table %d: nothing to show: %s", table_id, refusal.key)
        except Exception:
            log.exception("table %d cannot be shown", table_id)
        return 0.0

    async def _refused(self, table_id: int, error: discord.HTTPException, delay: float) -> float:
        """What Discord's answer means for the next attempt: seconds, 0 for none."""
        if error.code in GONE:
            log.warning("table %d: its place is gone: %s", table_id, error)
            await self._lost(table_id, error.code)
            return 0.0
        if isinstance(error, discord.Forbidden):
            log.warning("table %d: Discord forbids to show it: %s", table_id, error.text)
            return FORBIDDEN
        log.info("table %d: not shown yet: %d %d", table_id, error.status, error.code)
        return delay
