"""Which tables a process looks after: all, or those of the shards that it holds.

A server belongs to the shard `(id >> 22) % shards`, at Discord and here. Tables of no server, for
lessons and practice, belong to the first; but whoever is pressed may change them.
"""

from collections.abc import Iterable


class HeldShards:
    """All tables, until it is `divided` among clusters."""

    def __init__(self) -> None:
        self.holder = ""
        self.shards = 1
        self._epochs: dict[int, int] = {}

    def divided(self, holder: str, shards: int) -> None:
        """There are several processes and so many shards; this one holds none so far."""
        self.holder, self.shards = holder, shards

    @property
    def is_all(self) -> bool:
        """Whether there is one process, which looks after everything."""
        return not self.holder

    def hold(self, shard: int, epoch: int) -> None:
        """Look after a shard, by a lease of that epoch."""
        self._epochs[shard] = epoch

    def release(self, shard: int) -> None:
        """Look after it no longer."""
        self._epochs.pop(shard, None)

    def epoch(self, shard: int) -> int | None:
        """The epoch of the lease by which a shard is ours; None where it is not."""
        return self._epochs.get(shard)

    @property
    def held(self) -> tuple[int, ...]:
        """The shards that we look after."""
        return tuple(sorted(self._epochs))

    def shard_of(self, guild_id: int) -> int:
        """The shard of a server; the first for what has none."""
        return (guild_id >> 22) % self.shards

    def has(self, guild_id: int) -> bool:
        """Whether we look after a server's tables."""
        return self.is_all or self.shard_of(guild_id) in self._epochs

    def of(self, tables: Iterable[tuple[int, int]], shard: int | None = None) -> tuple[int, ...]:
        """Those that we look after, of tables with their servers; only those of a shard."""
        return tuple(
            table_id
            for table_id, guild_id in tables
            if self.has(guild_id) and shard in {None, self.shard_of(guild_id)}
        )
