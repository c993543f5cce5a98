"""The interactions under way: a stop waits for them and refuses new ones."""

import asyncio
import ctypes
import gc
import logging
import signal
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, Final
from weakref import WeakKeyDictionary

from cogs.core.metrics import Metrics
from cogs.core.ownership import CURRENT_SHARD
from cogs.core.refusals import ShuttingDown
from data.database import Database
from render.renderer import Renderer


class InFlight:
    """Knows the tasks of all interactions. `close` lets them finish and refuses new ones."""

    def __init__(self) -> None:
        self._closed = False
        self._going_home = False
        self._over = False
        self._inside: dict[asyncio.Task[Any], int | None] = {}
        self._here: set[asyncio.Task[Any]] = set()
        self._by: WeakKeyDictionary[asyncio.Task[Any], int | None] = WeakKeyDictionary()

    @contextmanager
    def passing(self, member: int | None = None) -> Iterator[None]:
        """Context manager around one interaction. Registers the current task under `member`.

        Raises `ShuttingDown` after `close`, also inside the block for a task that `close` cancels.
        """
        task = asyncio.current_task()
        assert task is not None
        self._here.add(task)
        task.add_done_callback(self._here.discard)
        self._by[task] = CURRENT_SHARD.get()
        if self._over:  # the connection to Discord is closing: end where it would answer
            task.cancel()
        if self._closed:
            raise ShuttingDown
        self._inside[task] = member
        try:
            yield
        except asyncio.CancelledError:
            if not self._going_home:
                raise
            # `close` has cancelled it. Once that is undone, the task can still tell its member.
            task.uncancel()
            raise ShuttingDown(midway=True) from None
        finally:
            self._inside.pop(task, None)

    async def earlier(self, member: int, patience: float) -> None:
        """Wait for the member's earlier interactions, `patience` seconds at most."""
        own = asyncio.current_task()
        # A dictionary keeps the order of insertion: tasks before this one began earlier.
        before = takewhile(lambda task: task is not own, self._inside)
        await _ended([task for task in before if self._inside[task] == member], patience)

    async def emptied(self, shard: int, patience: float) -> None:
        """Wait for the interactions that came by a shard, `patience` seconds at most."""
        await asyncio.sleep(0)  # tasks that were just created must begin, or they are not seen
        await _ended([task for task in self._here if self._by.get(task) == shard], patience)

    async def close(self, patience: float, farewell: float) -> int:
        """Refuse new interactions and wait `patience` seconds for those under way.

        Those that take longer are cancelled. They and the refused ones have `farewell` seconds to
        tell their members. Returns how many were cancelled.
        """
        self._closed = True
        await _ended(self._inside, patience)
        late = tuple(self._inside)
        self._going_home = True
        _cancel(late)
        await _ended(self._here, farewell)
        self._going_home, self._over = False, True
        _cancel(self._here)
        await _ended(self._here, farewell)
        return len(late)


def _cancel(tasks: Collection[asyncio.Task[Any]]) -> None:
    for task in tuple(tasks):
        task.cancel()


async def _ended(tasks: Collection[asyncio.Task[Any]], patience: float) -> None:
    if tasks:
        await asyncio.wait(tuple(tasks), timeout=patience)


# ---- What the process sees to as long as it runs, whatever happens at the tables


log = logging.getLogger(__name__)

Arrived = Callable[[], Awaitable[None]]

HEARTBEAT: Final = 15.0
"""Seconds between two signs of life."""
LAG_SAMPLE_SECONDS = 0.25
"""Seconds between two looks at how late the event loop is."""

TRIM_INTERVAL: Final = 60.0
"""Seconds between two times that memory is given back."""


def background_tasks(
    store: Database,
    figures: Metrics,
    artist: Callable[[], Renderer],
    arrived: Arrived,
) -> tuple[Coroutine[None, None, None], ...]:
    """All of them. None ends by itself; the first raises `NotSaved`.

    `arrived` waits until all servers are there that are to be served here.
    """
    return (
        raise_store_failure(store),
        heartbeat(store),
        measure_loop_lag(figures),
        freeze_gc(arrived),
        preload_cards(arrived, artist),
        trim_memory(),
    )


async def raise_store_failure(store: Database) -> None:
    """Wait until the store can save no more, and raise why: `NotSaved`."""
    raise await store.wait_for_failure()


async def heartbeat(store: Database) -> None:
    """Show `bot.py health` that the event loop goes round, also while Discord is away."""
    while True:
        await store.heartbeat()
        await asyncio.sleep(HEARTBEAT)


async def measure_loop_lag(figures: Metrics) -> None:
    """Measure by how much the event loop is late."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(LAG_SAMPLE_SECONDS)
        figures.took("loop", max(0.0, time.perf_counter() - begun - LAG_SAMPLE_SECONDS))


async def freeze_gc(arrived: Arrived) -> None:
    """Once all is loaded, leave it out of the garbage that is looked for while members play.

    A look at everything takes 60 ms of the loop, and comes after every thirty presses or so.
    """
    await arrived()
    gc.collect()
    gc.freeze()
    log.info("froze all loaded objects: the garbage collector skips them")
    await asyncio.Event().wait()


async def preload_cards(arrived: Arrived, artist: Callable[[], Renderer]) -> None:
    """Once a table is in play, draw all cards while nobody waits: a press needs one or two more."""
    await arrived()
    await artist().begun.wait()
    await artist().warm()
    await asyncio.Event().wait()


async def trim_memory() -> None:
    """Give back to the system what pictures have left free, in a thread: it takes milliseconds.

    Several threads allocate them, and the C library keeps what is free between two pieces that are
    not: a fifth of the process after some minutes at twenty presses a second, and growing.
    """
    trim = trimmer()
    while trim:
        await asyncio.sleep(TRIM_INTERVAL)
        await asyncio.to_thread(trim, 0)
    await asyncio.Event().wait()


def trimmer() -> Callable[[int], int] | None:
    """The C library's way of giving back what is free; only glibc has one."""
    try:
        found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):  # Windows has no library of the process itself
        return None
    return found


# ---- Waiting for the wish to stop, beside whatever else may end the process


def stop_event() -> asyncio.Event:
    """Set when SIGTERM or Ctrl-C asks the process to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # on Windows a loop hears no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


async def run_until_first_ends(*works: Coroutine[Any, Any, Any]) -> None:
    """Wait for the first to end and cancel the rest. Raises what the first raised."""
    tasks = [asyncio.create_task(work) for work in works]
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    for task in done:
        task.result()
