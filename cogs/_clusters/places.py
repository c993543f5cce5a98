"""A cluster's place among so many, and its name, which says whom it follows.

A name is `number:origin:serial`. The origin is whoever starts it again, and what it starts at one
place has growing serials: that of the last one is dead when the next begins, unless it begins
beside it, to take over from it.
"""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a process among all that share the database."""

    number: int
    origin: str
    serial: int

    def __str__(self) -> str:
        return f"{self.number}:{self.origin}:{self.serial}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The name that a row has. Raises `ValueError` for what is none."""
        number, origin, serial = text.split(":")
        return cls(int(number), origin, int(serial))

    def follows(self, other: Self) -> bool:
        """Whether it was started at the same place after the other."""
        same = (self.number, self.origin) == (other.number, other.origin)
        return same and self.serial > other.serial


@dataclass(frozen=True, slots=True)
class Place:
    """Cluster `number` of so many. `beside`: the one before it there is alive, and to be relieved.

    With `of` places and so many shards each place has a range of them, as even as can be.
    """

    name: Name
    of: int
    beside: bool = False
    neighbours: int = 1
    """How many clusters there are on this machine."""

    @property
    def called(self) -> str:
        """What the log calls it."""
        return f"cluster {self.number}/{self.of}"

    @property
    def number(self) -> int:
        """Which place, from 0."""
        return self.name.number


def home(shard: int, shards: int, of: int) -> int:
    """The number of the place that a shard belongs to: no more are started than have work."""
    return shard * min(of, shards) // shards
