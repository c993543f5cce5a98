"""Liveness: detects dead processes, by this process's own clock. A stopped heartbeat means death.

While PostgreSQL is unreachable, no heartbeat is observed, and no process counts as dead. Afterwards
each process has the full time again.
"""

from collections.abc import Callable
from typing import Final

from data.leases.models import LeaseSnapshot, Participant

EXPIRES_AFTER: Final = 10.0
"""Seconds without a heartbeat after which a process is dead."""
STALE_SNAPSHOT_AFTER: Final = 3.0
"""Seconds between two snapshots after which earlier observations no longer count."""


class LivenessMonitor:
    """The heartbeats that one process has observed. `now` returns seconds of a monotonic clock."""

    def __init__(self, now: Callable[[], float], dead_after: float = EXPIRES_AFTER) -> None:
        self._now = now
        self._dead_after = dead_after
        self._known: dict[str, tuple[int, float]] = {}
        self._looked = now()

    def observe(self, seen: LeaseSnapshot) -> None:
        """Record the heartbeats of a snapshot."""
        now = self._now()
        before = self._known if now - self._looked <= STALE_SNAPSHOT_AFTER else {}
        self._known = {
            member.holder: self._since(member, before.get(member.holder), now)
            for member in seen.members.values()
        }
        self._looked = now

    def _since(
        self, member: Participant, before: tuple[int, float] | None, now: float
    ) -> tuple[int, float]:
        return before if before is not None and before[0] == member.beat else (member.beat, now)

    def is_expired(self, holder: str) -> bool:
        """Return whether a process counts as dead: its heartbeat has stopped for too long."""
        known = self._known.get(holder)
        return known is not None and self._now() - known[1] >= self._dead_after
