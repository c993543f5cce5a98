"""Ten Pennies, PlayingCards.io rules: weights by number of seats."""

from collections.abc import Mapping

from engine.players.thinking.weights import RummyWeights

WEIGHTS: Mapping[int, RummyWeights] = {4: RummyWeights(hopeless=0.0)}
