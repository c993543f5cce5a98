"""Classic Canasta: weights by the number of seats."""

from collections.abc import Mapping

from engine.players.thinking.weights import CanastaWeights

WEIGHTS: Mapping[int, CanastaWeights] = {
    4: CanastaWeights(waits_pile=4, unopened=0.8, drawn=22.0, wild_worth=100.0)
}
