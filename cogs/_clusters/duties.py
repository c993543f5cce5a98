"""What one cluster has to do now, by what everybody can read. No I/O and no clock.

A shard belongs to the cluster at its home. While nobody is there who stays, the others have its
shards, evenly. Who is to have a shard takes it where it is free; where somebody holds it who
lives, it connects beside them and asks, and they hand it over. So the same rule starts a cluster,
follows a dead one, relieves one that is replaced or leaves, and gives a home its shards back.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cogs._clusters.identity import ClusterName, ClusterSlot, slot_of_shard
from data.leases.rows import SHARD, Lease, Overview, Participant, of_shard

UPKEEP = "upkeep"
"""The lease for what is done once for all clusters."""


@dataclass(frozen=True, slots=True)
class Duties:
    """`take` what is free; `relieve` who holds these; `give` these to who is ready for them.

    `is_over`: there is nothing left to do for a cluster that leaves or was replaced.
    """

    bury: tuple[Participant, ...] = ()
    take: tuple[Lease, ...] = ()
    relieve: tuple[Lease, ...] = ()
    give: tuple[Lease, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """What a cluster at a place sees. `silent` says of a name whether it has stopped to move."""

    place: ClusterSlot
    shards: int
    seen: Overview
    silent: Callable[[str], bool]
    leaving: bool = False
    settled: bool = True
    """Whether others have had their time to come: before, nobody takes what is not at home."""

    # ---- who

    @property
    def me(self) -> str:
        """Our own name."""
        return str(self.place.name)

    def lives(self, holder: str) -> bool:
        """Whether somebody is there and moves."""
        is_mine = holder == self.me
        member = self.seen.members.get(holder)
        return is_mine or (member is not None and not self._is_dead(member))

    def _is_dead(self, member: Participant) -> bool:
        if member.holder == self.me:
            return False
        was_before = self.place.name.follows(ClusterName.read(member.holder))
        is_over = was_before and not self.place.replaces_another
        return is_over or self.silent(member.holder)

    def is_free(self, lease: Lease) -> bool:
        """Whether nobody holds it who lives. Whoever was buried holds nothing any more."""
        return not self.lives(lease.holder)

    def stays(self, holder: str) -> bool:
        """Whether somebody lives and does not want to leave."""
        if holder == self.me:
            return not self.leaving
        return self.lives(holder) and not self.seen.members[holder].leaving

    @property
    def is_replaced(self) -> bool:
        """Whether somebody was started to take our place over, and lives."""
        names = (ClusterName.read(holder) for holder in self.seen.members if self.lives(holder))
        return any(name.follows(self.place.name) for name in names)

    @property
    def is_in_place(self) -> bool:
        """Whether we hold our place, or are about to relieve who does."""
        held = self.seen.lease(place_of(self.place.number)).holder
        before = self.lives(held) and self.place.name.follows(ClusterName.read(held))
        return held == self.me or (self.place.replaces_another and before)

    # ---- whose

    @property
    def staying(self) -> tuple[int, ...]:
        """The places with somebody who stays, in order.

        Also where the place itself is free for a moment, because one has followed another.
        """
        members = self.seen.members
        return tuple(sorted({ClusterName.read(one).number for one in members if self.stays(one)}))

    def heir(self, shard: int) -> int | None:
        """The place that is to have a shard as things are."""
        own, staying = slot_of_shard(shard, self.shards, self.place.of), self.staying
        if own in staying:
            return own
        return staying[shard % len(staying)] if staying and self.settled else None


def place_of(number: int) -> str:
    """The name of the lease of a place."""
    return f"place:{number}"


def duties(at: Situation) -> Duties:
    """What is to be done now."""
    bury = tuple(member for holder, member in at.seen.members.items() if not at.lives(holder))
    mine = at.seen.held_by(at.me)
    claims = not (at.leaving or at.is_replaced)
    return Duties(
        bury=bury,
        take=tuple(taken(at)) if claims else (),
        relieve=tuple(relieved(at)) if claims else (),
        give=tuple(lease for lease in mine if lease.wanted and at.lives(lease.wanted)),
        is_over=is_over(at, mine),
    )


def taken(at: Situation) -> Iterator[Lease]:
    """What is free, and ours to take: our place, our shards, what is done once for all."""
    own = at.seen.lease(place_of(at.place.number))
    if at.is_free(own):
        yield own
    if not at.is_in_place:
        return
    yield from (lease for lease in wanted(at) if at.is_free(lease))
    upkeep = at.seen.lease(UPKEEP)
    if at.is_free(upkeep) and at.staying[:1] == (at.place.number,):
        yield upkeep


def relieved(at: Situation) -> Iterator[Lease]:
    """The shards that are to be ours and that somebody else holds who lives."""
    if at.is_in_place:
        yield from (
            lease for lease in wanted(at) if lease.holder != at.me and not at.is_free(lease)
        )


def wanted(at: Situation) -> Iterator[Lease]:
    """The shards that are to be ours."""
    for shard in range(at.shards):
        if at.heir(shard) == at.place.number:
            yield at.seen.lease(of_shard(shard))


def is_over(at: Situation, mine: tuple[Lease, ...]) -> bool:
    """Whether whoever leaves or was replaced may go: no shard is left, or nobody to have it."""
    left = any(lease.name.startswith(SHARD) for lease in mine)
    if at.leaving:
        return not (left and at.staying)
    return at.is_replaced and not left
