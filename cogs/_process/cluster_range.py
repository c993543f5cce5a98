"""Which clusters a machine has: its part of all of them."""

import re
from dataclasses import dataclass
from typing import Final, Self

PART: Final = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ClusterRange:
    """The clusters from `first` to `last` of so many: those of one machine."""

    first: int
    last: int
    of: int

    @classmethod
    def read(cls, text: str) -> Self:
        """`0-3/16`, or `2/4` for one alone. Raises `ValueError` with what is wrong."""
        found = PART.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is not a range of clusters. Give for example 0-3/16")
        first, last, of = (int(number or found[1]) for number in found.groups())
        if not first <= last < of:
            raise ValueError(f"{text}: of {of} clusters the first is 0 and the last is {of - 1}")
        return cls(first, last, of)

    @property
    def called(self) -> str:
        """What the log calls it."""
        return "supervisor"

    @property
    def numbers(self) -> range:
        """The numbers of these clusters."""
        return range(self.first, self.last + 1)
