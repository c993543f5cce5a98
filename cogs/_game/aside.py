"""Long work beside the event loop: one piece at a time, on a thread.

Whatever grows with the length of a game is done here: folding a log, telling a whole game, dealing
one again. One piece at a time, because several threads that reckon would each take their turn of
the interpreter before the loop gets it back; so it waits for one of them at most, 5 ms.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Aside:
    """Where a bot does such work."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, work: Callable[[], T]) -> T:
        """What the work comes to; it speaks the language of whoever asks. Raises what it raises."""
        async with self._one:
            return await asyncio.to_thread(work)
