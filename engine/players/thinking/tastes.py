"""Tastes: small leanings by which computer players of one level differ, none of them a weakness.

A taste moves a few weights of whatever level it is at by the same steps.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from engine.players.thinking.thought import Style
from engine.players.thinking.weights import Buying, CanastaWeights, RummyWeights

Steps = Mapping[str, float]
Weights = TypeVar("Weights", Buying, CanastaWeights, RummyWeights)

EVEN: Final = ""
"""No leaning at all."""
TASTES: Final[Mapping[str, tuple[Steps, Steps]]] = {
    "bold": (
        {"piled": 6.0, "opening": 20.0, "spent_wild": -10.0, "kept": -1},
        {"saved": -0.2, "any_cards": 6.0},
    ),
    "careful": ({"unopened": 0.25, "safety": 10.0, "nearly_out": 1}, {"gift": 1.0}),
    "hoarder": ({"pair_kept": 6.0, "triple_kept": 6.0, "wild_worth": 40.0}, {"triple_kept": 4.0}),
    "finisher": (
        {"eager": 8, "dear_hand": 1, "needless": 0.1},
        {"point_early": 0.15, "point_late": 0.3},
    ),
}
"""What each adds to the weights for canasta, and for contract rummy: bold takes piles and opens,
careful gives nothing away, a hoarder keeps what may come together, a finisher ends the round and
is caught with little."""


@cache
def tasted(style: Style, taste: str) -> Style:
    """A style with the leaning of a taste. Raises `KeyError` for one that there is not."""
    if taste == EVEN:
        return style
    canasta, rummy = TASTES[taste]
    return replace(style, canasta=_moved(style.canasta, canasta), rummy=_bought(style.rummy, rummy))


def _bought(weights: RummyWeights, steps: Steps) -> RummyWeights:
    """The weights with their steps; those of buying too, where it is fitted."""
    moved, buying = _moved(weights, steps), weights.buying
    return replace(moved, buying=_moved(buying, steps)) if buying else moved


def _moved(weights: Weights, steps: Steps) -> Weights:
    known = {
        name: getattr(weights, name) + by for name, by in steps.items() if name in weights.__slots__
    }
    return replace(weights, **known)
