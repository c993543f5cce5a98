"""Databases that share one PostgreSQL, each with its leases."""

from collections.abc import Awaitable, Callable

from data.database import Database
from data.leases.models import Lease, shard_lease_name
from data.leases.repository import LeaseRepository
from data.leases.shards import OwnedShards
from data.models.moves import NewMove
from tests.data.builders import game_of, member

SHARDS = 4
Opening = Callable[[str], Awaitable["Holder"]]


class Holder:
    """A database object on a shared PostgreSQL, with its leases."""

    def __init__(self, store: Database, ledger: LeaseRepository, owned: OwnedShards) -> None:
        self.store = store
        self.ledger = ledger
        self.owned = owned
        owned.divide(ledger.holder, SHARDS)

    async def take(self, shard: int) -> Lease:
        """Take a shard from any owner."""
        seen = (await self.ledger.heartbeat_and_snapshot()).lease(shard_lease_name(shard))
        lease = await self.ledger.acquire(seen)
        assert lease is not None
        self.owned.add(shard, lease.epoch)
        return lease

    async def move(self, table_id: int, after: int, key: str) -> object:
        """Append a move."""
        return await self.store.tables.append_moves(NewMove(table_id, after, 0, key, "draw"))


async def table_of(holder: Holder) -> tuple[int, int]:
    """Take the shard of a server, start a game there, and return both."""
    for shard in range(SHARDS):
        await holder.take(shard)
    table = await game_of(holder.store, member(1), member(2))
    return table.id, holder.owned.shard_of(table.guild_id)
