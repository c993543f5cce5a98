"""Values: what cards count in a hand and in a meld, and which are wild, in one round of a game.

A game's rules make them (`Rules.values`), a view carries them, and nobody else knows what a card
counts. Nothing here is hidden: values are the same for everybody at the table.

Source: PFH-R6, HC-R3, PT-R3, CC-R13, TPW-R19, TPC-R12.
"""

from dataclasses import dataclass

from engine.model.cards import ACE, JOKER_RANK, RANK, RANKS, TWO, Cards


@dataclass(frozen=True, slots=True)
class Values:
    """What each face counts. The tables are for `translate`: a point value for each byte."""

    held: bytes
    """What a card costs whoever still holds it when the round ends."""
    melded: bytes
    """What it counts in a meld; 0 where melds are not counted, and for red threes."""
    wild_ranks: tuple[int, ...]
    ranks: tuple[int, ...] = tuple(range(JOKER_RANK + 1))
    """Those that are played for points: no threes in canasta."""
    opening_ranks: tuple[int, ...] = tuple(range(JOKER_RANK + 1))
    """Those that may be among a side's first melds at any time."""

    def in_hand(self, cards: Cards) -> int:
        """The points that cards still held cost."""
        return sum(cards.translate(self.held))

    def in_melds(self, cards: Cards) -> int:
        """The points that melded cards count."""
        return sum(cards.translate(self.melded))

    def is_wild(self, face: int) -> bool:
        """Whether a card is wild in this round."""
        return RANK[face] in self.wild_ranks


def scale(tens_from: str) -> bytes:
    """The scale all games share, but for the rank from which cards count ten up to the king.

    Below it a card counts five; aces and twos count twenty, jokers fifty.
    """
    first = RANKS.index(tens_from)
    ranks = [10 if rank >= first else 5 for rank in range(JOKER_RANK + 1)]
    ranks[ACE] = ranks[TWO] = 20
    ranks[JOKER_RANK] = 50
    return RANK.translate(bytes(ranks).ljust(256, b"\0"))


def changed(table: bytes, cards: Cards, points: int) -> bytes:
    """A table in which `cards` count something else."""
    return bytes(points if face in cards else old for face, old in enumerate(table))
