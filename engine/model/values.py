"""Values of one round: the points of each card in hand and in a meld, and the wild cards.

A game's rules build them (`Rules.values`) and a view carries them; no other code knows the value of
a card. They are the same for everybody at the table. Source: PFH-R6, HC-R3, PT-R3, CC-R13, TPW-R19,
TPC-R12.
"""

from dataclasses import dataclass

from engine.model.cards import ACE, JOKER_RANK, RANK, RANKS, TWO, Cards


@dataclass(frozen=True, slots=True)
class Values:
    """The value of each face.

    `held` and `melded` are `translate` tables: a point value for each byte.
    """

    held: bytes
    """Points that a card in hand costs when the round ends."""
    melded: bytes
    """Points of a card in a meld; 0 for red threes and in games that do not count melds."""
    wild_ranks: tuple[int, ...]
    ranks: tuple[int, ...] = tuple(range(JOKER_RANK + 1))
    """The ranks played for points: threes are not among them in canasta."""
    opening_ranks: tuple[int, ...] = tuple(range(JOKER_RANK + 1))
    """The ranks that may be among a side's first melds at any time."""

    def in_hand(self, cards: Cards) -> int:
        """Return the points that these cards cost in hand."""
        return sum(cards.translate(self.held))

    def in_melds(self, cards: Cards) -> int:
        """Return the points that these cards score in melds."""
        return sum(cards.translate(self.melded))

    def is_wild(self, face: int) -> bool:
        """Whether a card is wild in this round."""
        return RANK[face] in self.wild_ranks


def scale(tens_from: str) -> bytes:
    """Return the point scale that all games share, except for the lowest rank that counts ten.

    Cards count ten from `tens_from` to the king and five below. Aces and twos count twenty, jokers
    fifty.
    """
    first = RANKS.index(tens_from)
    ranks = [10 if rank >= first else 5 for rank in range(JOKER_RANK + 1)]
    ranks[ACE] = ranks[TWO] = 20
    ranks[JOKER_RANK] = 50
    return RANK.translate(bytes(ranks).ljust(256, b"\0"))


def changed(table: bytes, cards: Cards, points: int) -> bytes:
    """Return a value table in which `cards` count `points`."""
    return bytes(points if face in cards else old for face, old in enumerate(table))
