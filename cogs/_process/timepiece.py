"""The time of the process: it goes on evenly, whatever is done to the machine's clock.

A machine's clock is set by people and by services, ahead and back. Whoever measures by it how long
something lasts locks members out, or hurries them. So the time of day is asked once, and counted
on from there; whether the clock was set meanwhile can be asked, and followed where that is right.
"""

import time
from collections.abc import Callable
from typing import Final

LEEWAY: Final = 5.0
"""Seconds by which the machine's clock may be off ours before that means anything."""


def counted() -> float:
    """Seconds since some moment: a clock that nobody sets, and that runs while a laptop sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # Linux; elsewhere a sleep looks like a clock set ahead
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Timepiece:
    """Gives UTC epoch seconds. `wall` is the machine's clock, `elapsed` one that nobody sets."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = counted,
    ) -> None:
        self.elapsed = elapsed
        """Seconds since some moment, for what does not outlive the process: it never goes back."""
        self._wall = wall
        self._began = wall() - elapsed()

    def __call__(self) -> float:
        """UTC epoch seconds."""
        return self._began + self.elapsed()

    def off(self) -> float:
        """By how many seconds the machine's clock was set, 0 for hardly; negative: back."""
        by = self._wall() - self()
        return by if abs(by) > LEEWAY else 0.0

    def follow(self, by: float) -> None:
        """Take over what `off` said."""
        self._began += by
