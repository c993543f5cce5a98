"""Renews a cluster's leases in a loop, and carries out the decisions of `decide`."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from cogs.clusters.decisions import MAINTENANCE_LEASE, ClusterSnapshot, LeaseDecision, decide
from cogs.clusters.identity import ClusterSlot
from data.errors import NotSaved
from data.leases.liveness import LivenessMonitor
from data.leases.models import NO_OWNER, SHARD_PREFIX, Lease, LeaseSnapshot
from data.leases.repository import LeaseRepository, LeasesUnreachable

log = logging.getLogger(__name__)

CALM: Final = 1.0
"""Seconds between two rounds while no lease changes its owner."""
BUSY: Final = 0.2
"""Seconds between two rounds while a lease changes its owner. Interactions wait for the change."""
SETTLED: Final = 15.0
"""Seconds after our start in which missing clusters keep their shards.

They may be starting too.
"""
PATIENCE: Final = 25.0
"""Seconds that a leaving cluster waits for others to take its shards."""


class LeaseLost(NotSaved):
    """The other clusters have expired our leases, and serve our shards."""


class ShardHost(Protocol):
    """The object that serves the shards, implemented by `ClusterOwnership`."""

    async def connect_shard(self, shard: int) -> None:
        """Connect a shard and queue its interactions.

        This returns once all guilds of the shard are known.
        """

    async def serve(self, shard: int, epoch: int, said: str) -> None:
        """Serve a shard, beginning with its queue.

        Skip the ids in `said`, which were served before.
        """

    async def release_shard(self, shard: int) -> str:
        """Finish the interactions of a shard, then stop serving the shard.

        Returns the ids of the interactions that were served recently.
        """

    async def drop(self, shard: int) -> None:
        """Disconnect a shard."""

    def looked(self, seen: LeaseSnapshot, living: int) -> None:
        """Use a new snapshot of the leases, and the number of living clusters."""


@dataclass(slots=True)
class PendingShard:
    """A shard that is connecting or connected, and that this cluster does not serve yet."""

    coming: asyncio.Task[None]


class LeaseKeeper:
    """Renews, takes and hands over the leases of one cluster.

    `now` returns seconds of a monotonic clock.
    """

    def __init__(
        self,
        ledger: LeaseRepository,
        place: ClusterSlot,
        shards: int,
        host: ShardHost,
        now: Callable[[], float],
    ) -> None:
        self.place = place
        self.shards = shards
        self.over = asyncio.Event()
        """Set once this cluster may exit: it is leaving or replaced, and has no shard left."""
        self.all_served = asyncio.Event()
        """Set once this cluster serves all the shards that it should serve."""
        self._ledger = ledger
        self._host = host
        self._now = now
        self._began = now()
        self._liveness = LivenessMonitor(now)
        self._leaving = False
        self._is_away = False
        self._at: ClusterSnapshot | None = None
        self._held: dict[str, Lease] = {}
        self._served: set[str] = set()
        self._pending: dict[str, PendingShard] = {}
        self._closed: dict[str, str] = {}
        """Shards that we have released but not handed over, with the ids recently served."""

    def holds(self, name: str) -> bool:
        """Return whether this cluster has a lease."""
        return name in self._held

    @property
    def runs_maintenance(self) -> bool:
        """Whether this cluster does the maintenance for all clusters."""
        return self.holds(MAINTENANCE_LEASE)

    def is_free(self, lease: Lease) -> bool:
        """Return whether no living cluster has the lease, according to the last snapshot."""
        return self._at is not None and self._at.is_free(lease)

    async def run(self) -> None:
        """Renew and exchange leases until cancelled.

        Raises:
            LeaseLost: Other clusters have expired our leases.
            Exception: Connecting a shard failed.
        """
        while True:
            busy = await self.look()
            await asyncio.sleep(BUSY if busy else CALM)

    async def leave(self) -> None:
        """Hand all leases over to clusters that stay, within `PATIENCE` seconds."""
        self._leaving = True
        try:
            async with asyncio.timeout(PATIENCE):
                await self._ledger.start_leaving()
                await self.over.wait()
        except (LeasesUnreachable, TimeoutError) as error:
            log.warning("left without handing everything over: %r", error)

    async def quit(self) -> None:
        """Give up the remaining leases, so that other clusters need not wait until they expire."""
        try:
            await self._ledger.resign()
        except LeasesUnreachable as error:
            log.warning("the leases stay until other clusters expire them: %s", error)

    async def look(self) -> bool:
        """Renew and exchange leases once. Return whether the next round must follow soon.

        That is so while a lease changes its owner, a shard connects, or PostgreSQL cannot be
        reached.
        """
        try:
            seen = await self._ledger.heartbeat_and_snapshot()
            self._note_recovery()
            return await self._do_round(seen)
        except LeasesUnreachable as error:
            if not self._is_away:
                log.warning("cannot reach PostgreSQL, so no shard can change its owner: %s", error)
            self._is_away = True
            return True

    def _note_recovery(self) -> None:
        if self._is_away:
            log.info("PostgreSQL is back")
        self._is_away = False

    async def _do_round(self, seen: LeaseSnapshot) -> bool:
        if not seen.in_time:
            raise LeaseLost("The other clusters have expired this one's leases. It starts again")
        self._liveness.observe(seen)
        # Stored for `is_free`, which the identify queue calls between two rounds.
        at = self._at = ClusterSnapshot(
            self.place,
            self.shards,
            seen,
            self._liveness.is_expired,
            self._leaving,
            self._is_settled,
        )
        self._host.looked(seen, sum(at.lives(holder) for holder in seen.members))
        todo = decide(at)
        # Before we send new statements: otherwise we could repeat a statement whose answer was
        # lost.
        await self._reconcile(at, todo)
        await self._carry_out(todo)
        self._set_events(at, todo)
        return bool(todo.expire or todo.take or todo.give or self._pending)

    @property
    def _is_settled(self) -> bool:
        return self._now() - self._began >= SETTLED

    async def _carry_out(self, todo: LeaseDecision) -> None:
        self._raise_what_failed()
        for member in todo.expire:
            if await self._ledger.expire(member):
                log.warning("cluster %s is dead", member.holder)
        for lease in todo.give:
            await self._give(lease)
        for lease in todo.take:
            await self._take(lease)
        await self._request(todo.request)

    async def _reconcile(self, at: ClusterSnapshot, todo: LeaseDecision) -> None:
        """Correct our state from the database.

        The answer to our last statement may have been lost.
        """
        mine = {lease.name: lease for lease in at.seen.held_by(at.me)}
        self._held = {name: lease for name, lease in self._held.items() if name in mine}
        for lease in mine.values():
            if not self.holds(lease.name):
                self._add(lease)
        for name in tuple(self._closed):
            if name not in mine:
                await self._drop(name)
            elif mine[name] not in todo.give:  # the cluster that requested the shard is dead
                del self._closed[name]
                await self._serve(mine[name])

    def _set_events(self, at: ClusterSnapshot, todo: LeaseDecision) -> None:
        if todo.is_over:
            self.over.set()
        mine = {lease.name for lease in at.seen.held_by(at.me) if is_shard(lease)}
        if at.is_in_place and not (todo.take or todo.request) and mine <= self._served:
            self.all_served.set()

    # ---- taking leases

    async def _take(self, lease: Lease) -> None:
        got = await self._ledger.acquire(lease)
        if got is not None:  # else another cluster was quicker
            self._add(got)

    def _add(self, lease: Lease) -> None:
        self._held[lease.name] = lease
        log.info("%s is ours", lease.name)
        if is_shard(lease) and lease.name not in self._pending:
            self._connect(lease.name)

    def _connect(self, name: str) -> None:
        """Begin to connect a shard."""
        coming = asyncio.create_task(self._host.connect_shard(number(name)), name=name)
        self._pending[name] = PendingShard(coming)

    async def _request(self, leases: tuple[Lease, ...]) -> None:
        """Connect the shards in `leases` and request them.

        Serve the connected shards that are ours.
        """
        wanted = {lease.name: lease for lease in leases}
        for name in wanted.keys() - self._pending.keys():
            self._connect(name)
        for name, pending in tuple(self._pending.items()):
            if not pending.coming.done():
                continue
            if name in wanted:
                if wanted[name].wanted != self._ledger.holder:
                    await self._ledger.request_transfer(wanted[name])
            else:
                await self._serve_or_drop(name)

    async def _serve_or_drop(self, name: str) -> None:
        """Serve a connected shard if its lease is ours.

        Disconnect the shard if another cluster has it.
        """
        lease = (await self._ledger.heartbeat_and_snapshot()).lease(name)
        if lease.holder == self._ledger.holder:
            del self._pending[name]
            self._held[name] = lease
            await self._serve(lease)
        elif lease.holder != NO_OWNER:
            del self._pending[name]
            await self._host.drop(number(name))

    async def _serve(self, lease: Lease) -> None:
        await self._host.serve(number(lease.name), lease.epoch, lease.said)
        self._served.add(lease.name)
        log.info("%s is served here", lease.name)

    def _raise_what_failed(self) -> None:
        for pending in self._pending.values():
            if pending.coming.done():
                pending.coming.result()

    # ---- handing leases over

    async def _give(self, lease: Lease) -> None:
        """Hand a lease over to the cluster that requests it."""
        if not is_shard(lease):
            await self._ledger.transfer(lease, lease.wanted)
            self._held.pop(lease.name, None)
            return
        if lease.name in self._served:
            self._served.discard(lease.name)
            self._closed[lease.name] = await self._host.release_shard(number(lease.name))
        # if it is not there, we are still connecting, and a later round hands it over
        if lease.name in self._closed:
            given = await self._ledger.transfer(lease, lease.wanted, self._closed[lease.name])
            log.info("%s %s cluster %s", lease.name, "goes to" if given else "was", lease.wanted)
            await self._drop(lease.name)

    async def _drop(self, name: str) -> None:
        """Forget a lease that another cluster has now, and disconnect its shard."""
        del self._closed[name]
        self._held.pop(name, None)
        await self._host.drop(number(name))


def is_shard(lease: Lease) -> bool:
    """Return whether a lease is for a shard."""
    return lease.name.startswith(SHARD_PREFIX)


def number(name: str) -> int:
    """Return the number of the shard that a lease is for."""
    return int(name.removeprefix(SHARD_PREFIX))
