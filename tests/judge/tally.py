"""Counts how often both judges were asked, and in which cases they disagreed."""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from tests.judge import Position

KEPT: Final = 200
"""Differences stored in full; further ones are only counted."""


@dataclass(frozen=True)
class Difference:
    """A question with two answers, small enough to ask again."""

    about: str
    position: Position
    seat: int
    move: str
    judge: str
    engine: str

    def __str__(self) -> str:
        return "\n".join(
            (
                f"{self.about}: seat {self.seat}, {self.move!r}",
                f"  judge:  {self.judge}",
                f"  engine: {self.engine}",
                f"  {json.dumps(brief(self.position))}",
            )
        )


@dataclass
class Tally:
    """The number of questions, and those with two answers."""

    asked: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def differ(self, difference: Difference) -> None:
        """Count a difference, and store it unless there are too many."""
        self.kinds[f"{difference.about}: {difference.judge} / {difference.engine}"[:110]] += 1
        if len(self.differences) < KEPT:
            self.differences.append(difference)

    def add(self, other: "Tally") -> None:
        """Add what another tally counted."""
        self.asked += other.asked
        self.ends += other.ends
        self.kinds += other.kinds
        self.differences += other.differences[: max(0, KEPT - len(self.differences))]


def brief(position: Position) -> Position:
    """Return a position without the keys that have no influence."""
    needed = ("game", "seats", "turn", "phase", "stock")
    return {k: v for k, v in position.items() if k in needed or (_says(v) and k != "known")}


def _says(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip("0") != ""
    return any(map(_says, value)) if isinstance(value, list) else bool(value)
