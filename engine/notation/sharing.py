"""Sharing out: which cards are meant by ranks named alone, and in which of several groups they lie.

Where suits are no matter for a meld they are shared out from left to right. Where no meld may hold
a suited face twice, its copies go into different groups, if need be by handing on what was given.

Source: the contract of the engine, "Cards and moves as text": what can only mean one thing may be
left out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Final

from engine.model.cards import FACES, NAMES, RANK_NAMES, Cards, rank_of

Words = list[tuple[str, str]]
"""The cards named in a group as (rank, suit); the suit is empty where a rank stands alone."""
Meant = Mapping[str, list[str]]
"""For each rank named alone, the cards meant: as many as it was named times."""

SUITS: Final = 4
"""Where two hand on the same card the ring falls into two: none has more groups than this."""


class SeveralWaysError(Exception):
    """A rank named alone could mean several of these cards, or lie in other groups."""

    def __init__(self, rank: str, cards: list[str]) -> None:
        super().__init__(rank)
        self.rank = rank
        self.cards = cards


def shared_out(groups: list[Words], hand: Cards, *, bans_duplicates: bool) -> list[list[str]]:
    """The cards of each group, for somebody who holds `hand`.

    Raises:
        ValueError: the hand has too few of a rank.
        SeveralWaysError: it could be done in several ways that tell.

    """
    meant = _meant(groups, hand)
    shared = _apart(groups, meant) if bans_duplicates else None
    # What cannot be done without duplicates is for the rules to refuse.
    if shared is None:
        return _in_order(groups, meant)
    if rank := _in_doubt(groups, shared):
        raise SeveralWaysError(rank, meant[rank])
    return shared


def _meant(groups: list[Words], hand: Cards) -> Meant:
    bare = Counter(rank for words in groups for rank, suit in words if not suit)
    explicit = Counter(rank + suit for words in groups for rank, suit in words if suit)
    return {rank: _meant_by(rank, wanted, hand, explicit) for rank, wanted in bare.items()}


def _meant_by(rank: str, wanted: int, hand: Cards, explicit: Counter[str]) -> list[str]:
    """So many cards of a rank, if only one choice is possible beside those named."""
    held = Counter(NAMES[face] for face in hand if RANK_NAMES[rank_of(face)] == rank)
    free = sorted((held - explicit).elements(), key=FACES.__getitem__)
    if len(free) < wanted:
        raise ValueError(rank)
    if len(free) > wanted and len(set(free)) > 1:
        raise SeveralWaysError(rank, free)
    return free[:wanted]


def _in_order(groups: list[Words], meant: Meant) -> list[list[str]]:
    left = {rank: iter(cards) for rank, cards in meant.items()}
    return [_filled(words, left) for words in groups]


def _filled(words: Words, given: Mapping[str, Iterator[str]]) -> list[str]:
    return [rank + suit if suit else next(given[rank]) for rank, suit in words]


# ---- where no group may have a face twice


@dataclass(slots=True, eq=False)
class _Share:
    """What one group has of a rank: cards that were named, and given to it as far as it wants."""

    named: frozenset[str]
    wanted: int
    given: list[str] = field(default_factory=list)

    def lacks(self, card: str) -> bool:
        return card not in self.named and card not in self.given

    def is_full(self) -> bool:
        return len(self.given) == self.wanted


def _apart(groups: list[Words], meant: Meant) -> list[list[str]] | None:
    """The cards of each group, no face given to one that has it; None if that cannot be."""
    shares = {rank: [_share(words, rank) for words in groups] for rank in meant}
    for rank, cards in meant.items():
        if not all(_gave(card, shares[rank], set()) for card in cards):
            return None
    return [
        _filled(words, {rank: iter(shares[rank][number].given) for rank in meant})
        for number, words in enumerate(groups)
    ]


def _share(words: Words, rank: str) -> _Share:
    suits = [suit for each, suit in words if each == rank]
    return _Share(frozenset(rank + suit for suit in suits if suit), suits.count(""))


def _gave(card: str, shares: Sequence[_Share], asked: set[_Share]) -> bool:
    """Give a card to the first group that lacks it and has room, else to one that can make room."""
    for share in sorted(shares, key=_Share.is_full):
        if share in asked or not share.lacks(card):
            continue
        asked.add(share)
        if not share.is_full() or _made_room(share, shares, asked):
            share.given.append(card)
            return True
    return False


def _made_room(share: _Share, shares: Sequence[_Share], asked: set[_Share]) -> bool:
    """Hand one of the cards given on to a group that was not asked yet."""
    for card in share.given:
        if _gave(card, shares, asked):
            share.given.remove(card)
            return True
    return False


def _in_doubt(groups: list[Words], shared: list[list[str]]) -> str | None:
    """A rank whose cards could be handed round for other groups; None if there is none."""
    for rank in dict.fromkeys(rank for words in groups for rank, suit in words if not suit):
        given = [_given(words, cards, rank) for words, cards in zip(groups, shared, strict=True)]
        if any(_tells([shared[n] for n in ring], passed) for ring, passed in _rings(given)):
            return rank
    return None


def _given(words: Words, cards: list[str], rank: str) -> list[str]:
    """The different cards of a rank that a group was given."""
    named = zip(words, cards, strict=True)
    return list(dict.fromkeys(card for (each, suit), card in named if not suit and each == rank))


def _rings(given: list[list[str]]) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Groups that could hand a card of theirs on, each to the next, and those cards."""
    having = [number for number, cards in enumerate(given) if cards]
    for size in range(2, SUITS + 1):
        for ring in permutations(having, size):
            for passed in product(*(given[number] for number in ring)):
                yield ring, passed


def _tells(ring: list[list[str]], passed: tuple[str, ...]) -> bool:
    """Whether no group is handed a card that it has, and other groups come of it."""
    came = (*passed[1:], passed[0])
    if any(card in cards for cards, card in zip(ring, came, strict=True)):
        return False
    after = [
        (Counter([*cards, new]) - Counter([old])).elements()
        for cards, old, new in zip(ring, passed, came, strict=True)
    ]
    return sorted(map(sorted, after)) != sorted(map(sorted, ring))
