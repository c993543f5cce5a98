"""Discord's clock against ours, read from the numbers of presses: they hold the time.

A machine whose clock is wrong must not take anybody's turn away. Nor is a machine whose clock is
set followed where that would lead away from Discord's.
"""

import logging
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

FAR: Final = 60.0
"""Seconds of difference that are no mere delay."""


class Pulse:
    """What the newest press said about the time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._difference = 0.0
        self._heard = False

    def heard(self, pressed: float) -> None:
        """A press that Discord says was made at `pressed` (seconds since 1970) has just arrived."""
        before, self._difference = self.agrees(), self._clock() - pressed
        self._heard = True
        if before and not self.agrees():
            log.error(
                "our clock is %.0f s off Discord's: no deadline is enforced until they agree",
                self._difference,
            )

    def now(self) -> float:
        """Discord's time, as far as we know: its tokens and presses live by it."""
        return self._clock() - self._difference

    def welcomes(self, by: float) -> bool:
        """Whether setting our clock by so many seconds leads to Discord's, as far as we know."""
        return not self._heard or abs(self._difference + by) < abs(self._difference)

    def follow(self, by: float) -> None:
        """Our clock was set by so many seconds."""
        self._difference += by

    def agrees(self) -> bool:
        """Whether our clock is near Discord's, as far as we know."""
        return abs(self._difference) <= FAR
