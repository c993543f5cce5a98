"""A cluster, a lease, and what was seen of all of them at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

NOBODY: Final = ""
"""Who holds a lease that is free."""
SHARD: Final = "shard:"
"""How the names of leases begin that are for shards; the number of the shard follows."""
AGREED: Final = "shards"
"""The name of what all clusters agree on: how many shards there are."""


def of_shard(shard: int) -> str:
    """The name of the lease of a shard."""
    return f"{SHARD}{shard}"


@dataclass(frozen=True, slots=True)
class Participant:
    """A process that takes part. `leaving`: it wants to be rid of what it holds."""

    holder: str
    beat: int
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Lease:
    """What one process at a time may do.

    `epoch` grows with each change of its holder; `wanted` is who is ready to take it over, and
    `said` what the holder before has left for the next.
    """

    name: str
    holder: str = NOBODY
    epoch: int = 0
    wanted: str = NOBODY
    said: str = ""


class Taking(NamedTuple):
    """Who takes part as a cluster, and who holds what."""

    members: Mapping[str, Participant]
    leases: Mapping[str, Lease]


@dataclass(frozen=True, slots=True)
class Overview:
    """All that is written there, of one moment; `now` is PostgreSQL's time, UTC epoch seconds.

    `in_time`: whoever looked was still a member; if not, others have taken it for dead.
    """

    now: float
    in_time: bool
    members: Mapping[str, Participant] = field(default_factory=dict)
    leases: Mapping[str, Lease] = field(default_factory=dict)

    def lease(self, name: str) -> Lease:
        """A lease; one that was never held is free."""
        return self.leases.get(name) or Lease(name)

    def held_by(self, holder: str) -> tuple[Lease, ...]:
        """What somebody holds."""
        return tuple(lease for lease in self.leases.values() if lease.holder == holder)
