"""Ponytail Canasta: weights by the number of seats."""

from collections.abc import Mapping

from engine.players.thinking.weights import CanastaWeights

WEIGHTS: Mapping[int, CanastaWeights] = {
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
}
