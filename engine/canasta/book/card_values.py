"""What canasta sees in a card: its points, and whether it is wild.

Source: HC-R3, PFH-R6, PT-R2, PT-R3.
"""

from typing import Final

from engine.model.cards import JOKER, JOKER_RANK, RANK, RED_THREES, TWO, Cards
from engine.model.values import scale

FIRST_WILD: Final = TWO * 4
"""Twos and jokers sort last, so a face is wild from here on."""

WILD_FACES: Final = bytes(range(FIRST_WILD, JOKER + 1))
NATURAL_FACES: Final = bytes(range(FIRST_WILD))


POINTS: Final = scale("8")


def worth(cards: Cards) -> int:
    """The points of cards that lie in melds; what an initial meld is measured by."""
    return sum(cards.translate(POINTS))


def collected(face: int) -> int:
    """The rank of the meld that a card lies in when it is laid: the joker's for a wild card."""
    return JOKER_RANK if face >= FIRST_WILD else RANK[face]


def wild_cards(cards: Cards) -> Cards:
    """The twos and jokers among `cards`."""
    return cards.translate(None, NATURAL_FACES)


def naturals(cards: Cards) -> Cards:
    """`cards` without twos and jokers."""
    return cards.translate(None, WILD_FACES)


def points_of(face: int) -> int:
    """The points of one card."""
    return POINTS[face]


COLLECTED: Final = bytes(map(collected, range(256)))
"""Face -> the rank of the meld it is laid in."""

Groups = dict[int, Cards]
"""Rank -> the cards of a hand that may be laid and have it; all wild cards under the joker's."""


def grouped(hand: Cards) -> Groups:
    """A hand, held in order, by rank."""
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
