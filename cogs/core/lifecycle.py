"""The life of the process: interactions in flight, background tasks, and the stop.

`bot.py` runs what is here. Jobs of the tables are elsewhere: deadlines in `cogs.game.timekeeper`,
backups and erasures in `cogs.ops.maintenance`.
"""

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
        # In order of arrival: `wait_for_earlier` relies on it.
        self._inside: dict[asyncio.Task[Any], int | None] = {}
        self._guild_of: dict[asyncio.Task[Any], int] = {}

    @contextmanager
    def tracking(self, member: int | None = None, guild: int | None = None) -> Iterator[None]:
        """Context manager around one interaction. Registers the current task for its member.

        `guild` is None for a direct message.

        Raises:
            ShuttingDown: `close` was called, or it has cancelled the task inside the block.
        """
        task = asyncio.current_task()
        assert task is not None
        self._guild_of[task] = guild or 0
        task.add_done_callback(lambda done: self._guild_of.pop(done, None))
        if self._over:  # the connection to Discord is closing: end where it would answer
            task.cancel()
        if self._closed:
            raise ShuttingDown
        self._inside[task] = member
        try:
            yield
        except asyncio.CancelledError:
            if not self._sending_farewells:
                raise
            # `close` has cancelled the task. Without `uncancel` its next request would be
            # cancelled too, and the member would not hear of it.
            task.uncancel()
            raise ShuttingDown(midway=True) from None
        finally:
            self._inside.pop(task, None)

    async def wait_for_earlier(self, member: int, patience: float) -> None:
        """Wait for the member's earlier interactions, for `patience` seconds at most."""
        own = asyncio.current_task()
        # A dictionary keeps the order of insertion: the tasks before this one began earlier.
        earlier_tasks = takewhile(lambda task: task is not own, self._inside)
        await _ended([task for task in earlier_tasks if self._inside[task] == member], patience)

    async def wait_for_guilds(self, chosen: Callable[[int], bool], patience: float) -> None:
        """Wait for the interactions of some guilds, for `patience` seconds at most.

        Direct messages have guild 0.
        """
        await asyncio.sleep(0)  # tasks that were just created register only once they run
        await _ended([task for task, guild in self._guild_of.items() if chosen(guild)], patience)

    async def close(self, patience: float, farewell: float) -> int:
        """Refuse new interactions, and wait `patience` seconds for those in flight.

        Later ones are cancelled. They and the refused ones have `farewell` seconds to answer their
        members. Returns the number of cancelled interactions.
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
"""Seconds between two measurements of the event loop's lag."""
TRIM_INTERVAL: Final = 60.0
"""Seconds between two times that free memory returns to the system."""


def background_tasks(
    database: Database,
    metrics: Metrics,
    renderer: Callable[[], Renderer],
    guilds_known: WaitForGuilds,
) -> tuple[Coroutine[None, None, None], ...]:
    """Return the background tasks of the process. None ends by itself; the first raises `NotSaved`.

    Args:
        database: The open database.
        metrics: The metrics of the process.
        renderer: Returns the renderer, once there is one.
        guilds_known: Waits until all guilds that this process serves are known.
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
        NotSaved: Always, once saving fails for good.
    """
    raise await database.wait_for_failure()


async def heartbeat(database: Database) -> None:
    """Write the heartbeat that `bot.py health` reads. It continues while Discord is away."""
    while True:
        await database.heartbeat()
        await asyncio.sleep(HEARTBEAT)


async def measure_loop_lag(metrics: Metrics) -> None:
    """Measure how late the event loop wakes a task."""
    while True:
        started = time.perf_counter()
        await asyncio.sleep(LAG_SAMPLE_SECONDS)
        metrics.took("loop", max(0.0, time.perf_counter() - started - LAG_SAMPLE_SECONDS))


async def freeze_gc(guilds_known: WaitForGuilds) -> None:
    """Exclude everything that is loaded from garbage collection, once all guilds are known.

    A full collection stops the loop for 60 ms, and would come after about every thirty
    interactions.
    """
    await guilds_known()
    gc.collect()
    gc.freeze()
    log.info("froze all loaded objects: the garbage collector skips them")
    await asyncio.Event().wait()


async def preload_cards(guilds_known: WaitForGuilds, renderer: Callable[[], Renderer]) -> None:
    """Draw all cards once a table is in play, while nobody waits for them.

    Otherwise a move would wait for the one or two cards that no picture has shown before.
    """
    await guilds_known()
    await renderer().begun.wait()
    await renderer().warm()
    await asyncio.Event().wait()


async def trim_memory() -> None:
    """Return free memory to the system, in a thread because it takes milliseconds.

    Several threads allocate pictures, and the C library keeps the gaps between used blocks. After
    some minutes at twenty interactions a second that is a fifth of the process, and it grows.
    """
    trim = trimmer()
    while trim:
        await asyncio.sleep(TRIM_INTERVAL)
        await asyncio.to_thread(trim, 0)
    await asyncio.Event().wait()


def trimmer() -> Callable[[int], int] | None:
    """Return glibc's `malloc_trim`; None where the C library has none."""
    try:
        found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):  # Windows cannot open the process itself as a library
        return None
    return found


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
    """Wait until the first of `works` ends, and cancel the others. Raises what the first raised."""
    tasks = [asyncio.create_task(work) for work in works]
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    for task in done:
        task.result()
