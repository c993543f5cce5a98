"""Render workers: threads or processes that draw one picture at a time, and their queues.

By default there is one thread. The bot passes factories for worker processes instead. Requests with
equal keys use the same worker, because its cache already has the bands of that table.
"""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from enum import Enum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeAlias, TypeVar

from render.text.catalogue import current_language, use_language

T = TypeVar("T")

ExecutorFactory: TypeAlias = Callable[[], Executor]
"""Creates the executor of one worker."""

PREFETCH: Final = 2
"""Pictures submitted to a worker at a time: the current one and the next, so it never idles."""


class Priority(Enum):
    """Priority of a picture: urgent ones requested up to `value` seconds later come first."""

    PRESS = 0.0
    """A member waits for an answer."""
    TABLE = 1.0
    """The public picture of a table.

    Not delayed for ever, or a busy bot would never show the next move.
    """
    LATER = 10.0
    """Nobody waits."""


def thread_executor(prepare: Callable[[], None] | None = None) -> Executor:
    """Return an executor with one thread, in which `prepare` runs first.

    More threads would only compete for the interpreter lock.
    """
    return ThreadPoolExecutor(1, "artist", prepare)


class RenderWorker:
    """One worker and its queue. `make` creates the executor, again if the first one breaks."""

    def __init__(self, make: ExecutorFactory) -> None:
        self._make = make
        self._drawing = make()
        self._given = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()

    async def draw(self, work: Callable[[], T], urgency: Priority) -> T:
        """Run `work` in the worker and return its result.

        Raises what `work` raises. If the worker process dies, `work` is tried a second time in a
        new one.
        """
        await self._turn(urgency)
        try:
            return await self._done(work)
        finally:
            self._given -= 1
            self._next()

    async def _turn(self, urgency: Priority) -> None:
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (loop.time() + urgency.value, next(self._number), turn))
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            # `_next` gave us the slot before the cancellation arrived, so we must free it;
            # otherwise the worker would lose a slot for good.
            if not turn.cancelled():
                self._given -= 1
                self._next()
            raise

    def _next(self) -> None:
        """Release waiting requests, the most urgent first, while the worker has free slots."""
        while self._waiting and self._given < PREFETCH:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._given += 1
                turn.set_result(None)

    async def _done(self, work: Callable[[], T]) -> T:
        loop, drawing = asyncio.get_running_loop(), self._drawing
        try:
            return await loop.run_in_executor(drawing, work)
        except BrokenExecutor:
            # Several pictures fail together when a process dies. Only the first replaces the
            # executor.
            if drawing is self._drawing:
                self._drawing = self._make()
                drawing.shutdown(wait=False)
            return await loop.run_in_executor(self._drawing, work)

    def close(self) -> None:
        """Wait until the current picture is finished, then stop the worker."""
        self._drawing.shutdown()


class RenderPool:
    """All render workers.

    `kinds` returns the factories; it is called when the first picture is needed.
    """

    def __init__(
        self, kinds: Callable[[], Sequence[ExecutorFactory]] = lambda: (thread_executor,)
    ) -> None:
        self._kinds = kinds
        self._made: list[RenderWorker] = []

    @property
    def _all(self) -> list[RenderWorker]:
        # Made at the first picture, not at the start: worker processes take memory that an idle bot
        # does not need.
        self._made = self._made or [RenderWorker(kind) for kind in self._kinds()]
        return self._made

    async def draw(self, work: Callable[[], T], urgency: Priority, whose: Hashable) -> T:
        """Run `work` in the current language.

        Equal values of `whose` get the same worker and its warm cache.
        """
        # `hash` of text differs from run to run. It only has to be the same within this process.
        worker = self._all[hash(whose) % len(self._all)]
        return await worker.draw(partial(in_language, current_language(), work), urgency)

    async def everywhere(self, work: Callable[[], T]) -> list[T]:
        """Run `work` in every worker, as soon as no picture waits there."""
        return await asyncio.gather(*(one.draw(work, Priority.LATER) for one in self._all))

    def close(self) -> None:
        """Stop all workers."""
        for worker in self._made:
            worker.close()


def in_language(language: str, work: Callable[[], T]) -> T:
    """Run `work` in a language. A worker's context does not inherit the language of the caller."""
    with use_language(language):
        return work()
