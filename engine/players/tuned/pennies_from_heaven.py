"""Pennies From Heaven: weights by the number of seats."""

from collections.abc import Mapping

from engine.players.thinking.weights import CanastaWeights

WEIGHTS: Mapping[int, CanastaWeights] = {6: CanastaWeights(patience=0)}
