"""The sessions that may be begun in a day: Discord counts them for the token, over all clusters.

Asked anew before each session once few are left, and now and then before: what the other clusters
have begun meanwhile, only Discord knows.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from cogs._process.identifying import Starts, may_begin

FRESH: Final = 60.0
"""Seconds for which an answer is gone by."""
FEW: Final = 250
"""More than all clusters together may begin in that time: 16 groups, one every five seconds."""


class Sessions:
    """What is left of them. `now` gives seconds of a clock that nobody sets."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[Starts]],
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ask = ask
        self._now = now
        self._sleep = sleep
        self._left = 0
        self._asked = 0.0

    async def begin(self) -> None:
        """Count one session, once Discord lets it begin."""
        while self._left <= FEW or self._now() - self._asked >= FRESH:
            starts = await self._ask()
            self._left, self._asked = starts["remaining"], self._now()
            if await may_begin(starts, 1, self._sleep):
                break
        self._left -= 1
