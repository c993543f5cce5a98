"""The clock of the process, and its difference from Discord's clock.

`Clock` is UTC time that advances evenly. `ClockSkew` compares `Clock` with the timestamps of
interactions. `cogs.game.timekeeper` moves deadlines when somebody sets the machine's clock.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

MAX_CLOCK_SKEW: Final = 60.0
"""Seconds by which our clock may differ from Discord's. A delay does not explain more."""
APART: Final = 30.0
"""Two interactions with this many seconds between them were not delayed by the same outage."""


class ClockSkew:
    """How far our clock is from Discord's, measured by the newest interaction that we can believe.

    A machine with a wrong clock must not end a member's turn: the bot enforces no deadline while
    `agrees` is False.

    After an outage Discord sends the interactions of the outage late. A late interaction looks as
    if our clock were ahead. So one such interaction changes nothing. A second one must confirm it,
    at least `APART` seconds later.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._difference = 0.0
        self._heard = False
        self._doubtful: float | None = None
        """When the first interaction arrived that was late or showed our clock to be ahead."""

    def heard(self, created_at: float) -> None:
        """Measure the difference from an interaction or a response that has just arrived.

        Args:
            created_at: When Discord created the interaction or response, as UTC epoch seconds.
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
        """Return whether our clock only seems to be ahead because the interaction arrived late."""
        if difference <= max(MAX_CLOCK_SKEW, self._difference + MAX_CLOCK_SKEW):
            return False
        if self._doubtful is None:
            self._doubtful = now
        return now - self._doubtful < APART

    def now(self) -> float:
        """Return Discord's time as UTC epoch seconds.

        Interaction tokens expire by Discord's time.
        """
        return self._clock() - self._difference

    def is_improved_by(self, by: float) -> bool:
        """Return whether our clock would be nearer to Discord's if we moved it by `by` seconds."""
        return not self._heard or abs(self._difference + by) < abs(self._difference)

    def follow(self, by: float) -> None:
        """Correct the measured difference after our clock was moved by `by` seconds."""
        self._difference += by
        if self._doubtful is not None:
            self._doubtful += by

    def agrees(self) -> bool:
        """Return whether the measured difference is at most `MAX_CLOCK_SKEW`."""
        return abs(self._difference) <= MAX_CLOCK_SKEW


# ---- the clock of the process


LEEWAY: Final = 5.0
"""Seconds by which the machine's clock may differ from ours. More means that somebody set it."""


def monotonic() -> float:
    """Return the seconds of a clock that nobody can set.

    On Linux it also runs while a laptop sleeps.
    """
    if hasattr(
        time, "CLOCK_BOOTTIME"
    ):  # Linux only. Elsewhere, waking from sleep looks like a clock that was set ahead.
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Clock:
    """UTC epoch seconds that advance evenly, even when somebody sets the machine's clock.

    `wall` returns the machine's time. `elapsed` returns monotonic seconds.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = monotonic,
    ) -> None:
        self.elapsed = elapsed
        """Returns monotonic seconds, for intervals within one run of the process."""
        self._wall = wall
        self._began = wall() - elapsed()

    def __call__(self) -> float:
        return self._began + self.elapsed()

    def off(self) -> float:
        """Return by how many seconds the machine's clock was set; negative if it was set back.

        Returns 0 for a difference of at most `LEEWAY`, because clocks drift that far by themselves.
        """
        by = self._wall() - self()
        return by if abs(by) > LEEWAY else 0.0

    def follow(self, by: float) -> None:
        """Move this clock by `by` seconds, which `off` has returned."""
        self._began += by
