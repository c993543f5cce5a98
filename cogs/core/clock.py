"""The clock of the process, and its difference from Discord's clock.

`Clock` is steady UTC time. `ClockSkew` compares it with the timestamps of interactions. What
happens to deadlines when the machine's clock is set: `cogs.game.timekeeper`.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

MAX_CLOCK_SKEW: Final = 60.0
"""Seconds of difference that a delay does not explain."""
APART: Final = 30.0
"""Seconds between two interactions that were not delayed by the same outage."""


class ClockSkew:
    """How far our clock is from Discord's, measured by the newest interaction that can be believed.

    A machine with a wrong clock must not take a member's turn away: no deadline is enforced while
    `agrees` is False.

    A delayed interaction looks as if our clock were ahead, because Discord replays the interactions
    of an outage afterwards. So "we are ahead" is believed only when a second interaction confirms
    it that did not arrive together with the first.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._difference = 0.0
        self._heard = False
        self._doubtful: float | None = None
        """When the first interaction arrived that was late, or showed that we are ahead."""

    def heard(self, created_at: float) -> None:
        """Measure the skew by an interaction or a response that has just arrived.

        Args:
            created_at: When Discord created it, as UTC epoch seconds.
        """
        now = self._clock()
        if self._may_be_late(now, now - created_at):
            return
        # Log only the change, not every interaction while the clock is wrong.
        before, self._difference = self.agrees(), now - created_at
        self._heard, self._doubtful = True, None
        if before and not self.agrees():
            log.error(
                "our clock is %.0f s off Discord's: no deadline is enforced until they agree",
                self._difference,
            )

    def _may_be_late(self, now: float, difference: float) -> bool:
        """Return whether a delay explains an interaction as well as a clock that is ahead."""
        if difference <= max(MAX_CLOCK_SKEW, self._difference + MAX_CLOCK_SKEW):
            return False
        if self._doubtful is None:
            self._doubtful = now
        return now - self._doubtful < APART

    def now(self) -> float:
        """Return Discord's time, as far as we know: UTC epoch seconds. Its tokens expire by it."""
        return self._clock() - self._difference

    def is_improved_by(self, by: float) -> bool:
        """Return whether setting our clock by `by` seconds brings it nearer to Discord's."""
        return not self._heard or abs(self._difference + by) < abs(self._difference)

    def follow(self, by: float) -> None:
        """Take note that our clock was set by `by` seconds."""
        self._difference += by
        if self._doubtful is not None:
            self._doubtful += by

    def agrees(self) -> bool:
        """Return whether our clock is within `MAX_CLOCK_SKEW` of Discord's, as far as we know."""
        return abs(self._difference) <= MAX_CLOCK_SKEW


# ---- the clock of the process


LEEWAY: Final = 5.0
"""Seconds by which the machine's clock may differ from ours before we call it set."""


def monotonic() -> float:
    """Return seconds of a clock that nobody can set, and that runs while a laptop sleeps."""
    if hasattr(
        time, "CLOCK_BOOTTIME"
    ):  # Linux only. Elsewhere a sleep looks like a clock set ahead.
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Clock:
    """UTC epoch seconds that advance evenly, even when somebody sets the machine's clock.

    `wall` is the machine's clock, `elapsed` a monotonic one.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = monotonic,
    ) -> None:
        self.elapsed = elapsed
        """Monotonic seconds, for intervals that do not outlive the process."""
        self._wall = wall
        self._began = wall() - elapsed()

    def __call__(self) -> float:
        return self._began + self.elapsed()

    def off(self) -> float:
        """Return by how many seconds the machine's clock was set; negative if it was set back.

        Returns 0 for a difference within `LEEWAY`, which is drift.
        """
        by = self._wall() - self()
        return by if abs(by) > LEEWAY else 0.0

    def follow(self, by: float) -> None:
        """Shift this clock by what `off` returned."""
        self._began += by
