"""Card assignment: the cards meant by a text with ranks alone, and the group of each card.

If suits do not matter for a meld, the cards are assigned from left to right. If no meld may contain
a suited face twice, equal cards go into different groups, if necessary by moving earlier cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Final

from engine.model.cards import FACES, NAMES, RANK_NAMES, Cards, rank_of

Words = list[tuple[str, str]]
"""The cards named in a group as (rank, suit); the suit is empty for a rank named alone."""
Meant = Mapping[str, list[str]]
"""For each rank named alone, the cards meant: as many as it was named times."""

SUITS: Final = 4
"""The longest ring of exchanges to test: a longer one contains a card twice, so it splits in two.
"""


class SeveralWaysError(Exception):
    """A rank named alone could mean several cards, or several assignments to the groups."""

    def __init__(self, rank: str, cards: list[str]) -> None:
        super().__init__(rank)
        self.rank = rank
        self.cards = cards


def shared_out(groups: list[Words], hand: Cards, *, bans_duplicates: bool) -> list[list[str]]:
    """Return the cards of each group, for a player with this `hand`.

    Raises:
        ValueError: the hand has too few cards of a rank.
        SeveralWaysError: several assignments are possible, and they differ.
    """
    meant = _meant(groups, hand)
    shared = _apart(groups, meant) if bans_duplicates else None
    # If every assignment has duplicates, the rules refuse the move with a better reason.
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
    """Return `wanted` cards of a rank, if the cards named in full leave only one choice."""
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
class _GroupShare:
    """One group's cards of a rank: those named in full, and those assigned, up to `wanted`."""

    named: frozenset[str]
    wanted: int
    given: list[str] = field(default_factory=list)

    def lacks(self, card: str) -> bool:
        return card not in self.named and card not in self.given

    def is_full(self) -> bool:
        return len(self.given) == self.wanted


def _apart(groups: list[Words], meant: Meant) -> list[list[str]] | None:
    """Return the cards of each group so that none has a face twice; None if that is impossible."""
    shares = {rank: [_share(words, rank) for words in groups] for rank in meant}
    for rank, cards in meant.items():
        if not all(_gave(card, shares[rank], set()) for card in cards):
            return None
    return [
        _filled(words, {rank: iter(shares[rank][number].given) for rank in meant})
        for number, words in enumerate(groups)
    ]


def _share(words: Words, rank: str) -> _GroupShare:
    suits = [suit for each, suit in words if each == rank]
    return _GroupShare(frozenset(rank + suit for suit in suits if suit), suits.count(""))


def _gave(card: str, shares: Sequence[_GroupShare], asked: set[_GroupShare]) -> bool:
    """Assign a card to the first group that lacks it and has room, else to one that can make room.

    Returns False if no group can take it. This is the augmenting path of a bipartite matching;
    `asked` keeps it from running in a circle.
    """
    for share in sorted(shares, key=_GroupShare.is_full):
        if share in asked or not share.lacks(card):
            continue
        asked.add(share)
        if not share.is_full() or _made_room(share, shares, asked):
            share.given.append(card)
            return True
    return False


def _made_room(share: _GroupShare, shares: Sequence[_GroupShare], asked: set[_GroupShare]) -> bool:
    """Move one of the share's cards to a group not asked yet. Returns False if none can move."""
    for card in share.given:
        if _gave(card, shares, asked):
            share.given.remove(card)
            return True
    return False


def _in_doubt(groups: list[Words], shared: list[list[str]]) -> str | None:
    """Return a rank whose cards could change groups with a different result, or None."""
    for rank in dict.fromkeys(rank for words in groups for rank, suit in words if not suit):
        given = [_given(words, cards, rank) for words, cards in zip(groups, shared, strict=True)]
        if any(_tells([shared[n] for n in ring], passed) for ring, passed in _rings(given)):
            return rank
    return None


def _given(words: Words, cards: list[str], rank: str) -> list[str]:
    """Return the distinct cards of a rank that were assigned to a group."""
    named = zip(words, cards, strict=True)
    return list(dict.fromkeys(card for (each, suit), card in named if not suit and each == rank))


def _rings(given: list[list[str]]) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Yield every ring of groups that could each pass a card to the next, with these cards."""
    having = [number for number, cards in enumerate(given) if cards]
    for size in range(2, SUITS + 1):
        for ring in permutations(having, size):
            for passed in product(*(given[number] for number in ring)):
                yield ring, passed


def _tells(ring: list[list[str]], passed: tuple[str, ...]) -> bool:
    """Whether an exchange gives no group a card twice and changes the groups."""
    came = (*passed[1:], passed[0])
    if any(card in cards for cards, card in zip(ring, came, strict=True)):
        return False
    after = [
        (Counter([*cards, new]) - Counter([old])).elements()
        for cards, old, new in zip(ring, passed, came, strict=True)
    ]
    return sorted(map(sorted, after)) != sorted(map(sorted, ring))
