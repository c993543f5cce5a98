"""The turnstile: heavy steps go onto the event loop one by one, with a look at the sockets between.

Whoever has pressed is to hear at once that the press has come, however much else there is to do. So
what takes milliseconds of the loop at a stretch, such as a panel's words and controls, passes here
first. However many wait, a new press waits for one of them, not for all.
"""

import asyncio
from enum import Enum
from heapq import heappop, heappush
from itertools import count


class Haste(Enum):
    """What is to be done, and how many seconds it may wait for what has come later."""

    MOVE = 0.0
    """What a press asks for; it has been acknowledged, or is about to be."""
    PANEL = 0.1
    """What a member waits for."""
    TABLE = 1.0
    """What everybody may look at. The newest is shown, however late: what came between is not."""


class Turnstile:
    """Lets one heavy step onto the event loop in each of its rounds, by when it has to be done."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()
        self._turns = False

    async def passed(self, haste: Haste) -> None:
        """Wait for one's turn: until its next `await` whoever has passed has this round alone."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (loop.time() + haste.value, next(self._number), turn))
        if not self._turns:
            self._turns = True
            loop.call_soon(self._next, loop)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # whoever was cancelled waits no longer
                turn.set_result(None)
                loop.call_soon(self._next, loop)  # after the step that was let in
                return
        self._turns = False
