"""Tastes: small preferences that distinguish computer players of one level. None is a weakness.

A taste changes a few weights by the same steps at every level.
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
"""No taste."""
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
"""Steps added to the weights of canasta and of contract rummy.

`bold` takes piles and opens early. `careful` gives nothing away. `hoarder` keeps cards that may
come together. `finisher` ends the round and keeps few points in hand.
"""


# Cached: the styles are few, and every decision asks for one.
@cache
def tasted(style: Style, taste: str) -> Style:
    """Return a style changed by a taste.

    Raises:
        KeyError: the taste does not exist.

    """
    if taste == EVEN:
        return style
    canasta, rummy = TASTES[taste]
    return replace(style, canasta=_moved(style.canasta, canasta), rummy=_bought(style.rummy, rummy))


def _bought(weights: RummyWeights, steps: Steps) -> RummyWeights:
    """Return the weights with their steps, also applied to the fitted weights of buying."""
    moved, buying = _moved(weights, steps), weights.buying
    return replace(moved, buying=_moved(buying, steps)) if buying else moved


def _moved(weights: Weights, steps: Steps) -> Weights:
    known = {
        name: getattr(weights, name) + by for name, by in steps.items() if name in weights.__slots__
    }
    return replace(weights, **known)
