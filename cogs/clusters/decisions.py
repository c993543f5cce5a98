"""Decides what one cluster has to do. The decision uses only data that every cluster can read.

A shard belongs to the cluster in its slot. If no cluster stays in that slot, the other clusters
share its shards evenly. If the lease of a wanted shard is free, the cluster takes the lease at
once. If a living cluster has the lease, our cluster connects to the shard too and requests the
lease, and the owner hands it over. This one rule starts clusters, replaces them, and returns shards
to their slot.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cogs.clusters.identity import ClusterName, ClusterSlot, slot_of_shard
from data.leases.models import SHARD_PREFIX, Lease, LeaseSnapshot, Participant, shard_lease_name

MAINTENANCE_LEASE = "upkeep"
"""Name of the lease for the maintenance, which one cluster does for all."""


@dataclass(frozen=True, slots=True)
class LeaseDecision:
    """The next steps of a cluster: participants to expire, and leases to take, request and give.

    `is_over` means that a leaving or replaced cluster has nothing left to do.
    """

    expire: tuple[Participant, ...] = ()
    take: tuple[Lease, ...] = ()
    request: tuple[Lease, ...] = ()
    give: tuple[Lease, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class ClusterSnapshot:
    """The state of all clusters, as one of them sees it.

    `place` is the slot of this cluster. `silent` tells whether the cluster with a given name has
    stopped renewing its leases.
    """

    place: ClusterSlot
    shards: int
    seen: LeaseSnapshot
    silent: Callable[[str], bool]
    leaving: bool = False
    settled: bool = True
    """Whether other clusters have had time to start. Before that, no cluster takes their shards."""

    # ---- clusters

    @property
    def me(self) -> str:
        """The name of this cluster."""
        return str(self.place.name)

    def lives(self, holder: str) -> bool:
        """Return whether a cluster takes part and renews its leases."""
        is_mine = holder == self.me
        member = self.seen.members.get(holder)
        return is_mine or (member is not None and not self._is_expired(member))

    def _is_expired(self, member: Participant) -> bool:
        if member.holder == self.me:
            return False
        is_predecessor = self.place.name.follows(ClusterName.read(member.holder))
        is_over = is_predecessor and not self.place.replaces_another
        return is_over or self.silent(member.holder)

    def is_free(self, lease: Lease) -> bool:
        """Return whether no living cluster has the lease."""
        return not self.lives(lease.holder)

    def stays(self, holder: str) -> bool:
        """Return whether a cluster is alive and not leaving."""
        if holder == self.me:
            return not self.leaving
        return self.lives(holder) and not self.seen.members[holder].leaving

    @property
    def is_replaced(self) -> bool:
        """Whether a living process was started to replace this process."""
        names = (ClusterName.read(holder) for holder in self.seen.members if self.lives(holder))
        return any(name.follows(self.place.name) for name in names)

    @property
    def is_in_place(self) -> bool:
        """Whether this cluster has the lease of its slot, or replaces the cluster that has it."""
        owner = self.seen.lease(place_of(self.place.number)).holder
        replaces_owner = self.lives(owner) and self.place.name.follows(ClusterName.read(owner))
        return owner == self.me or (self.place.replaces_another and replaces_owner)

    # ---- shards

    @property
    def staying(self) -> tuple[int, ...]:
        """The slots with a cluster that stays, in order.

        A slot counts even if its lease is free, because the lease is free between two processes.
        """
        members = self.seen.members
        return tuple(
            sorted({ClusterName.read(name).number for name in members if self.stays(name)})
        )

    def wanted_slot(self, shard: int) -> int | None:
        """Return the slot that should have a shard now.

        Returns None if the slot of the shard is empty, and other clusters still have time to start.
        """
        own, staying = slot_of_shard(shard, self.shards, self.place.of), self.staying
        if own in staying:
            return own
        return staying[shard % len(staying)] if staying and self.settled else None


def place_of(number: int) -> str:
    """Return the name of the lease for a slot."""
    return f"place:{number}"


def decide(at: ClusterSnapshot) -> LeaseDecision:
    """Return what the cluster has to do now."""
    dead = tuple(member for holder, member in at.seen.members.items() if not at.lives(holder))
    mine = at.seen.held_by(at.me)
    claims = not (at.leaving or at.is_replaced)
    return LeaseDecision(
        expire=dead,
        take=tuple(leases_to_take(at)) if claims else (),
        request=tuple(shards_to_release_by_others(at)) if claims else (),
        give=tuple(lease for lease in mine if lease.wanted and at.lives(lease.wanted)),
        is_over=may_exit(at, mine),
    )


def leases_to_take(at: ClusterSnapshot) -> Iterator[Lease]:
    """Yield the free leases that we should take.

    They are those of our slot, of our shards, and of the maintenance.
    """
    own = at.seen.lease(place_of(at.place.number))
    if at.is_free(own):
        yield own
    if not at.is_in_place:
        return
    yield from (lease for lease in wanted_shards(at) if at.is_free(lease))
    maintenance = at.seen.lease(MAINTENANCE_LEASE)
    if at.is_free(maintenance) and at.staying[:1] == (at.place.number,):
        yield maintenance


def shards_to_release_by_others(at: ClusterSnapshot) -> Iterator[Lease]:
    """Yield the leases of the shards that we want and that another living cluster owns."""
    if at.is_in_place:
        yield from (
            lease for lease in wanted_shards(at) if lease.holder != at.me and not at.is_free(lease)
        )


def wanted_shards(at: ClusterSnapshot) -> Iterator[Lease]:
    """Yield the leases of the shards that this cluster should have."""
    for shard in range(at.shards):
        if at.wanted_slot(shard) == at.place.number:
            yield at.seen.lease(shard_lease_name(shard))


def may_exit(at: ClusterSnapshot, mine: tuple[Lease, ...]) -> bool:
    """Return whether a leaving or replaced cluster may exit.

    Either may exit once it has no shard left. A leaving cluster may also exit if no other cluster
    stays.
    """
    has_shards = any(lease.name.startswith(SHARD_PREFIX) for lease in mine)
    if at.leaving:
        return not (has_shards and at.staying)
    return at.is_replaced and not has_shards
