"""Shard ownership: which guilds this process serves.

As at Discord, a guild belongs to the shard `(id >> 22) % shards`. Private tables have no guild, so
the first shard serves them. But every process may change them.
"""


class OwnedShards:
    """The shards that this process owns. Until `divide` is called, it owns all of them."""

    def __init__(self) -> None:
        self.holder = ""
        self.shards = 1
        self._epochs: dict[int, int] = {}

    def divide(self, holder: str, shards: int) -> None:
        """Divide the guilds among several processes. After that, this process owns no shard yet."""
        self.holder, self.shards = holder, shards

    @property
    def owns_everything(self) -> bool:
        """Whether there is only one process, which serves all guilds."""
        return not self.holder

    def add(self, shard: int, epoch: int) -> None:
        """Own a shard, with the lease of this epoch."""
        self._epochs[shard] = epoch

    def remove(self, shard: int) -> None:
        """Give up a shard."""
        self._epochs.pop(shard, None)

    def epoch(self, shard: int) -> int | None:
        """Return the epoch of our lease on a shard; None if it is not ours."""
        return self._epochs.get(shard)

    @property
    def owned_shards(self) -> tuple[int, ...]:
        """The shards of this process."""
        return tuple(sorted(self._epochs))

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a guild. For guild 0, that is the first one."""
        return (guild_id >> 22) % self.shards

    def owns_guild(self, guild_id: int) -> bool:
        """Whether this process serves a guild."""
        return self.owns_everything or self.shard_of(guild_id) in self._epochs
