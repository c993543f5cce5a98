"""Processes beside the bot's own: what each needs to do its work, and no more of the bot.

They are spawned. A fork would copy the threads that draw, think and write.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from types import ModuleType
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SPAWNED: Final = get_context("spawn")
_ONE_AT_A_TIME: Final = Lock()


@contextmanager
def without_the_bot() -> Iterator[None]:
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


class Worker(ProcessPoolExecutor):
    """One process that does one thing after the other, and ends with this one."""

    def __init__(self) -> None:
        super().__init__(1, SPAWNED, initializer=accompany)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done; the first starts the process."""
        with without_the_bot():
            return super().submit(fn, *args, **kwargs)

    @property
    def pids(self) -> tuple[int, ...]:
        """The number of its process, once it has one."""
        return tuple(self._processes or ())


def accompany() -> None:
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
