"""The gate every press and command passes: it counts what is under way and can be closed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from cogs._kit.refusals import Leaving


class Gate:
    """Counts work under way. Closing lets running work finish and turns new work away."""

    def __init__(self) -> None:
        self._closed = False
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Work is under way inside this block. Raises `Leaving` once the gate is closed."""
        if self._closed:
            raise Leaving
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    async def close(self, patience: float) -> int:
        """Let nobody in; wait up to `patience` seconds. Returns how many are still inside."""
        self._closed = True
        try:
            async with asyncio.timeout(patience):
                await self._empty.wait()
        except TimeoutError:
            return self._inside
        return 0
