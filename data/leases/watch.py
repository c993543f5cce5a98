"""Who lives, by the watcher's own clock: a beat that has not changed for a while is a dead one's.

While PostgreSQL cannot be asked, nothing is learnt, and nobody dies of that: whoever could not
beat then has as long again once it answers.
"""

from collections.abc import Callable
from typing import Final

from data.leases.rows import Overview, Participant

DEAD_AFTER: Final = 10.0
"""Seconds without a beat after which somebody is dead."""
BLIND_AFTER: Final = 3.0
"""Seconds between two looks after which the watcher knows nothing of what was before."""


class Watch:
    """What one process knows of the others. `now` gives seconds of a clock that nobody sets."""

    def __init__(self, now: Callable[[], float], dead_after: float = DEAD_AFTER) -> None:
        self._now = now
        self._dead_after = dead_after
        self._known: dict[str, tuple[int, float]] = {}
        self._looked = now()

    def saw(self, seen: Overview) -> None:
        """Everybody's beats as they are now."""
        now = self._now()
        before = self._known if now - self._looked <= BLIND_AFTER else {}
        self._known = {
            member.holder: self._since(member, before.get(member.holder), now)
            for member in seen.members.values()
        }
        self._looked = now

    def _since(
        self, member: Participant, before: tuple[int, float] | None, now: float
    ) -> tuple[int, float]:
        return before if before is not None and before[0] == member.beat else (member.beat, now)

    def is_silent(self, holder: str) -> bool:
        """Whether somebody has not moved for so long that they are dead."""
        known = self._known.get(holder)
        return known is not None and self._now() - known[1] >= self._dead_after
