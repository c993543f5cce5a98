"""Work outside the current step of the event loop: processes, a thread, and turns on the loop.

Workers import this module, so it imports only the standard library. The search of computer players
and the films define their own work: `cogs.computers.worker_pool`, `cogs.history.film_worker`.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from enum import Enum
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from types import ModuleType
from typing import Final, ParamSpec, TypeVar

# ---- worker processes

P = ParamSpec("P")
T = TypeVar("T")

SPAWNED: Final = get_context("spawn")
"""Spawn, because a fork would copy locks that drawing, search and write threads may have taken."""
_ONE_AT_A_TIME: Final = Lock()


@contextmanager
def importing_no_bot() -> Iterator[None]:
    """Keep a worker that starts in this block from importing `bot.py`.

    Multiprocessing imports the main module again in each worker, which costs 45 MB a process.
    """
    # Two threads in this block would restore each other's stand-in as the main module.
    with _ONE_AT_A_TIME:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


class WorkerProcess(ProcessPoolExecutor):
    """A process that runs one call at a time, and that ends with this process."""

    def __init__(self) -> None:
        super().__init__(1, SPAWNED, initializer=exit_with_parent)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call. The first one starts the process."""
        with importing_no_bot():
            return super().submit(fn, *args, **kwargs)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process id, once there is a process."""
        return tuple(self._processes or ())


def exit_with_parent() -> None:
    """Make this worker end with its parent process, and not on Ctrl-C.

    The terminal sends Ctrl-C to the whole group; the parent then ends the worker in order. A parent
    that is killed cannot tell its worker, so a thread waits for its end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the parent process has ended, then exit."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


# ---- turns on the event loop


class Priority(Enum):
    """How many seconds a heavy step may wait for steps that were requested later."""

    MOVE = 0.0
    """A move. Its interaction is deferred, or is about to be."""
    PANEL = 0.1
    """A hand panel, for which one member waits."""
    TABLE = 1.0
    """A table's message. Only the newest state is shown, so a late one costs nothing."""


class LoopThrottle:
    """Runs at most one heavy step in each iteration of the event loop, the most urgent one first.

    Between two steps the loop serves its sockets. Otherwise many moves at once would delay the
    first answer to an interaction beyond Discord's three seconds.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()
        self._turns = False

    async def wait(self, priority: Priority) -> None:
        """Wait for a turn. Until its next `await` the caller has this round of the loop alone."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (loop.time() + priority.value, next(self._number), turn))
        if not self._turns:
            self._turns = True
            loop.call_soon(self._next, loop)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # a cancelled task no longer waits
                turn.set_result(None)
                loop.call_soon(self._next, loop)  # runs after the step that was let in
                return
        self._turns = False


# ---- a thread for long work


class BackgroundThread:
    """Runs long work on a thread, one call at a time."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, work: Callable[[], T]) -> T:
        """Return what `work` returns. The thread sees the caller's context, so also its locale."""
        # One at a time: two such calls would fill both cores while members wait.
        async with self._one:
            return await asyncio.to_thread(work)
