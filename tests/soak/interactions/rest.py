"""Rest: everybody stops, what is under way ends, and goes on when told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Rest:
    """A gate that counts who is inside."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._inside = 0

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """Do something, once it is allowed."""
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
        """Let nobody begin anything, and wait until nobody does anything."""
        self._open.clear()
        await self._quiet.wait()

    def end(self) -> None:
        """Let everybody go on."""
        self._open.set()
