"""The decisions of one cluster, from what every cluster can read. No I/O and no clock.

A shard belongs to the cluster in its slot. While no cluster stays in that slot, the others share
its shards evenly. A cluster takes a wanted shard at once if its lease is free. If a living cluster
has the lease, it connects as well and asks for the shard, and the owner hands it over. So one rule
starts a cluster, replaces a dead or leaving one, and returns shards to their slot.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cogs.clusters.identity import ClusterName, ClusterSlot, slot_of_shard
from data.leases.models import SHARD_PREFIX, Lease, LeaseSnapshot, Participant, shard_lease_name

MAINTENANCE_LEASE = "upkeep"
"""Name of the lease for what is done once for all clusters."""


@dataclass(frozen=True, slots=True)
class LeaseDecision:
    """What to do: `expire` participants, and `take`, `request` and `give` leases.

    `is_over`: a cluster that leaves or was replaced has nothing left to do.
    """

    expire: tuple[Participant, ...] = ()
    take: tuple[Lease, ...] = ()
    request: tuple[Lease, ...] = ()
    give: tuple[Lease, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class ClusterSnapshot:
    """The state of all clusters, as one of them sees it.

    `silent` returns whether the cluster of a name no longer renews its leases.
    """

    place: ClusterSlot
    shards: int
    seen: LeaseSnapshot
    silent: Callable[[str], bool]
    leaving: bool = False
    settled: bool = True
    """Whether others have had time to start. Before that, none takes shards of other slots."""

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
        """Return whether no living cluster has a lease. An expired cluster has none."""
        return not self.lives(lease.holder)

    def stays(self, holder: str) -> bool:
        """Return whether a cluster lives and is not leaving."""
        if holder == self.me:
            return not self.leaving
        return self.lives(holder) and not self.seen.members[holder].leaving

    @property
    def is_replaced(self) -> bool:
        """Whether a living process was started to replace this one."""
        names = (ClusterName.read(holder) for holder in self.seen.members if self.lives(holder))
        return any(name.follows(self.place.name) for name in names)

    @property
    def is_in_place(self) -> bool:
        """Whether this cluster has the lease of its slot, or is replacing the one that has it."""
        owner = self.seen.lease(place_of(self.place.number)).holder
        replaces_owner = self.lives(owner) and self.place.name.follows(ClusterName.read(owner))
        return owner == self.me or (self.place.replaces_another and replaces_owner)

    # ---- shards

    @property
    def staying(self) -> tuple[int, ...]:
        """The slots with a cluster that stays, in order.

        A slot counts even while its lease is free, because one process follows another there.
        """
        members = self.seen.members
        return tuple(
            sorted({ClusterName.read(name).number for name in members if self.stays(name)})
        )

    def wanted_slot(self, shard: int) -> int | None:
        """Return the slot that is to have a shard now; None while that is not settled."""
        own, staying = slot_of_shard(shard, self.shards, self.place.of), self.staying
        if own in staying:
            return own
        return staying[shard % len(staying)] if staying and self.settled else None


def place_of(number: int) -> str:
    """Return the name of the lease of a slot."""
    return f"place:{number}"


def decide(at: ClusterSnapshot) -> LeaseDecision:
    """Return what is to be done now."""
    bury = tuple(member for holder, member in at.seen.members.items() if not at.lives(holder))
    mine = at.seen.held_by(at.me)
    claims = not (at.leaving or at.is_replaced)
    return LeaseDecision(
        expire=bury,
        take=tuple(leases_to_take(at)) if claims else (),
        request=tuple(shards_to_release_by_others(at)) if claims else (),
        give=tuple(lease for lease in mine if lease.wanted and at.lives(lease.wanted)),
        is_over=may_exit(at, mine),
    )


def leases_to_take(at: ClusterSnapshot) -> Iterator[Lease]:
    """Yield free leases to take: of our slot, our shards, and what is done once for all."""
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
    """Yield leases of wanted shards that another living cluster has."""
    if at.is_in_place:
        yield from (
            lease for lease in wanted_shards(at) if lease.holder != at.me and not at.is_free(lease)
        )


def wanted_shards(at: ClusterSnapshot) -> Iterator[Lease]:
    """Yield the leases of the shards that are to be ours."""
    for shard in range(at.shards):
        if at.wanted_slot(shard) == at.place.number:
            yield at.seen.lease(shard_lease_name(shard))


def may_exit(at: ClusterSnapshot, mine: tuple[Lease, ...]) -> bool:
    """Return whether a leaving or replaced cluster may exit: no shard is left, or none stays."""
    has_shards = any(lease.name.startswith(SHARD_PREFIX) for lease in mine)
    if at.leaving:
        return not (has_shards and at.staying)
    return at.is_replaced and not has_shards
