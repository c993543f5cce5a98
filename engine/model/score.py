"""Scores: what a side made of a round, item by item, and how a game ended."""

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
    """One side's round. `items` are signed and add up to `total` (`paid` stands outside)."""

    side: int
    items: Mapping[str, int]
    total: int


class FinalReason(StrEnum):
    """Why a game ended."""

    TARGET = "target"
    ROUNDS = "rounds"
    TIE_BREAK = "tie_break"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning sides, every side's final score, and why."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: FinalReason
    pennies: tuple[int, ...] = field(default=())

    def place(self, side: int, *, lowest_wins: bool) -> int:
        """1 for the winners, and everybody else behind them in the order the game ranks scores."""
        if side in self.winners:
            return 1
        mine = self.scores[side]
        better = [score for score in self.scores if (score < mine if lowest_wins else score > mine)]
        return 1 + max(len(self.winners), len(better))
