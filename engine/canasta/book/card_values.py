"""Card values in canasta: points, and which cards are wild.

Source: HC-R3, PFH-R6, PT-R2, PT-R3.
"""

from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, RANK, RED_THREES, TWO, Cards
from engine.model.values import scale

FIRST_WILD: Final = TWO * 4
"""The first wild face: twos and jokers sort last."""

WILD_FACES: Final = bytes(range(FIRST_WILD, JOKER + 1))
NATURAL_FACES: Final = bytes(range(FIRST_WILD))


POINTS: Final = scale("8")


def worth(cards: Cards) -> int:
    """Return the points of melded cards, which also decide about an initial meld."""
    return sum(cards.translate(POINTS))


def collected(face: int) -> int:
    """Return the rank of the meld in which a card is laid: the joker's for a wild card."""
    return JOKER_RANK if face >= FIRST_WILD else RANK[face]


def wild_cards(cards: Cards) -> Cards:
    """Return the twos and jokers among `cards`."""
    return cards.translate(None, NATURAL_FACES)


def naturals(cards: Cards) -> Cards:
    """Return `cards` without twos and jokers."""
    return cards.translate(None, WILD_FACES)


def points_of(face: int) -> int:
    """Return the points of one card."""
    return POINTS[face]


COLLECTED: Final = bytes(map(collected, range(256)))
"""By face: the rank of the meld in which it is laid."""

Groups = dict[int, Cards]
"""By rank: the cards of a hand that may be laid; all wild cards under the joker's rank."""


def grouped(hand: Cards) -> Groups:
    """Return a sorted hand by rank, without red threes."""
    hand = hand.translate(None, RED_THREES)
    ranks, start = hand.translate(COLLECTED), 0
    groups: Groups = {}
    while start < len(hand):
        rank = ranks[start]
        end = start + ranks.count(rank)
        groups[rank] = hand[start:end]
        start = end
    groups.setdefault(JOKER_RANK, b"")
    return groups
