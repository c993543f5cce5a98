"""The interactions under way: a stop waits for them and refuses new ones."""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any
from weakref import WeakKeyDictionary

from cogs._kit.refusals import Leaving
from cogs._upkeep.clustered import CURRENT_SHARD


class Gate:
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

        Raises `Leaving` after `close`, also inside the block for a task that `close` cancels.
        """
        task = asyncio.current_task()
        assert task is not None
        self._here.add(task)
        task.add_done_callback(self._here.discard)
        self._by[task] = CURRENT_SHARD.get()
        if self._over:  # the connection to Discord is closing: end where it would answer
            task.cancel()
        if self._closed:
            raise Leaving
        self._inside[task] = member
        try:
            yield
        except asyncio.CancelledError:
            if not self._going_home:
                raise
            # `close` has cancelled it. Once that is undone, the task can still tell its member.
            task.uncancel()
            raise Leaving(midway=True) from None
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
