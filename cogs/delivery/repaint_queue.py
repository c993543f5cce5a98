"""The repaint queue: repaints a table's messages until Discord shows the state in the database.

`wake` reports that a table has changed. Each table has its own task, so a table that hangs or fails
delays no other table. Several wakes during a repaint cause one more repaint. `cogs.wiring` passes
in the functions that do the painting. `rest` waits until nobody has moved for some seconds.

What happens after an attempt depends on its result:

done        the task ends
failing     Discord or the network fails: retry after 1, 2, 4, 8, then every 10 seconds, and at
            once when the gateway reconnects
refused     the bot lacks permissions: see `_refused`
lost        the channel is gone: call `lost` and end the task
faulty      our program has a fault: retry at growing intervals, and at once when the table changes
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

import discord

from cogs.delivery.request import CHANNEL_GONE_CODES, DISCORD_ERRORS, THREAD_LOCKED

log = logging.getLogger(__name__)

QUIET_SECONDS: Final = 8.0
"""Seconds without a move after which `rest` calls `rested`."""
MAX_RETRY_DELAY: Final = 10.0
"""Maximum seconds between two attempts while Discord fails, unless very many tables fail."""
MAX_RETRIES_PER_SECOND: Final = 20.0
"""Maximum attempts per second of all failing tables together."""
PERMISSION_POLL_SECONDS: Final = 5.0
"""Seconds between two checks of our cached permissions. A check costs no request."""
FORBIDDEN_RETRY_DELAYS: Final = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds until the retry after a refusal, if our cached permissions do not explain the refusal."""
FORBIDDEN_RETRY_AFTER: Final = 600.0
"""Seconds until the retry after any refusal, because the cache may be wrong."""
MAX_FORBIDDEN_PER_MINUTE: Final = 100.0
"""Maximum refusals per minute of all tables. Discord blocks an IP address after 1,000."""

Work = Callable[[int], Awaitable[None]]


class OnChannelLost(Protocol):
    """Called when a table's channel or thread is gone or locked. `code` is Discord's error code."""

    def __call__(self, table_id: int, code: int) -> Awaitable[None]: ...


@dataclass(slots=True)
class RepaintJob:
    """The repaints of one table."""

    task: "asyncio.Task[None] | None" = None
    wanted: bool = True
    """Whether the table has changed since the last repaint began."""
    failures: int = 0
    refusals: int = 0
    faults: int = 0
    locked: bool = False
    nap: "asyncio.Task[None] | None" = None
    telling: bool = False
    """Whether a task to run `meanwhile` has been created but has not started."""


class RepaintQueue:
    """Repaints tables until their messages show the newest state.

    Args:
        works: Functions that repaint a table, in the order in which to call them.
        nothing_left: Exceptions which say that this process no longer shows the table.
        lost: Called when a channel is gone or locked.
        found: Called when a locked thread is unlocked again.
        allowed: Returns a function for a table. That function tells whether the bot now has the
            permissions it needs, without a request.
        sleep: Waits that many seconds.
        in_time: Awaits a repaint, and raises `TimeoutError` if the repaint hangs.
        meanwhile: Called at once when a table changes during a repaint. A repaint may take long.
    """

    def __init__(
        self,
        works: Sequence[Work],
        nothing_left: tuple[type[Exception], ...],
        lost: OnChannelLost,
        found: Callable[[int], Awaitable[None]],
        allowed: Callable[[int], Awaitable[Callable[[], bool]]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        in_time: Callable[[Awaitable[None]], Awaitable[None]] | None = None,
        meanwhile: Work | None = None,
    ) -> None:
        self._works = works
        self._nothing_left = nothing_left
        self._lost = lost
        self._found = found
        self._allowed = allowed
        self._sleep = sleep
        self._in_time = in_time or without_timeout
        self._meanwhile = meanwhile or no_op
        self.rested: Callable[[int], None] = self.wake
        """Called when nobody has moved for `QUIET_SECONDS`. `cogs.wiring` may replace it."""
        self._jobs: dict[int, RepaintJob] = {}
        self._resting: dict[int, asyncio.Task[None]] = {}
        # Sets, because counting the jobs at each attempt would cost the square of their number.
        self._failing: set[int] = set()
        self._refused_tables: set[int] = set()
        self._meanwhile_tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def wake(self, table_id: int) -> None:
        """Schedule a repaint of a table that has changed."""
        # During shutdown an interaction may still commit. The next start repaints that table.
        if self._closed:
            return
        job = self._jobs.get(table_id)
        if job is None:
            job = self._jobs[table_id] = RepaintJob()
            job.task = asyncio.create_task(self._run(table_id, job))
            return
        job.wanted = True
        if job.faults and job.nap is not None:
            job.nap.cancel()
        elif not job.telling:
            job.telling = True
            task = asyncio.create_task(self._tell(table_id, job))
            self._meanwhile_tasks.add(task)
            task.add_done_callback(self._meanwhile_tasks.discard)

    def rest(self, table_id: int) -> None:
        """Call `rested` after `QUIET_SECONDS`, counted from the newest call for this table."""
        if self._closed:
            return
        self._end_rest(table_id)
        self._resting[table_id] = asyncio.create_task(self._rest(table_id))

    def awaits_quiet(self, table_id: int) -> bool:
        """Return whether `rest` still waits until nobody moves at a table for `QUIET_SECONDS`."""
        return table_id in self._resting

    async def _rest(self, table_id: int) -> None:
        await self._sleep(QUIET_SECONDS)
        del self._resting[table_id]
        self.rested(table_id)

    def _end_rest(self, table_id: int) -> None:
        task = self._resting.pop(table_id, None)
        if task is not None:
            task.cancel()

    @contextmanager
    def suspended(self, table_id: int) -> Iterator[None]:
        """Suspend a table's repaints in this block, because the caller paints the table itself.

        If the table changes during the block, it is repainted afterwards.
        """
        # the table came with a shard from another process, and is being repainted already
        if table_id in self._jobs:
            yield
            return
        job = self._jobs[table_id] = RepaintJob(wanted=False)
        try:
            yield
        finally:
            del self._jobs[table_id]
            if job.wanted:
                self.wake(table_id)

    def retry_now(self) -> None:
        """Retry the failing tables now, because the gateway has reconnected."""
        for job in self._jobs.values():
            if job.nap is not None and not job.refusals:
                job.nap.cancel()

    @property
    def waiting(self) -> int:
        """The number of tables that are being repainted or wait for a retry."""
        return len(self._jobs)

    @property
    def at_work(self) -> tuple[int, ...]:
        """The ids of the tables that are being repainted, or wait for quiet or for a retry."""
        return tuple(self._jobs.keys() | self._resting)

    def stop(self, table_id: int) -> None:
        """Stop repainting a table. The database records which of its messages are out of date."""
        self._end_rest(table_id)
        job = self._jobs.get(table_id)
        if job is not None and job.task is not None:
            job.task.cancel()

    def is_busy(self, table_id: int) -> bool:
        """Return whether a table is being repainted, or waits for a retry."""
        return table_id in self._jobs

    async def wait_until_idle(self, table_id: int, patience: float) -> None:
        """Wait until a table is repainted, for at most `patience` seconds."""
        job = self._jobs.get(table_id)
        if job is not None and job.task is not None:
            await asyncio.wait({job.task}, timeout=patience)

    def close(self) -> None:
        """Stop repainting. The next start repaints the tables that are out of date."""
        self._closed = True
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        for task in (*self._meanwhile_tasks, *self._resting.values()):
            task.cancel()

    async def _tell(self, table_id: int, job: RepaintJob) -> None:
        """Call `meanwhile` now, and not after the repaint."""
        job.telling = False  # before the call: a change during the call must run `meanwhile` again
        try:
            await self._meanwhile(table_id)
        except Exception:
            log.exception("table %d: panels hear of nothing until it is shown", table_id)

    async def _run(self, table_id: int, job: RepaintJob) -> None:
        try:
            while job.wanted:
                job.wanted = False
                await self._attempt(table_id, job)
        finally:
            del self._jobs[table_id]
            self._failing.discard(table_id)
            self._refused_tables.discard(table_id)

    async def _attempt(self, table_id: int, job: RepaintJob) -> None:
        """Repaint a table once. After an error, wait, then mark the table for another repaint."""
        results = [await self._tried(work, table_id) for work in self._works]
        errors = [trouble for trouble in results if trouble is not None]
        if errors:
            await self._after(table_id, job, min(errors, key=severity))
            return
        fault = await self._tried(self._found, table_id) if job.locked else None
        job.failures = job.refusals = 0
        self._failing.discard(table_id)
        self._refused_tables.discard(table_id)
        job.locked = fault is not None
        if fault is None:
            job.faults = 0
        else:
            await self._faulty(job)

    async def _tried(self, work: Work, table_id: int) -> Exception | None:
        try:
            await self._in_time(work(table_id))
        except DISCORD_ERRORS as error:
            return error
        except self._nothing_left as error:
            log.info("table %d: nothing left to show: %s", table_id, error)
        except Exception as error:
            log.exception("table %d cannot be shown", table_id)
            return error
        return None

    async def _after(self, table_id: int, job: RepaintJob, trouble: Exception) -> None:
        """Handle the worst error of an attempt. Wait for a retry, unless the channel is gone."""
        code = getattr(trouble, "code", 0)
        if code in CHANNEL_GONE_CODES:
            log.warning("table %d: its place is gone: %s", table_id, trouble)
            fault = await self._tried(partial(self._lost, code=code), table_id)
            if fault is None and code != THREAD_LOCKED:
                return
            trouble = fault or trouble
        job.wanted, job.locked = True, code == THREAD_LOCKED
        if not isinstance(trouble, DISCORD_ERRORS):
            await self._faulty(job)
            return
        job.faults = 0
        if isinstance(trouble, discord.Forbidden) or job.locked:
            level = logging.INFO if job.refusals else logging.WARNING
            log.log(level, "table %d: Discord forbids to show it: %s", table_id, trouble)
            await self._refused(table_id, job)
        else:
            log.info("table %d: not shown yet: %r", table_id, trouble)
            await self._failed(table_id, job)

    async def _faulty(self, job: RepaintJob) -> None:
        job.wanted = True
        job.faults += 1
        # Without the limit on the exponent, the power would overflow a float after a thousand
        # faults.
        await self._nap(job, min(FORBIDDEN_RETRY_AFTER, 2.0 ** min(job.faults, 10)))

    async def _failed(self, table_id: int, job: RepaintJob) -> None:
        job.failures += 1
        self._failing.add(table_id)
        # During an outage many tables fail. They share one rate, or Discord would limit the bot.
        longest = max(MAX_RETRY_DELAY, len(self._failing) / MAX_RETRIES_PER_SECOND)
        await self._nap(job, min(longest, 2.0 ** min(job.failures - 1, 10)))

    async def _refused(self, table_id: int, job: RepaintJob) -> None:
        """Wait until the bot may have got the permissions that it lacks.

        The gateway updates our cached roles, channels, threads and membership. So the bot notices a
        restored permission within seconds, without a request. If the cache does not explain the
        refusal, the bot must retry to find out.
        """
        allowed = await self._allowed(table_id)
        before, waited = allowed(), 0.0
        pause = FORBIDDEN_RETRY_DELAYS[min(job.refusals, len(FORBIDDEN_RETRY_DELAYS) - 1)]
        job.refusals += 1
        self._refused_tables.add(table_id)
        # Discord bans a client after too many refusals, so all refused tables share one rate.
        pause = max(pause, len(self._refused_tables) * 60.0 / MAX_FORBIDDEN_PER_MINUTE)
        while waited < FORBIDDEN_RETRY_AFTER:
            await self._nap(job, PERMISSION_POLL_SECONDS)
            waited += PERMISSION_POLL_SECONDS
            now = allowed()
            if now and (not before or waited >= pause):
                return
            before = now

    async def _nap(self, job: RepaintJob, seconds: float) -> None:
        """Wait `seconds`, or until `retry_now` or `wake` cancels the wait."""
        job.nap = asyncio.ensure_future(self._sleep(seconds))
        try:
            await asyncio.wait({job.nap})
        finally:
            job.nap.cancel()
            job.nap = None


async def no_op(table_id: int) -> None:
    del table_id


async def without_timeout(work: Awaitable[None]) -> None:
    await work


def severity(trouble: Exception) -> int:
    """Return how severe an error is; 0 is worst.

    The worst error of an attempt decides what follows.
    """
    if getattr(trouble, "code", 0) in CHANNEL_GONE_CODES:
        return 0
    if isinstance(trouble, discord.Forbidden):
        return 1
    return 2 if isinstance(trouble, DISCORD_ERRORS) else 3
