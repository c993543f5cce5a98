"""The processes that hard computer players think in: as many as the machine has room for.

Who waits for one is served by the deadline, the earliest first. One that has died, or hangs, is
replaced; no other is touched by that.
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

THINKING: Final = 0.25
"""Seconds of a search at most, where others wait for a process."""
AT_LEISURE: Final = 0.4
"""The same where nobody waits: most searches end long before."""


def thinking_time(waiting: int = 0) -> float:
    """Seconds that a hard player searches, while so many others wait for a process to think in."""
    return THINKING if waiting else AT_LEISURE


class SearchDeadline:
    """Says, when it is asked before each sampled world, whether there is time for one more.

    A world is thought to last as long as the one before, so that hardly any ends too late.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()
        self._end = self._last + seconds

    def __call__(self) -> bool:
        """Whether another world will be over in time."""
        now = self._clock()
        lasted, self._last = now - self._last, now
        return now + lasted < self._end


# ---- The processes that hard computer players think in: as many as the machine has room for


log = logging.getLogger(__name__)

HARD: Final = "hard"
MAX_SEARCH_WORKERS: Final = 8
"""Processes, however many cores there are: each has some 30 MB."""
SEARCH_HANG_TIMEOUT: Final = 10.0
"""Seconds after which a process that should long have answered is ended."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def search_worker_count(share: int = 1) -> int:
    """Return how many processes may think. One core of two or more is left to presses and pictures.

    `share` is the number of bots that share the cores of this machine, this one included.
    """
    return min(MAX_SEARCH_WORKERS, max(1, (cores() - 1) // share))


class SearchResult(NamedTuple):
    """A move as text; `hasty` where there was no time to find a better one than the first."""

    move: str
    hasty: bool = False


class SearchBudget:
    """The time that a search is allowed, and whether that was too little to change a move."""

    def __init__(self, more_time: MoreTime) -> None:
        self._more_time = more_time
        self._worlds = 0
        self.too_little = False

    def __call__(self) -> bool:
        """Whether there is time for one more world."""
        if self._more_time():
            self._worlds += 1
            return True
        self.too_little = self._worlds < CONVINCING
        return False


class SearchTimeout(Exception):  # noqa: N818 - it is answered for, not told
    """There is no move in time."""


class SearchWorker:
    """One process, and whether it has started."""

    def __init__(self) -> None:
        self._pool = WorkerProcess()
        self.started = asyncio.get_running_loop().run_in_executor(self._pool, warm_up)

    @property
    def pids(self) -> tuple[int, ...]:
        """The number of its process, once it has one."""
        return self._pool.pids

    def search(
        self, view: View, seed: bytes, seconds: float, taste: str
    ) -> "asyncio.Future[SearchResult]":
        """Begin to think for so many seconds."""
        work = partial(search, view, seed, seconds, taste)
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Let it end after what it does."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def kill(self) -> None:
        """End it now."""
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        self.close()


class SearchWorkerPool:
    """All of them; started when they are first needed, and no more than `most` says then."""

    def __init__(self, most: Callable[[], int] = search_worker_count) -> None:
        self._most = most
        self._all: set[SearchWorker] = set()
        self._free: list[SearchWorker] = []
        self._asking: list[tuple[float, int, asyncio.Future[SearchWorker]]] = []
        self._number = count()
        self._starting: set[asyncio.Task[None]] = set()
        self.has_started = False
        """Whether any has: from then on nobody waits for a process to start."""

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(pid for worker in self._all for pid in worker.pids)

    @property
    def asking(self) -> int:
        """How many moves wait for a process."""
        return sum(not request.done() for _, _, request in self._asking)

    async def lent(self, until: float) -> SearchWorker:
        """A process that has nothing to do, by a moment of the loop's time.

        Raises `SearchTimeout`.
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
            if request.done() and not request.exception():  # it was lent in the same moment
                self.back(request.result())
            raise
        finally:
            request.cancel()
        if request.cancelled():
            raise SearchTimeout
        return request.result()

    def back(self, worker: SearchWorker) -> None:
        """It has nothing to do any more: whoever has to be served first gets it."""
        if worker not in self._all:
            return
        while self._asking:
            _, _, request = heappop(self._asking)
            if not request.done():
                request.set_result(worker)
                return
        self._free.append(worker)

    def thought(self, worker: SearchWorker, thought: "asyncio.Future[SearchResult]") -> None:
        """Take a process back when it has thought, and replace one that has died, or hangs."""
        hangs = asyncio.get_running_loop().call_later(SEARCH_HANG_TIMEOUT, worker.kill)
        thought.add_done_callback(partial(self._ended, worker, hangs))

    def _ended(
        self,
        worker: SearchWorker,
        hangs: asyncio.TimerHandle,
        thought: "asyncio.Future[SearchResult]",
    ) -> None:
        hangs.cancel()
        if not thought.cancelled() and isinstance(thought.exception(), BrokenProcessPool):
            self.lost(worker)
        else:
            self.back(worker)

    def lost(self, worker: SearchWorker) -> None:
        """A process has died: another is started for those who wait."""
        if self._is_dropped(worker) and self.asking:
            self._start()

    def _is_dropped(self, worker: SearchWorker) -> bool:
        """Whether a process that has died was still one of ours."""
        if worker not in self._all:
            return False
        log.warning("a process in which hard players think has died")
        self._all.discard(worker)
        worker.close()
        return True

    def _start(self) -> None:
        worker = SearchWorker()
        self._all.add(worker)
        task = asyncio.create_task(self._ready(worker), name="thinker")
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _ready(self, worker: SearchWorker) -> None:
        try:
            await worker.started
        except BrokenProcessPool:
            if self._is_dropped(worker) and not self._all:
                self._refuse()
        else:
            self.has_started = True
            self.back(worker)

    def _refuse(self) -> None:
        """Nobody waits where none can start: whoever asks next has one more try."""
        for _, _, request in self._asking:
            if not request.done():
                request.set_exception(SearchTimeout())
        self._asking.clear()

    def close(self) -> None:
        """Let them end; a later wish starts others."""
        for worker in self._all:
            worker.close()
        self._all.clear()
        self._free.clear()
        self.has_started = False


def warm_up() -> None:
    """Nothing: the worker has started when it has done it."""


def search(view: View, seed: bytes, seconds: float, taste: str = EVEN) -> SearchResult:
    """The hard level's move, searched for so many seconds. Runs in the worker."""
    rng = Random(seed)  # noqa: S311 - a player's taste, not a shuffle
    allowed = SearchBudget(SearchDeadline(seconds, time.monotonic))
    with undisturbed():
        move = choose(view, HARD, rng, more_time=allowed, taste=taste)
    return SearchResult(engine.write(move), hasty=allowed.too_little)


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage is looked for: a search makes none, and a look took up to 70 ms of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
