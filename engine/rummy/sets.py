"""Sets: which cards make one, and by which base rank it is read.

A set names a base rank. Cards of that rank are natural even where the rank is wild; every
other card must be wild and counts against the cap (TPW-Q8, TPC-Q9).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.model.cards import JOKER, JOKER_RANK, NAMES, RANK, Cards, write_cards
from engine.model.refusals import Code, Fact

SMALLEST_SET = 3


@dataclass(frozen=True, slots=True, eq=False)
class SetLaw:
    """What a set may hold in one round of one game. One object each, so it hashes fast."""

    wild_ranks: tuple[int, ...]
    wild_faces: Cards
    cap: int
    """Most wild cards in one set of the first-down."""
    each_kind: bool
    """The cap counts each wild rank by itself, not all wild cards together."""
    unique: bool
    """No two equal suited cards in one set; jokers are exempt."""
    joker_base: bool
    """Jokers are a rank of their own that sets can be made of."""


class Fault(NamedTuple):
    """Why cards are not a set."""

    code: Code
    facts: Mapping[str, Fact]


def law_of(
    wild_ranks: tuple[int, ...], cap: int, *, each_kind: bool, unique: bool, joker_base: bool
) -> SetLaw:
    """The law of a round in which `wild_ranks` are wild."""
    wild_faces = bytes(face for face in range(len(NAMES)) if RANK[face] in wild_ranks)
    return SetLaw(wild_ranks, wild_faces, cap, each_kind, unique, joker_base)


def bases(law: SetLaw, cards: Cards) -> Cards:
    """The ranks `cards` could be read by, in the order named; none if they do not go together.

    A card that is not wild leaves no choice; wild cards alone could be read several ways.
    """
    natural = cards.translate(RANK, law.wild_faces)
    if natural:
        return natural[:1] if natural.count(natural[0]) == len(natural) else b""
    ranks = bytes(dict.fromkeys(cards.translate(RANK)))
    return ranks if law.joker_base else ranks.replace(bytes((JOKER_RANK,)), b"")


def counted(law: SetLaw, cards: Cards, base: int) -> int:
    """The wild cards that stand against the cap: all, or those of the commonest kind."""
    ranks = cards.translate(RANK)
    if not law.each_kind:
        return len(ranks) - ranks.count(base)
    return max([ranks.count(kind) for kind in law.wild_ranks if kind != base], default=0)


def base_rank(law: SetLaw, cards: Cards) -> int:
    """The rank a set collects: the reading with the fewest wilds, ties by the first named.

    Cards that are no set (a drawn position may hold them) are read by their commonest rank.
    """
    ranks = cards.translate(RANK)
    choice = bases(law, cards) or ranks
    if law.each_kind and len(choice) > 1:
        choice = bytes(b for b in choice if counted(law, cards, b) <= law.cap) or choice
    return max(choice, key=ranks.count)


def fault(law: SetLaw, cards: Cards, cap: int, too_wild: Code) -> Fault | None:
    """Why `cards` are no set with at most `cap` wilds, or None. Size is not looked at."""
    if law.unique and (twice := duplicates(cards)):
        return Fault(Code.SET_DUPLICATE, {"card": write_cards(twice[:1])})
    choice = bases(law, cards)
    if not choice:
        code = Code.SET_MIXED if cards.strip(bytes((JOKER,))) else Code.SET_ALL_JOKERS
        return Fault(code, {"cards": write_cards(cards)})
    wilds = min([counted(law, cards, base) for base in choice])
    return Fault(too_wild, {"have": wilds, "most": cap}) if wilds > cap else None


def duplicates(cards: Cards) -> Cards:
    """Suited faces that are there more than once."""
    if len(set(cards)) == len(cards):
        return b""
    return bytes(face for face in dict.fromkeys(cards) if face != JOKER and cards.count(face) > 1)


@lru_cache(maxsize=8192)
def outside(law: SetLaw, cards: Cards) -> Cards:
    """The faces of which one more would spoil a set whose caps and bans persist."""
    # Each face is tried on the set, once: a set is asked about far more often than it grows.
    faces = [bytes((face,)) for face in range(len(NAMES))]
    spoiled = [face for face in faces if fault(law, cards + face, law.cap, Code.SET_TOO_WILD)]
    return b"".join(spoiled)


@lru_cache(maxsize=8192)
def strangers(law: SetLaw, cards: Cards) -> Cards:
    """The faces that do not go on a set without a cap: neither of its rank nor wild."""
    rank = base_rank(law, cards)
    faces = bytes(face for face in range(len(NAMES)) if RANK[face] != rank)
    return faces.translate(None, law.wild_faces)
