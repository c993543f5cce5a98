"""The style of the normal level: the same in every game, except for tuned weights."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.model.table import Rules
from engine.players.thinking.thought import CAREFUL, Style
from engine.players.thinking.weights import CanastaWeights
from engine.players.tuned import classic_canasta, house_canasta

CANASTA: Mapping[str, CanastaWeights] = {
    "classic-canasta": classic_canasta.CAREFUL,
    "house-canasta": house_canasta.CAREFUL,
}
"""By slug: the weights for every number of seats."""


# Cached: building a style at every decision would cost more than using it.
@cache
def normal_style(rules: Rules) -> Style:
    """Return the style of the normal level, which hints and suggestions also use."""
    canasta = CANASTA.get(rules.slug)
    return replace(CAREFUL, canasta=canasta) if canasta else CAREFUL
