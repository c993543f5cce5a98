"""Careful: the style of the normal level, the same in every game but for what one has found."""

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
"""Slug -> weights, whatever the number of seats."""


@cache
def careful(rules: Rules) -> Style:
    """The style of the normal level, which hints and suggestions speak for as well."""
    canasta = CANASTA.get(rules.slug)
    return replace(CAREFUL, canasta=canasta) if canasta else CAREFUL
