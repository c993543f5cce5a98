"""Queue for work on backups: one job at a time, each run to its end."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


class BackupQueue:
    """A queue that writes, changes and removes backups of a file, in the order of the calls."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of `work`, or raise its error.

        `work` runs to its end even if the caller is cancelled.
        """
        task = asyncio.create_task(self._alone(work), name="copying")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_tell_the_log)
            raise

    async def close(self) -> None:
        """Wait for the current work, which needs the file open and locked."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _alone(self, work: Coroutine[Any, Any, T]) -> T:
        async with self._turn:
            return await work


def _tell_the_log(task: asyncio.Task[Any]) -> None:
    """Log an error that no caller is waiting for."""
    if not task.cancelled() and (error := task.exception()):
        log.warning("copies: %s", error)
