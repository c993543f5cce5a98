"""What cards are worth and which are wild, as far as pictures tell."""

from typing import Final

from engine.cards import JOKER_RANK, RANK, TWO
from engine.view import SideView, View

POINTS: Final = bytes((5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 20, 50))
"""Card values by rank: 3 to 7 five, 8 to K ten, A and 2 twenty, a joker fifty."""


def points_of(hand: bytes) -> int:
    """The points of cards at canasta values."""
    return sum(hand.translate(RANK).translate(POINTS.ljust(256, b"\0")))


def wild_ranks(view: View) -> tuple[int, ...]:
    """The ranks that are wild in this round."""
    return view.contract.wild_ranks if view.contract else (TWO, JOKER_RANK)


def so_far(view: View, side: SideView) -> int:
    """What the round would bring a side if it ended now; 0 once the last round is in the score."""
    return side.on_table if view.result is None else 0
