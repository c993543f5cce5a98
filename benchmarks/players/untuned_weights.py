"""The hard level's weights as they were before they were tuned by many deals: a yardstick.

What those weights do not name counts as the normal level has it. In contract rummy it kept equal
cards for sets that may not hold both, and still does here.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.model.table import Rules
from engine.players.thinking.thought import Style
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
        4: CanastaWeights(waits_pile=4, unopened=0.8, drawn=22.0, wild_worth=100.0)
    },
}
RUMMY = RummyWeights(hopeless=0.0)


@cache
def before(rules: Rules) -> Style:
    """The style that the hard level's moves came from, without its search."""
    by_seats = CANASTA.get(rules.slug, {})
    nearest = min(by_seats, key=lambda seats: abs(seats - rules.seat_count), default=0)
    weights = replace(by_seats.get(nearest, CanastaWeights()), completed=0.0)
    return Style(canasta=weights, rummy=RUMMY, tells_copies=False)
