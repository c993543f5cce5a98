"""Tuned: the weights of the hard level, per game and number of seats.

Found by sweeping each weight and then changing a few at a time, hundreds of swapped deals a
change against the normal level, on the tuning seeds only (`tests/campaigns/players.py`).
Weights are numbers, not rules: nothing else depends on which game it is.
"""

from collections.abc import Mapping
from functools import cache

from engine.model.table import Rules
from engine.players.thinking.thought import CANASTA_WEIGHTS, CAREFUL, Style
from engine.players.thinking.weights import CanastaWeights, RummyWeights

CANASTA: Mapping[str, Mapping[int, CanastaWeights]] = {
    "house-canasta": {
        2: CanastaWeights(opening_budget=6.0, crowded=6),
        4: CanastaWeights(opening=0.0, opening_budget=4.0),
        6: CanastaWeights(
            triple_kept=60.0,
            blocker_kept=0.0,
            closing_points=4.0,
            kept=2,
            late=2,
            fading=4.0,
            closing_rounds=0.85,
            nearly_out=6,
        ),
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
    "classic-canasta": {
        4: CanastaWeights(waits_pile=4, unopened=0.8, drawn=22.0, wild_worth=100.0),
    },
}
"""Slug -> seats -> weights. A table of another size plays by those of the nearest."""

HORIZONS: Mapping[str, int] = {"house-canasta": 100}
"""Slug -> moves. House Canasta is played out: for four, the moves that the search changed won
+1 ± 86 points each when judged after 30 moves, +119 ± 160 and +164 ± 110 played out. In Classic
Canasta the two could not be told apart (+259 ± 281, +29 ± 312), and playing Ponytail Canasta out
leaves time for too few worlds."""

RUMMY = RummyWeights(hopeless=0.0)
"""In both contract rummies, over whole games: throw what a far contract would have wanted before
it is caught. Buying more, and keeping or throwing otherwise, was worth nothing or less."""


@cache
def shrewd(rules: Rules) -> Style:
    """The style of the hard level, from which its search starts."""
    by_seats = CANASTA.get(rules.slug, {})
    nearest = min(by_seats, key=lambda seats: abs(seats - rules.seat_count), default=0)
    weights = by_seats.get(nearest, CANASTA_WEIGHTS)
    return Style(canasta=weights, rummy=RUMMY, horizon=HORIZONS.get(rules.slug, CAREFUL.horizon))
