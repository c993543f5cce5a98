"""Processes beside the bot's own: what each needs to do its work, and no more of the bot.

They are spawned. A fork would copy the threads that draw, think and write.
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

P = ParamSpec("P")
T = TypeVar("T")

SPAWNED: Final = get_context("spawn")
_ONE_AT_A_TIME: Final = Lock()


@contextmanager
def importing_no_bot() -> Iterator[None]:
    """Let a process that starts now import what it is given to do, and not all of `bot.py` first.

    Multiprocessing runs the main module anew, for what might be defined there: 45 MB a process.
    """
    with _ONE_AT_A_TIME:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


class WorkerProcess(ProcessPoolExecutor):
    """One process that does one thing after the other, and ends with this one."""

    def __init__(self) -> None:
        super().__init__(1, SPAWNED, initializer=exit_with_parent)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done; the first starts the process."""
        with importing_no_bot():
            return super().submit(fn, *args, **kwargs)

    @property
    def pids(self) -> tuple[int, ...]:
        """The number of its process, once it has one."""
        return tuple(self._processes or ())


def exit_with_parent() -> None:
    """Let the worker end with the process it works for, and with nothing else.

    Ctrl-C is for that process, which ends the worker; and one that is killed tells nobody.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the process that has started this one, and follow it."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


# ---- The turnstile: heavy steps go onto the event loop one by one, with a look at the sockets
# between


class Priority(Enum):
    """What is to be done, and how many seconds it may wait for what has come later."""

    MOVE = 0.0
    """What a press asks for; it has been acknowledged, or is about to be."""
    PANEL = 0.1
    """What a member waits for."""
    TABLE = 1.0
    """What everybody may look at. The newest is shown, however late: what came between is not."""


class LoopThrottle:
    """Lets one heavy step onto the event loop in each of its rounds, by when it has to be done."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()
        self._turns = False

    async def passed(self, haste: Priority) -> None:
        """Wait for one's turn: until its next `await` whoever has passed has this round alone."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (loop.time() + haste.value, next(self._number), turn))
        if not self._turns:
            self._turns = True
            loop.call_soon(self._next, loop)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # whoever was cancelled waits no longer
                turn.set_result(None)
                loop.call_soon(self._next, loop)  # after the step that was let in
                return
        self._turns = False


# ---- Long work beside the event loop: one piece at a time, on a thread


class BackgroundThread:
    """Where a bot does such work."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, work: Callable[[], T]) -> T:
        """What the work comes to; it speaks the language of whoever asks. Raises what it raises."""
        async with self._one:
            return await asyncio.to_thread(work)
