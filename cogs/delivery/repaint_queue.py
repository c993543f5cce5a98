"""The repaint queue: what people see follows the log, however often Discord fails.

A message is a projection of the store. A wake-up says that a table has changed; the queue does the
works of the table (paint it, say what is to be said), so that any number of wake-ups while that is
under way become one more. Each table has a task of its own: one that hangs, is limited or refused
keeps no other waiting. discord.py itself spaces out the requests of one channel.

done        the task ends
failing     Discord or the network fails: tried again after 1, 2, 4, 8, then every 10 seconds, at
            once when the gateway is back
refused     tried again when what the gateway tells of our rights says so; see `_refused`
lost        the place is gone: `lost` hears of it, and the task ends
faulty      we fail: tried again ever later, for the fault may have been the moment's, and at once
            when the table changes
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

MAX_RETRY_DELAY: Final = 10.0
"""Seconds between two attempts when Discord fails, unless very many tables wait for it."""
MAX_RETRIES_PER_SECOND: Final = 20.0
"""Attempts in a second of all tables together that Discord fails."""
PERMISSION_POLL_SECONDS: Final = 5.0
"""Seconds between two looks at our own rights: they cost no request."""
FORBIDDEN_RETRY_DELAYS: Final = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds after refusals that what we know of our rights does not explain."""
FORBIDDEN_RETRY_AFTER: Final = 600.0
"""Seconds after which it is asked again all the same: what we know may be wrong."""
MAX_FORBIDDEN_PER_MINUTE: Final = 100.0
"""Refusals in a minute of all tables together; Discord shuts out at 1,000."""

Work = Callable[[int], Awaitable[None]]


class OnChannelLost(Protocol):
    """Hears that the place of a table is gone, or locked, by Discord's code."""

    def __call__(self, table_id: int, code: int) -> Awaitable[None]: ...


@dataclass(slots=True)
class RepaintJob:
    """A table that is being worked on."""

    task: "asyncio.Task[None] | None" = None
    wanted: bool = True
    failures: int = 0
    refusals: int = 0
    faults: int = 0
    locked: bool = False
    nap: "asyncio.Task[None] | None" = None
    telling: bool = False


class RepaintQueue:
    """Works on tables until what is shown is what is true.

    `lost` hears of places that are gone or locked, `found` of those that are open again.
    `allowed` gives, for a table, a question that costs nothing: whether our rights suffice now.
    `in_time` does something that may hang, and raises `TimeoutError` when it does.
    `nothing_left` are the errors of a table that is no longer to be shown by this process.
    `meanwhile` is done at once when a table changes that is worked on, which may take long.
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
        self._turns: dict[int, RepaintJob] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self._closed = False

    def wake(self, table_id: int) -> None:
        """A table has changed."""
        if self._closed:  # a press under way may still be undone, or saved: shown at the next start
            return
        turn = self._turns.get(table_id)
        if turn is None:
            turn = self._turns[table_id] = RepaintJob()
            turn.task = asyncio.create_task(self._run(table_id, turn))
            return
        turn.wanted = True
        if turn.faults and turn.nap is not None:
            turn.nap.cancel()
        elif not turn.telling:
            turn.telling = True
            task = asyncio.create_task(self._tell(table_id, turn))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    @contextmanager
    def left_alone(self, table_id: int) -> Iterator[None]:
        """Leave a table to somebody who shows it just now; what changes meanwhile is shown then."""
        if table_id in self._turns:  # another process has given it to us in this moment
            yield
            return
        turn = self._turns[table_id] = RepaintJob(wanted=False)
        try:
            yield
        finally:
            del self._turns[table_id]
            if turn.wanted:
                self.wake(table_id)

    def again(self) -> None:
        """Discord is back: whoever waits because it failed need not wait longer."""
        for turn in self._turns.values():
            if turn.nap is not None and not turn.refusals:
                turn.nap.cancel()

    @property
    def waiting(self) -> int:
        """How many tables are worked on, or wait."""
        return len(self._turns)

    @property
    def at_work(self) -> tuple[int, ...]:
        """The same, by their numbers."""
        return tuple(self._turns)

    def stop(self, table_id: int) -> None:
        """Work on a table no longer; the store knows what is behind."""
        turn = self._turns.get(table_id)
        if turn is not None and turn.task is not None:
            turn.task.cancel()

    def is_busy(self, table_id: int) -> bool:
        """Whether a table is worked on, or waits for Discord."""
        return table_id in self._turns

    async def rested(self, table_id: int, patience: float) -> None:
        """Wait until nothing is to be done at a table, but no longer than that many seconds."""
        turn = self._turns.get(table_id)
        if turn is not None and turn.task is not None:
            await asyncio.wait({turn.task}, timeout=patience)

    def close(self) -> None:
        """Stop working; the store knows what is behind."""
        self._closed = True
        for turn in self._turns.values():
            if turn.task is not None:
                turn.task.cancel()
        for task in self._telling:
            task.cancel()

    async def _tell(self, table_id: int, turn: RepaintJob) -> None:
        """Do what cannot wait until what is under way has ended."""
        turn.telling = False  # what changes from here on is told of anew
        try:
            await self._meanwhile(table_id)
        except Exception:
            log.exception("table %d: panels hear of nothing until it is shown", table_id)

    async def _run(self, table_id: int, turn: RepaintJob) -> None:
        try:
            while turn.wanted:
                turn.wanted = False
                await self._attempt(table_id, turn)
        finally:
            del self._turns[table_id]

    async def _attempt(self, table_id: int, turn: RepaintJob) -> None:
        """Do the works once; what failed is wanted again, after a while."""
        troubles = [await self._tried(work, table_id) for work in self._works]
        found = [trouble for trouble in troubles if trouble is not None]
        if found:
            await self._after(table_id, turn, min(found, key=severity))
            return
        fault = await self._tried(self._found, table_id) if turn.locked else None
        turn.failures = turn.refusals = 0
        turn.locked = fault is not None
        if fault is None:
            turn.faults = 0
        else:
            await self._faulty(turn)

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

    async def _after(self, table_id: int, turn: RepaintJob, trouble: Exception) -> None:
        """Wait as long as the trouble asks for; a place that is gone is not waited for."""
        code = getattr(trouble, "code", 0)
        if code in CHANNEL_GONE_CODES:
            log.warning("table %d: its place is gone: %s", table_id, trouble)
            fault = await self._tried(partial(self._lost, code=code), table_id)
            if fault is None and code != THREAD_LOCKED:
                return
            trouble = fault or trouble
        turn.wanted, turn.locked = True, code == THREAD_LOCKED
        if not isinstance(trouble, DISCORD_ERRORS):
            await self._faulty(turn)
            return
        turn.faults = 0
        if isinstance(trouble, discord.Forbidden) or turn.locked:
            level = logging.INFO if turn.refusals else logging.WARNING
            log.log(level, "table %d: Discord forbids to show it: %s", table_id, trouble)
            await self._refused(table_id, turn)
        else:
            log.info("table %d: not shown yet: %r", table_id, trouble)
            await self._failed(turn)

    async def _faulty(self, turn: RepaintJob) -> None:
        turn.wanted = True
        turn.faults += 1
        # 2 to the power of a thousand is no number of seconds any more
        await self._nap(turn, min(FORBIDDEN_RETRY_AFTER, 2.0 ** min(turn.faults, 10)))

    async def _failed(self, turn: RepaintJob) -> None:
        turn.failures += 1
        failing = sum(other.failures > 0 for other in self._turns.values())
        longest = max(MAX_RETRY_DELAY, failing / MAX_RETRIES_PER_SECOND)
        await self._nap(turn, min(longest, 2.0 ** min(turn.failures - 1, 10)))

    async def _refused(self, table_id: int, turn: RepaintJob) -> None:
        """Wait until we may again.

        The gateway keeps what is known of roles, channels, threads and our own membership up to
        date, so that a right given back is seen within seconds, without a request. Where nothing
        known explains the refusal, only asking again tells.
        """
        allowed = await self._allowed(table_id)
        before, waited = allowed(), 0.0
        pause = FORBIDDEN_RETRY_DELAYS[min(turn.refusals, len(FORBIDDEN_RETRY_DELAYS) - 1)]
        turn.refusals += 1
        refused = sum(other.refusals > 0 for other in self._turns.values())
        pause = max(pause, refused * 60.0 / MAX_FORBIDDEN_PER_MINUTE)
        while waited < FORBIDDEN_RETRY_AFTER:
            await self._nap(turn, PERMISSION_POLL_SECONDS)
            waited += PERMISSION_POLL_SECONDS
            now = allowed()
            if now and (not before or waited >= pause):
                return
            before = now

    async def _nap(self, turn: RepaintJob, seconds: float) -> None:
        """Let so many seconds go by, or fewer when somebody calls `again`."""
        turn.nap = asyncio.ensure_future(self._sleep(seconds))
        try:
            await asyncio.wait({turn.nap})
        finally:
            turn.nap.cancel()
            turn.nap = None


async def no_op(table_id: int) -> None:
    """What is done meanwhile where nothing is."""
    del table_id


async def without_timeout(work: Awaitable[None]) -> None:
    """Do something, however long it takes."""
    await work


def severity(trouble: Exception) -> int:
    """What decides of two troubles: a place that is gone, a refusal, a failure, a fault of ours."""
    if getattr(trouble, "code", 0) in CHANNEL_GONE_CODES:
        return 0
    if isinstance(trouble, discord.Forbidden):
        return 1
    return 2 if isinstance(trouble, DISCORD_ERRORS) else 3
