"""Cards: one byte each, so that a hand is a `bytes` and C code counts its cards.

A *face* is rank times four plus suit, in the order a hand is sorted (3 4 … K A 2, then the joker).
Copies of a face are equal; a pack holds several. `Cards` is any group of faces: hand, meld, stock.
As text a card is its rank and suit, `KS` or `Jo` (`NAMES`). No rules here.
"""

from typing import Final

Cards = bytes

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "SHDC"
JOKER: Final = 52
JOKER_RANK: Final = 13
THREE: Final = RANKS.index("3")
SEVEN: Final = RANKS.index("7")
ACE: Final = RANKS.index("A")
TWO: Final = RANKS.index("2")

NAMES: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "Jo")
FACES: Final = {name: face for face, name in enumerate(NAMES)}
RANK_NAMES: Final = (*RANKS, "Jo")

# `cards.translate(RANK)` turns faces into ranks; `translate` requires a table of 256 entries.
RANK: Final = bytes(min(face // 4, JOKER_RANK) for face in range(256))
RED_THREES: Final = bytes((FACES["3H"], FACES["3D"]))
BLACK_THREES: Final = bytes((FACES["3S"], FACES["3C"]))
SEVENS: Final = bytes(FACES["7" + suit] for suit in SUITS)
ONE_PACK: Final = bytes((*range(52), JOKER, JOKER))
ALL_FACES: Final = bytes(range(JOKER + 1))
BYTE: Final = tuple(bytes((face,)) for face in ALL_FACES)
"""By face: the single card as `Cards`."""


def rank_of(face: int) -> int:
    """Return the rank of a face: an index into `RANK_NAMES`."""
    return RANK[face]


def pack(decks: int) -> Cards:
    """Return all cards of `decks` standard packs with two jokers each."""
    return ONE_PACK * decks


def arranged(cards: Cards) -> Cards:
    """Return the cards in the order of a sorted hand: 3 4 … K A 2 joker, by suit S H D C."""
    return bytes(sorted(cards))


def count_rank(cards: Cards, rank: int) -> int:
    """Return how many of the cards have this rank."""
    return cards.translate(RANK).count(rank)


def holds(cards: Cards, wanted: Cards) -> bool:
    """Whether `cards` contains `wanted`, copies counted."""
    return all(cards.count(face) >= wanted.count(face) for face in set(wanted))


def without(cards: Cards, gone: Cards) -> Cards:
    """Return `cards` without `gone`, in the same order. A face that `cards` lacks is ignored."""
    for face in gone:
        cards = cards.replace(BYTE[face], b"", 1)
    return cards


def distinct(cards: Cards) -> Cards:
    """Return each face among `cards` once, in the order of a sorted hand."""
    # The inner `translate` gives the missing faces, the outer one all others: two passes in C, many
    # times faster than a set.
    return ALL_FACES.translate(None, ALL_FACES.translate(None, cards))


def only(cards: Cards, faces: Cards) -> Cards:
    """Return the cards whose face is one of `faces`, in the same order."""
    return bytes(face for face in cards if face in faces)


def write_cards(cards: Cards) -> str:
    """Return cards as text: `"KS KD 2C Jo"`."""
    return " ".join([NAMES[face] for face in cards])


def read_cards(text: str) -> Cards:
    """Return the cards of a canonical text, the inverse of `write_cards`.

    Raises:
        KeyError: a word is not a card. People's input goes through `engine.notation.moves`.

    """
    return bytes([FACES[word] for word in text.split()])
