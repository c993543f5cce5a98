"""Worker processes, a background thread, and a throttle for heavy steps on the event loop.

Worker processes import this module, so it imports only the standard library.
`cogs.computers.worker_pool` and `cogs.history.film_worker` define what their workers do.
"""

import asyncio
import ctypes
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from enum import Enum
from functools import cached_property, partial
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread
from traceback import format_exc
from types import ModuleType
from typing import Any, Final, ParamSpec, TypeVar, cast

# ---- worker processes

P = ParamSpec("P")
T = TypeVar("T")

SPAWNED: Final = get_context("spawn")
"""Spawn, not fork: a fork would copy locks that other threads of this process may have taken."""
_ONE_AT_A_TIME: Final = Lock()
TRIM_INTERVAL = 15.0
"""Seconds between two calls that return free memory to the operating system."""
YOUNG_OBJECTS: Final = 20_000
"""New objects between two small garbage collections.

With Python's 700 they take a millisecond of each press, and find next to nothing.
"""


@contextmanager
def importing_no_bot() -> Iterator[None]:
    """Prevent worker processes that start in this block from importing `bot.py`.

    Multiprocessing imports the main module again in each worker, which costs 45 MB per process.
    """
    # Two threads in this block would restore the wrong main module: each other's empty one.
    with _ONE_AT_A_TIME:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


class WorkerProcess(ThreadPoolExecutor):
    """A process that runs one call at a time and ends with its parent process.

    A thread sends each call through a pipe and waits for the answer. `ProcessPoolExecutor` needs
    two threads and two queues for that, and a millisecond more for each call.
    """

    def __init__(self, prepare: Callable[[], None] | None = None) -> None:
        """Create the executor. `prepare` runs first in the process."""
        super().__init__(1, "worker process")
        self._prepare = prepare
        self._process: SpawnProcess | None = None

    @cached_property
    def _pipe(self) -> "Connection[object, Any]":
        mine, theirs = SPAWNED.Pipe()
        # A daemon: the process ends with the bot, even if `shutdown` is never called.
        started = SPAWNED.Process(target=serve, args=(theirs, self._prepare), daemon=True)
        with importing_no_bot():
            started.start()
        # The process has its own copy. With a copy here, its death would not close the pipe.
        theirs.close()
        self._process = started
        return mine

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call. The first call starts the process."""
        return super().submit(self._answer, partial(fn, *args, **kwargs))

    def _answer(self, call: Callable[[], T]) -> T:
        try:
            self._pipe.send(call)
            result, error = self._pipe.recv()
        except (EOFError, OSError) as gone:
            raise BrokenProcessPool("the process has terminated") from gone
        if error is not None:
            raise error
        return cast("T", result)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as in the base class
        """Take no more calls, and end the process. Without `wait`, it ends with this object."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        if wait and self._process is not None:
            self._pipe.close()
            self._process.join()

    @property
    def pids(self) -> tuple[int, ...]:
        """The process id; empty before the process has started."""
        pid = self._process and self._process.pid
        return (pid,) if pid else ()


def serve(pipe: "Connection[object, Any]", prepare: Callable[[], None] | None) -> None:
    """Run the calls of a parent process until it closes the pipe."""
    exit_with_parent()
    if prepare is not None:
        prepare()
    gc.set_threshold(YOUNG_OBJECTS)
    with suppress(EOFError):
        while True:
            call = pipe.recv()
            answer: tuple[object, Exception | None]
            try:
                answer = call(), None
            except Exception as error:  # noqa: BLE001 - raised again in the parent process
                error.add_note(format_exc())  # A pickled exception loses its traceback.
                answer = None, error
            pipe.send(answer)


def exit_with_parent() -> None:
    """Make this worker process end with its parent process, and ignore Ctrl-C.

    It also returns free memory to the operating system at intervals.

    The terminal sends Ctrl-C to the parent and to its workers. The parent then ends the worker in
    an orderly way. If the parent is killed, it cannot do so; a thread of the worker waits for that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the parent process has ended, then exit. Return free memory meanwhile."""
    parent, trim = parent_process(), trimmer()
    assert parent is not None
    while parent.is_alive():
        parent.join(TRIM_INTERVAL)
        if trim:
            trim(0)
    os._exit(0)


def trimmer() -> Callable[[int], int] | None:
    """Return glibc's `malloc_trim`, or None if the C library has no such function."""
    try:
        found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):  # Windows cannot open the process itself as a library
        return None
    return found


# ---- turns on the event loop


class Priority(Enum):
    """Priority of a heavy step. Steps that come up to this many seconds later may overtake it."""

    MOVE = 0.0
    """A move. Its interaction is deferred already, or will be next."""
    PANEL = 0.1
    """A hand panel. One member waits for the panel."""
    TABLE = 1.0
    """A table's message. It shows only the newest state, so a delay loses nothing."""


class LoopThrottle:
    """Runs at most one heavy step in each iteration of the event loop, the most urgent one first.

    Between two heavy steps the loop serves its sockets. Without that, many moves at once would
    delay the first answer to an interaction beyond Discord's three seconds.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()
        self._turns = False

    async def wait(self, priority: Priority) -> None:
        """Wait for a turn. No other heavy step runs before the caller's next `await`."""
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
                loop.call_soon(self._next, loop)  # runs after the step that has just got its turn
                return
        self._turns = False


# ---- a thread for long work


class BackgroundThread:
    """Runs long work on a thread, one call at a time."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, work: Callable[[], T]) -> T:
        """Return the result of `work`.

        The thread has the caller's context variables, including the locale.
        """
        # One at a time: two such calls would occupy both cores, and members would wait.
        async with self._one:
            return await asyncio.to_thread(work)
