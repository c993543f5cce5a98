"""Serves each interaction once while a shard changes hands.

Both clusters are connected to the shard then, and Discord sends every interaction to both. The new
owner queues them. The old owner serves them until it releases the shard, and passes on the ids that
it has served lately. The new owner then serves the queued interactions that are not among those.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from cogs.core.ownership import CURRENT_SHARD

MAX_QUEUED_SECONDS: Final = 2.5
"""Seconds after which a queued interaction is dropped: Discord waits three for an answer."""
REMEMBERED_SECONDS: Final = 15.0
"""Seconds for which served ids are remembered: the other cluster may get an event that late."""

Serve = Callable[[], None]


@dataclass(slots=True)
class ShardQueue:
    """The interactions of one shard. `kept` is the queue, None while they are served at once."""

    kept: deque[tuple[float, int, Serve]] | None = field(default_factory=deque)
    served: deque[tuple[float, int]] = field(default_factory=deque)
    before: frozenset[int] = frozenset()
    """Ids that another cluster has served."""


class InteractionHandover:
    """The interactions of all shards of a cluster. `now` gives seconds of a monotonic clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._doors: dict[int, ShardQueue] = {}

    def keep(self, shard: int) -> None:
        """Queue the interactions of a shard, until it is served here or they are too old."""
        self._doors[shard] = ShardQueue()

    def open(self, shard: int, said: str = "") -> None:
        """Serve a shard: first the queue, without the ids in `said` that another has served."""
        door = self._doors.setdefault(shard, ShardQueue())
        kept, door.kept, door.before = door.kept or (), None, frozenset(parse_interaction_ids(said))
        begun = self._now() - MAX_QUEUED_SECONDS
        for at, number, serve in kept:
            if at >= begun:
                self._serve(shard, door, number, serve)

    def close(self, shard: int) -> None:
        """Serve a shard no longer: what comes now is for the next cluster."""
        self._doors[shard].kept = deque()

    def said(self, shard: int) -> str:
        """Return the ids that were served lately, for the next cluster."""
        return ",".join(str(number) for _, number in self._recent(self._doors[shard]))

    def forget(self, shard: int) -> None:
        """Forget a shard and its queue."""
        self._doors.pop(shard, None)

    def arrived(self, shard: int, number: int, serve: Serve) -> None:
        """Serve or queue an interaction with this id. Drop it where the shard is not ours."""
        door = self._doors.get(shard)
        if door is None:
            return
        if door.kept is None:
            self._serve(shard, door, number, serve)
            return
        door.kept.append((self._now(), number, serve))
        while door.kept[0][0] < self._now() - MAX_QUEUED_SECONDS:
            door.kept.popleft()

    def _serve(self, shard: int, door: ShardQueue, number: int, serve: Serve) -> None:
        if number in door.before:
            return
        door.served.append((self._now(), number))
        self._recent(door)
        token = CURRENT_SHARD.set(shard)
        try:
            serve()
        finally:
            CURRENT_SHARD.reset(token)

    def _recent(self, door: ShardQueue) -> deque[tuple[float, int]]:
        while door.served and door.served[0][0] < self._now() - REMEMBERED_SECONDS:
            door.served.popleft()
        return door.served


def parse_interaction_ids(said: str) -> Iterator[int]:
    """Return the ids in a comma-separated list."""
    return (int(number) for number in said.split(",") if number)
