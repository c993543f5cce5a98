"""The processes that search moves for hard computer players, and the time limits of a search.

If several moves wait for a process, the one with the earliest deadline gets the next. A process
that has died or hangs is replaced, and the others continue.
"""

import asyncio
import gc
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final, NamedTuple

import engine
from cogs.core.concurrency import WorkerProcess
from engine.model.view import View
from engine.players import EVEN, choose
from engine.players.search.search import CONVINCING, MoreTime

log = logging.getLogger(__name__)

THINKING: Final = 0.25
"""Longest search in seconds while other moves wait for a process."""
AT_LEISURE: Final = 0.4
"""Longest search in seconds while no move waits. Most searches end long before."""


def thinking_time(waiting: int = 0) -> float:
    """Return the seconds that a search may take while `waiting` moves wait for a process."""
    return THINKING if waiting else AT_LEISURE


class SearchDeadline:
    """Callable that says before each sample of a search whether there is time for it.

    It expects a sample to take as long as the last one, so that few samples end late.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()
        self._end = self._last + seconds

    def __call__(self) -> bool:
        """Return whether another sample can end in time."""
        now = self._clock()
        lasted, self._last = now - self._last, now
        return now + lasted < self._end


# ---- the processes


HARD: Final = "hard"
MAX_SEARCH_WORKERS: Final = 8
"""Most processes on any machine. Each needs about 30 MB."""
SEARCH_HANG_TIMEOUT: Final = 10.0
"""Seconds after which a process that does not answer is killed."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def search_worker_count(share: int = 1) -> int:
    """Return the number of search processes to run.

    If there are several cores, one is left for the bot and its pictures. `share` is the number of
    bots that share the cores of this machine, including this bot.
    """
    return min(MAX_SEARCH_WORKERS, max(1, (cores() - 1) // share))


class SearchResult(NamedTuple):
    """A move as text. `hasty` says that there was no time to improve on the first choice."""

    move: str
    hasty: bool = False


class SearchBudget:
    """The time that a search may take, and whether it was too short to change the move."""

    def __init__(self, more_time: MoreTime) -> None:
        self._more_time = more_time
        self._samples = 0
        self.too_little = False

    def __call__(self) -> bool:
        """Return whether there is time for one more sample."""
        if self._more_time():
            self._samples += 1
            return True
        self.too_little = self._samples < CONVINCING
        return False


class SearchTimeout(Exception):  # noqa: N818 - expected, and never shown as an error
    """No move was found in time."""


class SearchWorker:
    """One search process. The future `started` is resolved when the process can search."""

    def __init__(self) -> None:
        self._pool = WorkerProcess()
        self.started = asyncio.get_running_loop().run_in_executor(self._pool, warm_up)

    @property
    def pids(self) -> tuple[int, ...]:
        """The id of the process. Empty before the process has started."""
        return self._pool.pids

    def search(
        self, view: View, seed: bytes, seconds: float, taste: str
    ) -> "asyncio.Future[SearchResult]":
        """Start a search in the process. The search takes at most `seconds` seconds."""
        work = partial(search, view, seed, seconds, taste)
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Let the process end after its current search."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def kill(self) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        self.close()


class SearchWorkerPool:
    """All search processes. They start when needed. `most` returns their highest number."""

    def __init__(self, most: Callable[[], int] = search_worker_count) -> None:
        self._most = most
        self._all: set[SearchWorker] = set()
        self._free: list[SearchWorker] = []
        self._asking: list[tuple[float, int, asyncio.Future[SearchWorker]]] = []
        self._number = count()
        self._starting: set[asyncio.Task[None]] = set()
        self.has_started = False
        """Whether any process has started. After that, no search waits for a start."""

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(pid for worker in self._all for pid in worker.pids)

    @property
    def waiting(self) -> int:
        """The number of moves that wait for a process."""
        return sum(not request.done() for _, _, request in self._asking)

    async def acquire(self, until: float) -> SearchWorker:
        """Return a free process.

        Args:
            until: The latest time, on the event loop's clock.

        Raises:
            SearchTimeout: No process was free by then, or none could start.
        """
        if self._free:
            return self._free.pop()
        if len(self._all) < self._most():
            self._start()
        request: asyncio.Future[SearchWorker] = asyncio.get_running_loop().create_future()
        heappush(self._asking, (until, next(self._number), request))
        try:
            await asyncio.wait({request}, timeout=until - asyncio.get_running_loop().time())
        except asyncio.CancelledError:
            # A process was assigned at the same moment. Without this it would never be free again.
            if request.done() and not request.exception():
                self.release(request.result())
            raise
        finally:
            request.cancel()
        if request.cancelled():
            raise SearchTimeout
        return request.result()

    def release(self, worker: SearchWorker) -> None:
        """Give a process to the waiting move with the earliest deadline.

        If no move waits, keep it free.
        """
        if worker not in self._all:
            return  # the pool was closed, or the process has died
        while self._asking:
            _, _, request = heappop(self._asking)
            if not request.done():  # otherwise its move has stopped waiting
                request.set_result(worker)
                return
        self._free.append(worker)

    def watch(self, worker: SearchWorker, result: "asyncio.Future[SearchResult]") -> None:
        """Release a process when its search ends.

        A process that has died or hangs is replaced.
        """
        killing = asyncio.get_running_loop().call_later(SEARCH_HANG_TIMEOUT, worker.kill)
        result.add_done_callback(partial(self._ended, worker, killing))

    def _ended(
        self,
        worker: SearchWorker,
        killing: asyncio.TimerHandle,
        result: "asyncio.Future[SearchResult]",
    ) -> None:
        killing.cancel()
        if not result.cancelled() and isinstance(result.exception(), BrokenProcessPool):
            self.discard(worker)
        else:
            self.release(worker)

    def discard(self, worker: SearchWorker) -> None:
        """Remove a process that has died. If moves wait, start another process."""
        if self._remove(worker) and self.waiting:
            self._start()

    def _remove(self, worker: SearchWorker) -> bool:
        """Remove a process that has died. Return False if it was already removed."""
        if worker not in self._all:
            return False
        log.warning("a search process of hard players has died")
        self._all.discard(worker)
        worker.close()
        return True

    def _start(self) -> None:
        worker = SearchWorker()
        self._all.add(worker)
        task = asyncio.create_task(self._ready(worker), name="search worker")
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _ready(self, worker: SearchWorker) -> None:
        try:
            await worker.started
        except BrokenProcessPool:
            if self._remove(worker) and not self._all:
                self._refuse()
        else:
            self.has_started = True
            self.release(worker)

    def _refuse(self) -> None:
        """Fail all waiting moves because no process can start. The next move tries to start one."""
        for _, _, request in self._asking:
            if not request.done():
                request.set_exception(SearchTimeout())
        self._asking.clear()

    def close(self) -> None:
        """Let all processes end. A later request starts new ones."""
        for worker in self._all:
            worker.close()
        self._all.clear()
        self._free.clear()
        self.has_started = False


def warm_up() -> None:
    """Do nothing. A worker that has returned from this can search."""


def search(view: View, seed: bytes, seconds: float, taste: str = EVEN) -> SearchResult:
    """Return the hard level's move, found in at most `seconds` seconds.

    Runs in the worker process.
    """
    rng = Random(seed)  # noqa: S311 - a player's taste, not a shuffle
    budget = SearchBudget(SearchDeadline(seconds, time.monotonic))
    with undisturbed():
        move = choose(view, HARD, rng, more_time=budget, taste=taste)
    return SearchResult(engine.write(move), hasty=budget.too_little)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Return a context manager in which garbage collection is turned off.

    A search makes no garbage, and one collection took up to 70 ms.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
