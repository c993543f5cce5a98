"""Sets: which cards form one, and the base rank of a set.

Cards of the base rank are natural even if that rank is wild. Every other card must be wild and
counts against the cap (TPW-Q8, TPC-Q9).
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
    """The limits of a set in one round of one game.

    Compared by identity, because it is part of many cache keys and must hash fast.
    """

    wild_ranks: tuple[int, ...]
    wild_faces: Cards
    cap: int
    """Most wild cards in one set of the first-down."""
    each_kind: bool
    """Whether the cap counts each wild rank separately, not all wild cards together."""
    unique: bool
    """Whether a set may not hold two equal suited cards; jokers are exempt."""
    joker_base: bool
    """Whether jokers are a rank of their own that sets can be made of."""


class Fault(NamedTuple):
    """The reason why cards are not a set."""

    code: Code
    facts: Mapping[str, Fact]


def law_of(
    wild_ranks: tuple[int, ...], cap: int, *, each_kind: bool, unique: bool, joker_base: bool
) -> SetLaw:
    """Return the law of a round in which `wild_ranks` are wild."""
    wild_faces = bytes(face for face in range(len(NAMES)) if RANK[face] in wild_ranks)
    return SetLaw(wild_ranks, wild_faces, cap, each_kind, unique, joker_base)


def bases(law: SetLaw, cards: Cards) -> Cards:
    """Return the possible base ranks of `cards`, in the order named; none if they do not match.

    A card that is not wild leaves one choice; wild cards alone may have several.
    """
    natural = cards.translate(RANK, law.wild_faces)
    if natural:
        return natural[:1] if natural.count(natural[0]) == len(natural) else b""
    ranks = bytes(dict.fromkeys(cards.translate(RANK)))
    return ranks if law.joker_base else ranks.replace(bytes((JOKER_RANK,)), b"")


def counted(law: SetLaw, cards: Cards, base: int) -> int:
    """Return the wild cards that count against the cap: all, or those of the most frequent kind."""
    ranks = cards.translate(RANK)
    if not law.each_kind:
        return len(ranks) - ranks.count(base)
    return max([ranks.count(kind) for kind in law.wild_ranks if kind != base], default=0)


def base_rank(law: SetLaw, cards: Cards) -> int:
    """Return the rank that a set collects: the reading with fewest wilds, then the first named.

    Cards that are no set (a position made by hand may hold them) have their commonest rank.
    """
    ranks = cards.translate(RANK)
    choice = bases(law, cards) or ranks
    if law.each_kind and len(choice) > 1:
        choice = bytes(b for b in choice if counted(law, cards, b) <= law.cap) or choice
    return max(choice, key=ranks.count)


def fault(law: SetLaw, cards: Cards, cap: int, too_wild: Code) -> Fault | None:
    """Return why `cards` are no set with at most `cap` wilds, or None. The size is not checked."""
    if law.unique and (twice := duplicates(cards)):
        return Fault(Code.SET_DUPLICATE, {"card": write_cards(twice[:1])})
    choice = bases(law, cards)
    if not choice:
        code = Code.SET_MIXED if cards.strip(bytes((JOKER,))) else Code.SET_ALL_JOKERS
        return Fault(code, {"cards": write_cards(cards)})
    wilds = min([counted(law, cards, base) for base in choice])
    return Fault(too_wild, {"have": wilds, "most": cap}) if wilds > cap else None


def duplicates(cards: Cards) -> Cards:
    """Return the suited faces that occur more than once."""
    if len(set(cards)) == len(cards):
        return b""
    return bytes(face for face in dict.fromkeys(cards) if face != JOKER and cards.count(face) > 1)


@lru_cache(maxsize=8192)
def outside(law: SetLaw, cards: Cards) -> Cards:
    """Return the faces that may not be added to a set, in games with lasting caps and bans."""
    # Each face is tried, once per set, because sets are tested far more often than they grow.
    faces = [bytes((face,)) for face in range(len(NAMES))]
    spoiled = [face for face in faces if fault(law, cards + face, law.cap, Code.SET_TOO_WILD)]
    return b"".join(spoiled)


# Cached: a set is tested far more often than it grows.
@lru_cache(maxsize=8192)
def strangers(law: SetLaw, cards: Cards) -> Cards:
    """Return the faces of another rank that are not wild, for a set without a cap."""
    rank = base_rank(law, cards)
    faces = bytes(face for face in range(len(NAMES)) if RANK[face] != rank)
    return faces.translate(None, law.wild_faces)
