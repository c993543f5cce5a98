"""Easels: where pictures are drawn, one at a time each, by when they are wanted.

A thread of this process unless whoever makes them has processes for it. What is drawn again and
again, such as a table, comes to the same easel each time, which has kept its bands.
"""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from enum import Enum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeAlias, TypeVar

from render.text.catalogue import speaking, spoken

T = TypeVar("T")

Kind: TypeAlias = Callable[[], Executor]
"""How an easel is made."""

AHEAD: Final = 2
"""Pictures given to an easel: the one that is drawn, and the next, so that it never waits."""


class Urgency(Enum):
    """Who waits for a picture, and for how many seconds others may be drawn that come later."""

    PRESS = 0.0
    """A member who has pressed."""
    TABLE = 1.0
    """Everybody who may look at a table: for ever later, and the next hand would not come."""
    LATER = 10.0
    """Nobody yet."""


def thread() -> Executor:
    """A thread: with processes beside it, it would fight them for nothing."""
    return ThreadPoolExecutor(1, "artist")


class Easel:
    """One of them. `make` gives what draws, and another should that die."""

    def __init__(self, make: Kind) -> None:
        self._make = make
        self._drawing = make()
        self._given = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()

    async def draw(self, work: Callable[[], T], urgency: Urgency) -> T:
        """What the work gives. Raises what it raises; a process that dies is tried once more."""
        await self._turn(urgency)
        try:
            return await self._done(work)
        finally:
            self._given -= 1
            self._next()

    async def _turn(self, urgency: Urgency) -> None:
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (loop.time() + urgency.value, next(self._number), turn))
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # its turn came in the same moment
                self._given -= 1
                self._next()
            raise

    def _next(self) -> None:
        """Let those who wait have their turn, the earliest wanted first."""
        while self._waiting and self._given < AHEAD:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._given += 1
                turn.set_result(None)

    async def _done(self, work: Callable[[], T]) -> T:
        loop, drawing = asyncio.get_running_loop(), self._drawing
        try:
            return await loop.run_in_executor(drawing, work)
        except BrokenExecutor:
            if drawing is self._drawing:
                self._drawing = self._make()
                drawing.shutdown(wait=False)
            return await loop.run_in_executor(self._drawing, work)

    def close(self) -> None:
        """Let it finish what it draws, and end it."""
        self._drawing.shutdown()


class Easels:
    """All of them. `kinds` says how each is made, when the first picture is wanted."""

    def __init__(self, kinds: Callable[[], Sequence[Kind]] = lambda: (thread,)) -> None:
        self._kinds = kinds
        self._made: list[Easel] = []

    @property
    def _all(self) -> list[Easel]:
        self._made = self._made or [Easel(kind) for kind in self._kinds()]
        return self._made

    async def draw(self, work: Callable[[], T], urgency: Urgency, whose: Hashable) -> T:
        """A picture in the language spoken here; `whose` tells which easel knows its like."""
        easel = self._all[hash(whose) % len(self._all)]
        return await easel.draw(partial(said_in, spoken(), work), urgency)

    async def everywhere(self, work: Callable[[], T]) -> list[T]:
        """The same at each of them, once nobody waits for a picture there."""
        return await asyncio.gather(*(one.draw(work, Urgency.LATER) for one in self._all))

    def close(self) -> None:
        """End them all."""
        for easel in self._made:
            easel.close()


def said_in(language: str, work: Callable[[], T]) -> T:
    """Do something in a language."""
    with speaking(language):
        return work()
