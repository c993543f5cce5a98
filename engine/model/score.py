"""Scores: what a side scored in a round, item by item, and how a game ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Item(StrEnum):
    """The keys of `Score.items`: points, except `PAID`, which is pennies and outside the sum."""

    CARDS = "cards"
    CANASTAS = "canastas"
    RED_THREES = "red_threes"
    OUT = "out"
    HANDS = "hands"
    FEET = "feet"
    GRAB = "grab"
    SPLIT = "split"
    CAUGHT = "caught"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Score:
    """One side's round. `items` are signed and add up to `total`; `paid` is not part of the sum."""

    side: int
    items: Mapping[str, int]
    total: int


class FinalReason(StrEnum):
    """The reason why a game ended."""

    TARGET = "target"
    ROUNDS = "rounds"
    TIE_BREAK = "tie_break"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: the winning sides, every side's final score, and the reason."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: FinalReason
    pennies: tuple[int, ...] = field(default=())

    def place(self, side: int, *, lowest_wins: bool) -> int:
        """Return a side's place: 1 for the winners, the others ranked by score behind them."""
        if side in self.winners:
            return 1
        mine = self.scores[side]
        better = [score for score in self.scores if (score < mine if lowest_wins else score > mine)]
        return 1 + max(len(self.winners), len(better))
