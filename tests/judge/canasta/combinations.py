"""Cards of a rank by number, and the ways to lay them."""

from dataclasses import dataclass
from typing import NamedTuple


class Some(NamedTuple):
    """Cards of one rank with wild cards, by number."""

    naturals: int = 0
    jokers: int = 0
    twos: int = 0

    def plus(self, other: "Some") -> "Some":
        """Both together."""
        return Some(*(a + b for a, b in zip(self, other, strict=True)))

    def minus(self, other: "Some") -> "Some":
        """Without the other's cards."""
        return Some(*(a - b for a, b in zip(self, other, strict=True)))

    @property
    def wilds(self) -> int:
        """How many jokers and twos."""
        return self.jokers + self.twos


NOTHING = Some()
Laid = tuple[tuple[int | None, str, Some], ...]
"""Groups: the meld they join or None, their rank, their cards. The top card's group is apart."""


@dataclass(frozen=True)
class Way:
    """One way to lay cards of one rank."""

    used: Some
    groups: Laid = ()
    beside_top: Some = NOTHING
    gained: frozenset[str] = frozenset()

    def then(self, further: "Way") -> "Way":
        """This, and after it something else of the rank."""
        return Way(
            self.used.plus(further.used),
            self.groups + further.groups,
            self.beside_top.plus(further.beside_top),
            self.gained | further.gained,
        )
