"""Work on a database's copies: one at a time, and once begun to its end."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


class Copying:
    """Makes, changes and removes copies of a file, in the order it was asked to."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns, or raises. It ends, whoever no longer waits for it."""
        task = asyncio.create_task(self._alone(work), name="copying")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_tell_the_log)
            raise

    async def close(self) -> None:
        """Wait for what is under way: the file must stay open, and ours, until then."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _alone(self, work: Coroutine[Any, Any, T]) -> T:
        async with self._turn:
            return await work


def _tell_the_log(task: asyncio.Task[Any]) -> None:
    """Nobody else hears of it any more."""
    if not task.cancelled() and (error := task.exception()):
        log.warning("copies: %s", error)
