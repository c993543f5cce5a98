"""Counts of the cards of a rank, and the ways to lay these cards."""

from dataclasses import dataclass
from typing import NamedTuple


class Some(NamedTuple):
    """How many naturals, jokers and twos a group of cards has."""

    naturals: int = 0
    jokers: int = 0
    twos: int = 0

    def plus(self, other: "Some") -> "Some":
        return Some(*(a + b for a, b in zip(self, other, strict=True)))

    def minus(self, other: "Some") -> "Some":
        return Some(*(a - b for a, b in zip(self, other, strict=True)))

    @property
    def wilds(self) -> int:
        return self.jokers + self.twos


NOTHING = Some()
Laid = tuple[tuple[int | None, str, Some], ...]
"""Groups: the meld they join or None, their rank, their cards. Not the top card's group."""


@dataclass(frozen=True)
class Way:
    """One way to lay cards of one rank."""

    used: Some
    groups: Laid = ()
    beside_top: Some = NOTHING
    gained: frozenset[str] = frozenset()

    def then(self, further: "Way") -> "Way":
        """Return this way followed by another of the same rank."""
        return Way(
            self.used.plus(further.used),
            self.groups + further.groups,
            self.beside_top.plus(further.beside_top),
            self.gained | further.gained,
        )
