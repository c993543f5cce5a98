"""Whose press it is: served here, kept for a moment, or another cluster's.

While a shard changes hands both clusters are connected to it, and Discord tells both of every
press. Who is to have it keeps them; who has it serves them, until it lets go and says which it has
served of late. So each press is served once, by one of the two.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from cogs._upkeep.clustered import CURRENT_SHARD

ANSWERED_WITHIN: Final = 2.5
"""Seconds after which a press that was kept is not begun any more: Discord waits for three."""
OF_LATE: Final = 15.0
"""Seconds for which it is remembered what was served: events may come so much later elsewhere."""

Serve = Callable[[], None]


@dataclass(slots=True)
class Door:
    """The presses of one shard. `kept` is None once they are served."""

    kept: deque[tuple[float, int, Serve]] | None = field(default_factory=deque)
    served: deque[tuple[float, int]] = field(default_factory=deque)
    before: frozenset[int] = frozenset()
    """What another cluster has served."""


class PressDoors:
    """The doors of one cluster. `now` gives seconds of a clock that nobody sets."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._doors: dict[int, Door] = {}

    def keep(self, shard: int) -> None:
        """Keep what comes by a shard, until it is served here or nobody waits any longer."""
        self._doors[shard] = Door()

    def open(self, shard: int, said: str = "") -> None:
        """Serve a shard: first what was kept, but for what another has served, as they `said`."""
        door = self._doors.setdefault(shard, Door())
        kept, door.kept, door.before = door.kept or (), None, frozenset(numbers(said))
        begun = self._now() - ANSWERED_WITHIN
        for at, number, serve in kept:
            if at >= begun:
                self._serve(shard, door, number, serve)

    def close(self, shard: int) -> None:
        """Serve nothing more of a shard: what comes now is the next cluster's."""
        self._doors[shard].kept = deque()

    def said(self, shard: int) -> str:
        """What was served of late, for who serves it next."""
        return ",".join(str(number) for _, number in self._recent(self._doors[shard]))

    def forget(self, shard: int) -> None:
        """Have nothing to do with a shard any more."""
        self._doors.pop(shard, None)

    def arrived(self, shard: int, number: int, serve: Serve) -> None:
        """A press has come, by its number at Discord."""
        door = self._doors.get(shard)
        if door is None:
            return
        if door.kept is None:
            self._serve(shard, door, number, serve)
            return
        door.kept.append((self._now(), number, serve))
        while door.kept[0][0] < self._now() - ANSWERED_WITHIN:
            door.kept.popleft()

    def _serve(self, shard: int, door: Door, number: int, serve: Serve) -> None:
        if number in door.before:
            return
        door.served.append((self._now(), number))
        self._recent(door)
        token = CURRENT_SHARD.set(shard)
        try:
            serve()
        finally:
            CURRENT_SHARD.reset(token)

    def _recent(self, door: Door) -> deque[tuple[float, int]]:
        while door.served and door.served[0][0] < self._now() - OF_LATE:
            door.served.popleft()
        return door.served


def numbers(said: str) -> Iterator[int]:
    """The numbers that somebody has said."""
    return (int(number) for number in said.split(",") if number)
