"""Stores that share one database, each with its leases."""

from collections.abc import Awaitable, Callable

from data.game.log import NewMove
from data.leases.ledger import Ledger
from data.leases.rows import Lease, of_shard
from data.store import Store
from tests.data.builders import game_of, member

SHARDS = 4
Opening = Callable[[str], Awaitable["Holder"]]


class Holder:
    """A store that shares its database, with its leases."""

    def __init__(self, store: Store, ledger: Ledger) -> None:
        self.store = store
        self.ledger = ledger
        store.portion.divided(ledger.holder, SHARDS)

    async def take(self, shard: int) -> Lease:
        """Take a shard, from whomever."""
        seen = (await self.ledger.look()).lease(of_shard(shard))
        lease = await self.ledger.take(seen)
        assert lease is not None
        self.store.portion.hold(shard, lease.epoch)
        return lease

    async def move(self, table_id: int, after: int, key: str) -> object:
        """Enter a move."""
        return await self.store.tables.append(NewMove(table_id, after, 0, key, "draw"))


async def table_of(holder: Holder) -> tuple[int, int]:
    """A game in play, and the shard of its server, which the holder takes first."""
    for shard in range(SHARDS):
        await holder.take(shard)
    table = await game_of(holder.store, member(1), member(2))
    return table.id, holder.store.portion.shard_of(table.guild_id)
