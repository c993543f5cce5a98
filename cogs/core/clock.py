"""Discord's clock against ours, read from the numbers of presses: they hold the time.

A machine whose clock is wrong must not take anybody's turn away. Nor is a machine whose clock is
set followed where that would lead away from Discord's.

A press that was long on its way looks like a clock of ours that is ahead: after an outage Discord
replays what was pressed in it. So that we are ahead is believed only when a later press says so
too, one that did not arrive together with the first.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

MAX_CLOCK_SKEW: Final = 60.0
"""Seconds of difference that are no mere delay."""
APART: Final = 30.0
"""Seconds between two presses that did not wait for the same outage to end."""


class ClockSkew:
    """What the newest press said about the time, where that can be believed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._difference = 0.0
        self._heard = False
        self._doubtful: float | None = None
        """When the first press arrived that was late, or showed that we are ahead."""

    def heard(self, pressed: float) -> None:
        """A press that Discord says was made at `pressed` (seconds since 1970) has just arrived."""
        now = self._clock()
        if self._may_be_late(now, now - pressed):
            return
        before, self._difference = self.agrees(), now - pressed
        self._heard, self._doubtful = True, None
        if before and not self.agrees():
            log.error(
                "our clock is %.0f s off Discord's: no deadline is enforced until they agree",
                self._difference,
            )

    def _may_be_late(self, now: float, difference: float) -> bool:
        """Whether a delay explains such a press as well as a clock that is ahead."""
        if difference <= max(MAX_CLOCK_SKEW, self._difference + MAX_CLOCK_SKEW):
            return False
        if self._doubtful is None:
            self._doubtful = now
        return now - self._doubtful < APART

    def now(self) -> float:
        """Discord's time, as far as we know: its tokens and presses live by it."""
        return self._clock() - self._difference

    def welcomes(self, by: float) -> bool:
        """Whether setting our clock by so many seconds leads to Discord's, as far as we know."""
        return not self._heard or abs(self._difference + by) < abs(self._difference)

    def follow(self, by: float) -> None:
        """Our clock was set by so many seconds."""
        self._difference += by
        if self._doubtful is not None:
            self._doubtful += by

    def agrees(self) -> bool:
        """Whether our clock is near Discord's, as far as we know."""
        return abs(self._difference) <= MAX_CLOCK_SKEW


# ---- The time of the process: it goes on evenly, whatever is done to the machine's clock


LEEWAY: Final = 5.0
"""Seconds by which the machine's clock may be off ours before that means anything."""


def monotonic() -> float:
    """Seconds since some moment: a clock that nobody sets, and that runs while a laptop sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # Linux; elsewhere a sleep looks like a clock set ahead
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Clock:
    """Gives UTC epoch seconds. `wall` is the machine's clock, `elapsed` one that nobody sets."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = monotonic,
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
