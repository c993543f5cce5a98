"""The name of a cluster, its slot, and the range of clusters that a machine starts.

A name is `number:origin:serial`. The number is the slot. The origin is the supervisor that started
the process. A supervisor gives each new process in a slot a higher serial. Normally the earlier
process has ended before the new one starts. With `replaces_another`, the earlier process still
runs.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

CLUSTERS_OPTION: Final = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ClusterName:
    """The name of a process among all processes that share the database."""

    number: int
    origin: str
    serial: int

    def __str__(self) -> str:
        return f"{self.number}:{self.origin}:{self.serial}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the name in a row. Raises `ValueError` if the text is not a name."""
        number, origin, serial = text.split(":")
        return cls(int(number), origin, int(serial))

    def follows(self, other: Self) -> bool:
        """Return whether this process was started later in the same slot by the same supervisor."""
        same = (self.number, self.origin) == (other.number, other.origin)
        return same and self.serial > other.serial


@dataclass(frozen=True, slots=True)
class ClusterSlot:
    """The slot of a cluster. `number` is the slot's number, `of` is how many slots there are.

    Each slot has a range of the shards. All ranges are as equal as possible.
    """

    name: ClusterName
    of: int
    replaces_another: bool = False
    """Whether the earlier process in this slot is alive, and hands its shards over to us."""
    processes_on_machine: int = 1
    """Number of clusters that the supervisor of this machine starts."""

    @property
    def log_name(self) -> str:
        """The name of this process in its log lines."""
        return f"cluster {self.number}/{self.of}"

    @property
    def number(self) -> int:
        """The number of the slot, from 0."""
        return self.name.number


@dataclass(frozen=True, slots=True)
class ClusterRange:
    """The clusters of one machine, from slot `first` to slot `last`.

    `of` is the number of all slots.
    """

    first: int
    last: int
    of: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the range in a text such as `0-3/16`, or `2/4` for one cluster.

        Raises:
            ValueError: The text is not a range. The message gives the reason.
        """
        found = CLUSTERS_OPTION.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is not a range of clusters. Give for example 0-3/16")
        first, last, of = (int(number or found[1]) for number in found.groups())
        if not first <= last < of:
            raise ValueError(f"{text}: of {of} clusters the first is 0 and the last is {of - 1}")
        return cls(first, last, of)

    @property
    def numbers(self) -> range:
        """The numbers of the clusters in this range."""
        return range(self.first, self.last + 1)


def slot_of_shard(shard: int, shards: int, of: int) -> int:
    """Return the number of the slot to which a shard belongs. `of` is how many slots there are.

    `shards` is the number of shards. If there are fewer shards than slots, the last slots have no
    shards.
    """
    return shard * min(of, shards) // shards
