"""Rest: all activity stops, work under way ends, and everything continues when told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Rest:
    """A gate that counts the activities inside."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._inside = 0

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """Run something as soon as it is allowed."""
        await self._open.wait()
        self._inside += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._quiet.set()

    async def begin(self) -> None:
        """Stop new activities, and wait until all running ones have ended."""
        self._open.clear()
        await self._quiet.wait()

    def end(self) -> None:
        """Let everybody continue."""
        self._open.set()
