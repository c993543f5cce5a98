"""Rows of the tables `cluster` and `lease`, and a snapshot of both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

NO_OWNER: Final = ""
"""The owner of a free lease."""
SHARD_PREFIX: Final = "shard:"
"""Prefix of the names of leases for shards. The number of the shard follows."""
SHARD_COUNT_LEASE: Final = "shards"
"""Name of the lease row with the number of shards, on which all processes agree."""


def shard_lease_name(shard: int) -> str:
    """Return the name of a shard's lease."""
    return f"{SHARD_PREFIX}{shard}"


@dataclass(frozen=True, slots=True)
class Participant:
    """A process that may own leases. If `leaving`, it wants to give up its leases."""

    holder: str
    beat: int
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Lease:
    """A right that one process at a time owns.

    `epoch` grows with each change of owner. `wanted` is the process that is ready to take over.
    `said` is the previous owner's message to the next.
    """

    name: str
    holder: str = NO_OWNER
    epoch: int = 0
    wanted: str = NO_OWNER
    said: str = ""


class ClusterStatus(NamedTuple):
    """All processes and the owners of all leases."""

    members: Mapping[str, Participant]
    leases: Mapping[str, Lease]


@dataclass(frozen=True, slots=True)
class LeaseSnapshot:
    """A snapshot of both tables. `now` is PostgreSQL's time in UTC epoch seconds.

    `in_time` is False if other processes have deleted this one as dead.
    """

    now: float
    in_time: bool
    members: Mapping[str, Participant] = field(default_factory=dict)
    leases: Mapping[str, Lease] = field(default_factory=dict)

    def lease(self, name: str) -> Lease:
        """Return a lease. If nobody ever owned it, return a free one."""
        return self.leases.get(name) or Lease(name)

    def held_by(self, holder: str) -> tuple[Lease, ...]:
        """Return the leases that a process owns."""
        return tuple(lease for lease in self.leases.values() if lease.holder == holder)
