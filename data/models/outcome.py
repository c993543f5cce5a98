"""How a game ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game ended: sides, ranks and scores.

    `rounds` has the points of every side in each round. `feats` are counts by seat. `data` itself
    uses only "pennies" (won or lost), and the feats that can be records. A game that was shortened
    is not `whole`. Such a game is not rated.
    """

    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    lowest_wins: bool = False
    rounds: tuple[tuple[int, ...], ...] = ()
    feats: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    whole: bool = True

    def __post_init__(self) -> None:
        """Raise `ValueError` unless each side has a rank and a score, and each seat one side."""
        if not len(self.sides) == len(self.ranks) == len(self.scores):
            raise ValueError("an outcome needs one rank and one score for every side")
        if any(len(points) != len(self.sides) for points in self.rounds):
            raise ValueError("an outcome needs the points of every side in each round")
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("an outcome names a seat on two sides")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of all sides."""
        return tuple(seat for side in self.sides for seat in side)
