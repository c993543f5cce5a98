"""Interactions in flight, background tasks, and the stop of the process.

`bot.py` uses these functions. Jobs for tables are elsewhere: deadlines in `cogs.game.timekeeper`,
backups and erasures in `cogs.ops.maintenance`.
"""

import asyncio
import gc
import logging
import signal
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from contextlib import contextmanager
from itertools import count, takewhile
from typing import Any, Final

from cogs.core.concurrency import TRIM_INTERVAL, trimmer
from cogs.core.metrics import Metrics
from cogs.core.refusals import ShuttingDown
from data.database import Database
from render.renderer import Renderer

# ---- interactions in flight


class InFlight:
    """The tasks of all interactions. `close` lets them finish and refuses new ones."""

    def __init__(self) -> None:
        self._closed = False
        self._sending_farewells = False
        self._over = False
        # In order of arrival, because `wait_for_earlier` waits for all tasks before its own.
        self._inside: dict[asyncio.Task[Any], int | None] = {}
        self._guild_of: dict[asyncio.Task[Any], int] = {}

    @contextmanager
    def tracking(self, member: int | None = None, guild: int | None = None) -> Iterator[None]:
        """Return a context manager in which the current task is registered under `member`.

        `guild` is None for a direct message.

        Raises:
            ShuttingDown: `close` was called before, or it has cancelled the task inside the block.
        """
        task = asyncio.current_task()
        assert task is not None
        self._guild_of[task] = guild or 0
        task.add_done_callback(lambda done: self._guild_of.pop(done, None))
        if self._over:  # the connection to Discord is closing, so an answer would fail
            task.cancel()
        if self._closed:
            raise ShuttingDown
        self._inside[task] = member
        try:
            yield
        except asyncio.CancelledError:
            if not self._sending_farewells:
                raise
            # `close` has cancelled the task. Without `uncancel` the next request would be cancelled
            # too, and the member would get no answer.
            task.uncancel()
            raise ShuttingDown(midway=True) from None
        finally:
            self._inside.pop(task, None)

    async def wait_for_earlier(self, member: int, patience: float) -> None:
        """Wait at most `patience` seconds until the member's earlier interactions have ended."""
        own = asyncio.current_task()
        # A dictionary has its keys in order of insertion: the tasks before this one began earlier.
        earlier_tasks = takewhile(lambda task: task is not own, self._inside)
        await _ended([task for task in earlier_tasks if self._inside[task] == member], patience)

    async def wait_for_guilds(self, chosen: Callable[[int], bool], patience: float) -> None:
        """Wait at most `patience` seconds until the interactions of some guilds have ended.

        `chosen` tells whether to wait for a guild. Direct messages have guild 0.
        """
        await asyncio.sleep(0)  # a task registers itself only when it first runs
        await _ended([task for task, guild in self._guild_of.items() if chosen(guild)], patience)

    async def close(self, patience: float, farewell: float) -> int:
        """Refuse new interactions, and wait `patience` seconds for those in flight.

        Then cancel the rest. Cancelled and refused interactions have `farewell` seconds to answer
        their members. Returns the number of cancelled interactions.
        """
        self._closed = True
        await _ended(self._inside, patience)
        late = tuple(self._inside)
        self._sending_farewells = True
        _cancel(late)
        await _ended(self._guild_of, farewell)
        self._sending_farewells, self._over = False, True
        _cancel(self._guild_of)
        await _ended(self._guild_of, farewell)
        return len(late)


def _cancel(tasks: Collection[asyncio.Task[Any]]) -> None:
    for task in tuple(tasks):
        task.cancel()


async def _ended(tasks: Collection[asyncio.Task[Any]], patience: float) -> None:
    if tasks:
        await asyncio.wait(tuple(tasks), timeout=patience)


# ---- background tasks


log = logging.getLogger(__name__)

WaitForGuilds = Callable[[], Awaitable[None]]

HEARTBEAT: Final = 15.0
"""Seconds between two heartbeats."""
LAG_SAMPLE_SECONDS = 0.25
"""Seconds between two measurements of the event loop's delay."""
SWITCH_INTERVAL: Final = 0.0005
"""Seconds after which a thread gives Python's interpreter lock to the event loop.

A thread that draws holds the lock. With Python's default, 0.005, the p99 of the loop's delay is
about twice as long, for the same CPU.
"""
FREEZE_INTERVAL: Final = 60.0
"""Seconds between two collections, each of which looks only at objects newer than the last."""
FREEZES_PER_UNFREEZE: Final = 60
"""Once an hour a collection looks at all objects."""


def background_tasks(
    database: Database,
    metrics: Metrics,
    renderer: Callable[[], Renderer],
    guilds_known: WaitForGuilds,
) -> tuple[Coroutine[None, None, None], ...]:
    """Return the background tasks of the process. They run until they are cancelled or fail.

    Args:
        database: The open database. If it can no longer save, the first task raises `NotSaved`.
        metrics: The metrics of the process.
        renderer: Returns the renderer. It may be called only after `guilds_known`.
        guilds_known: Waits until the bot knows all guilds that this process serves.
    """
    return (
        raise_store_failure(database),
        heartbeat(database),
        measure_loop_lag(metrics),
        freeze_gc(guilds_known),
        preload_cards(guilds_known, renderer),
        trim_memory(),
    )


async def raise_store_failure(database: Database) -> None:
    """Wait until the database can no longer save, then raise the reason.

    Raises:
        NotSaved: The database can no longer save.
    """
    raise await database.wait_for_failure()


async def heartbeat(database: Database) -> None:
    """Write the heartbeat that `bot.py health` reads, even while Discord is unreachable."""
    while True:
        await database.heartbeat()
        await asyncio.sleep(HEARTBEAT)


async def measure_loop_lag(metrics: Metrics) -> None:
    """Measure how late the event loop resumes a task."""
    while True:
        started = time.perf_counter()
        await asyncio.sleep(LAG_SAMPLE_SECONDS)
        metrics.took("loop", max(0.0, time.perf_counter() - started - LAG_SAMPLE_SECONDS))


async def freeze_gc(guilds_known: WaitForGuilds) -> None:
    """Once all guilds are known, exclude all live objects from garbage collection, again and again.

    A full collection stops the event loop for 60 ms, and for 80 ms more with 100 games in the
    cache. It would happen about every thirty interactions. Objects in reference cycles that are
    dropped after a freeze are garbage that only the next unfreeze finds.
    """
    await guilds_known()
    log.info("froze all loaded objects: the garbage collector skips them")
    for number in count():
        if number % FREEZES_PER_UNFREEZE == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(FREEZE_INTERVAL)


async def preload_cards(guilds_known: WaitForGuilds, renderer: Callable[[], Renderer]) -> None:
    """Draw the pictures of all cards as soon as the first game is shown.

    Otherwise a player would wait whenever a move shows a card that was never drawn before.
    """
    await guilds_known()
    await renderer().begun.wait()
    await renderer().warm()
    await asyncio.Event().wait()


async def trim_memory() -> None:
    """Return free memory to the operating system at intervals.

    Several threads allocate pictures, and the C library does not return the gaps between used
    blocks. After some minutes at twenty interactions a second, the gaps are a fifth of the
    process's memory.
    """
    trim = trimmer()
    while trim:
        await asyncio.sleep(TRIM_INTERVAL)
        # In a thread: the call takes milliseconds, in which the event loop would stop.
        await asyncio.to_thread(trim, 0)
    await asyncio.Event().wait()


# ---- the stop


def stop_event() -> asyncio.Event:
    """Return an event that SIGTERM and Ctrl-C set."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: its event loop handles no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


async def run_until_first_ends(*works: Coroutine[Any, Any, Any]) -> None:
    """Run `works` until the first ends, then cancel the others.

    Raises the exception of the first one, if it has any.
    """
    tasks = [asyncio.create_task(work) for work in works]
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    for task in done:
        task.result()
