"""Why a pile stays: the rule that forbids the nearest of all ways to take it."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

import engine
from engine import FaceDown
from engine.model.cards import holds
from engine.model.moves import Take
from engine.model.refusals import Code, Refused

LEAVES_TOO_FEW: Final = frozenset({Code.KEEP_A_CARD, Code.NOT_READY, Code.LEAVE_DENIED})
LEAVES_SEVENS: Final = frozenset({Code.NO_DISCARD_LEFT, Code.SEVEN_LAST})
"""What stands against cards that would take the pile, but for how the turn could end then."""


def pairs(table: FaceDown, seat: int) -> Iterator[Take]:
    """Takes with the upcard alone, and with two cards of the hand."""
    hand = table.hands[seat]
    yield Take()
    for pair in combinations_with_replacement(sorted(set(hand)), 2):
        if holds(hand, bytes(pair)):
            yield Take(bytes(pair))


def why_no_take(table: FaceDown, seat: int) -> Refused | None:
    """Why the pile cannot be taken: the refusal that comes nearest to a legal take.

    First what is left is lacking, then the points of the first melds, then what goes with the card.
    """
    refused = [one for take in pairs(table, seat) if (one := engine.check(table, seat, take))]
    left = [one for one in refused if one.code in LEAVES_TOO_FEW | LEAVES_SEVENS]
    low = [one for one in refused if one.code is Code.BELOW_MINIMUM]
    low.sort(key=lambda one: -int(one.facts["have"]))
    return next(iter((*left, *low, *refused)), None)
