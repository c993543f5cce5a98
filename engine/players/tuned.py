"""Tuned: the weights of the hard level, per game and number of seats.

Found by sweeping each weight and then changing a few at a time, hundreds of swapped deals a
change against the normal level, on the tuning seeds only (`tests/campaigns/players.py`).
Weights are numbers, not rules: nothing else depends on which game it is.
"""

from collections.abc import Mapping
from functools import cache

from engine.players.thought import RUMMY_WEIGHTS, Style
from engine.players.weights import CanastaWeights, RummyWeights
from engine.rules import Rules

CANASTA: Mapping[str, Mapping[int, CanastaWeights]] = {
    "house-canasta": {
        2: CanastaWeights(opening_budget=6.0, crowded=6),
        4: CanastaWeights(opening=0.0, opening_budget=4.0),
    },
    "pennies-from-heaven": {6: CanastaWeights(patience=0)},
    "ponytail-canasta": {
        4: CanastaWeights(
            dear_wilds=0,
            opening_budget=4.0,
            opening_late=3,
            opening=150.0,
            drawn=22.0,
            thrown=0.5,
            card_in_pile=30.0,
            kept=2,
        )
    },
}
"""Slug -> seats -> weights. A table of another size plays by those of the nearest. No change of
Classic Canasta's was worth more than its noise (250 deals each): there only the search helps."""

# Whole games, 100 a change. Most comes from throwing what a far contract would have wanted
# before it is caught; buying more, or other pairs, did not help.
RUMMY: Mapping[str, RummyWeights] = {
    "ten-pennies": RummyWeights(hopeless=0.0, point_last=2.5),
    "ten-pennies-online": RummyWeights(hopeless=0.0),
}


@cache
def shrewd(rules: Rules) -> Style:
    """The style of the hard level, from which its search starts."""
    by_seats = CANASTA.get(rules.slug)
    if not by_seats:
        return Style(rummy=RUMMY.get(rules.slug, RUMMY_WEIGHTS))
    nearest = min(by_seats, key=lambda seats: abs(seats - rules.seat_count))
    return Style(canasta=by_seats[nearest])
