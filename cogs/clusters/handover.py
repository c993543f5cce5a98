"""Serves each interaction exactly once while a shard moves to another cluster.

During the move both clusters are connected to the shard, and Discord sends every interaction to
both. The new owner queues the interactions. The old owner serves them until it releases the shard.
Then it passes on the ids that it has served recently. The new owner serves the queued interactions
with other ids.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

MAX_QUEUED_SECONDS: Final = 2.5
"""Seconds after which a queued interaction is dropped.

Discord waits three seconds for an answer.
"""
REMEMBERED_SECONDS: Final = 15.0
"""Seconds to remember served ids. The other cluster may receive an event that much later."""

Serve = Callable[[], None]


@dataclass(slots=True)
class ShardQueue:
    """The interactions of one shard.

    `kept` is the queue, or None while this cluster serves the shard.
    """

    kept: deque[tuple[float, int, Serve]] | None = field(default_factory=deque)
    served: deque[tuple[float, int]] = field(default_factory=deque)
    before: frozenset[int] = frozenset()
    """Ids of interactions that another cluster has served."""


class InteractionHandover:
    """The interactions of all shards of a cluster. `now` returns seconds of a monotonic clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._queues: dict[int, ShardQueue] = {}

    def keep(self, shard: int) -> None:
        """Queue the interactions of a shard until this cluster serves the shard.

        Old interactions are dropped.
        """
        self._queues[shard] = ShardQueue()

    def open(self, shard: int, said: str = "") -> None:
        """Start to serve a shard, beginning with its queued interactions.

        Skip the ids in `said`, which another cluster served.
        """
        queue = self._queues.setdefault(shard, ShardQueue())
        kept, queue.kept = queue.kept or (), None
        queue.before = frozenset(parse_interaction_ids(said))
        oldest = self._now() - MAX_QUEUED_SECONDS
        for at, interaction_id, serve in kept:
            if at >= oldest:
                self._serve(queue, interaction_id, serve)

    def close(self, shard: int) -> None:
        """Stop serving a shard.

        The next cluster serves the interactions that arrive from now on.
        """
        self._queues[shard].kept = deque()

    def said(self, shard: int) -> str:
        """Return the ids of interactions that this cluster served recently.

        The next cluster needs them.
        """
        return ",".join(
            str(interaction_id) for _, interaction_id in self._recent(self._queues[shard])
        )

    def forget(self, shard: int) -> None:
        """Forget a shard and its queue."""
        self._queues.pop(shard, None)

    def arrived(self, shard: int, interaction_id: int, serve: Serve) -> None:
        """Serve or queue an interaction.

        Drop the interaction if this cluster neither serves the shard nor connects to it.
        """
        queue = self._queues.get(shard)
        if queue is None:
            return
        if queue.kept is None:
            self._serve(queue, interaction_id, serve)
            return
        queue.kept.append((self._now(), interaction_id, serve))
        while queue.kept[0][0] < self._now() - MAX_QUEUED_SECONDS:
            queue.kept.popleft()

    def _serve(self, queue: ShardQueue, interaction_id: int, serve: Serve) -> None:
        if interaction_id in queue.before:
            return
        queue.served.append((self._now(), interaction_id))
        self._recent(queue)
        serve()

    def _recent(self, queue: ShardQueue) -> deque[tuple[float, int]]:
        while queue.served and queue.served[0][0] < self._now() - REMEMBERED_SECONDS:
            queue.served.popleft()
        return queue.served


def parse_interaction_ids(said: str) -> Iterator[int]:
    """Return the interaction ids in a comma-separated list."""
    return (int(number) for number in said.split(",") if number)
