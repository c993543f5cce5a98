"""How long a hard player searches: as long as the table hardly notices, and no longer than that."""

from collections.abc import Callable
from typing import Final

THINKING: Final = 0.25
"""Seconds of a search at most, where others wait for a process."""
AT_LEISURE: Final = 0.4
"""The same where nobody waits: most searches end long before."""


def thinking_time(waiting: int = 0) -> float:
    """Seconds that a hard player searches, while so many others wait for a process to think in."""
    return THINKING if waiting else AT_LEISURE


class Deadline:
    """Says, when it is asked before each sampled world, whether there is time for one more.

    A world is thought to last as long as the one before, so that hardly any ends too late.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()
        self._end = self._last + seconds

    def __call__(self) -> bool:
        """Whether another world will be over in time."""
        now = self._clock()
        lasted, self._last = now - self._last, now
        return now + lasted < self._end
