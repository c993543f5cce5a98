"""The reason why the pile cannot be taken: the refusal of the take closest to a legal one."""

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
"""Refusals of a take whose cards match, because of how the turn could end after it."""


def candidate_takes(table: FaceDown, seat: int) -> Iterator[Take]:
    """Yield candidate takes: the upcard onto an open meld, or with any two cards in hand."""
    hand = table.hands[seat]
    yield Take()
    for pair in combinations_with_replacement(sorted(set(hand)), 2):
        if holds(hand, bytes(pair)):
            yield Take(bytes(pair))


def why_no_take(table: FaceDown, seat: int) -> Refused | None:
    """Return the refusal of the take that is closest to a legal one.

    A take that leaves the wrong cards is the closest. Next comes the one that misses the initial
    minimum by the fewest points, then any other. Returns None if every candidate is legal.
    """
    refused = [
        one for take in candidate_takes(table, seat) if (one := engine.check(table, seat, take))
    ]
    left = [one for one in refused if one.code in LEAVES_TOO_FEW | LEAVES_SEVENS]
    low = [one for one in refused if one.code is Code.BELOW_MINIMUM]
    low.sort(key=lambda one: -int(one.facts["have"]))
    return next(iter((*left, *low, *refused)), None)
