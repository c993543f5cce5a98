"""Clusters with a clock that a test sets, and hosts that record what they serve."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from cogs.clusters.lease_keeper import LeaseKeeper
from data.leases.models import LeaseSnapshot
from data.leases.repository import LeaseRepository
from tests.data.builders import Clock

SHARDS = 4


@dataclass
class Noting:
    """A host that records its state and the shards that it serves."""

    here: set[int] = field(default_factory=set)
    serving: set[int] = field(default_factory=set)
    told: dict[int, str] = field(default_factory=dict)
    living: int = 0

    async def connect_shard(self, shard: int) -> None:
        self.here.add(shard)

    async def serve(self, shard: int, epoch: int, said: str) -> None:
        assert shard in self.here
        assert epoch > 0
        self.serving.add(shard)
        self.told[shard] = said

    async def release_shard(self, shard: int) -> str:
        self.serving.remove(shard)
        return f"served by {id(self)}"

    async def drop(self, shard: int) -> None:
        self.here.discard(shard)

    def looked(self, seen: LeaseSnapshot, living: int) -> None:
        self.living = living


@dataclass
class Cluster:
    """A cluster's lease keeper with its host."""

    keeper: LeaseKeeper
    host: Noting
    ledger: LeaseRepository

    @property
    def serving(self) -> set[int]:
        return self.host.serving


Begun = Callable[..., Awaitable[Cluster]]


async def go_on(clock: Clock, *clusters: Cluster, seconds: int = 5) -> None:
    """Let time pass while these clusters look, each twice a second."""
    for _ in range(seconds * 2):
        for cluster in clusters:
            await cluster.keeper.look()
        clock.now += 0.5
