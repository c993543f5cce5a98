"""Tests of retries: a message that waits does not overwrite a newer one."""

import asyncio
from collections.abc import Awaitable, Callable

from cogs.delivery.request import TransientError
from cogs.delivery.retry_queue import RetryQueue


class Here:
    """A bot whose delays end when the test says so."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.sleep: Callable[[float], Awaitable[None]] = self._until_over

    async def _until_over(self, seconds: float) -> None:
        assert seconds
        await self.over.wait()


async def test_what_waits_is_not_shown_over_what_was_shown_since() -> None:
    here, shown, in_trouble = Here(), list[str](), True

    async def show(words: str) -> None:
        if in_trouble:
            raise TransientError("busy")
        shown.append(words)

    async def failed(error: Exception) -> None:
        raise error

    late = RetryQueue(here)
    await late.show(1, lambda: show("the backups follow"), failed)
    in_trouble = False
    await late.show(1, lambda: show("done"), failed)
    here.over.set()
    await asyncio.gather(*late._tasks)
    assert shown == ["done"]
