"""Openings: the cheapest first-downs a hand can make.

For every rank (or pair of ranks) the hand could open with there is one answer, that with
the fewest wilds; answers come in the order of the wilds they cost. If a first-down is
possible at all, one is found: a set takes the naturals and wilds of which the hand holds
most copies, which leaves the next set the widest choice.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product

from engine.cards import JOKER_RANK, RANK, Cards, without
from engine.rummy.sets import SMALLEST_SET, SetLaw


class Supply:
    """The cards of a hand, by rank, as one round's law lets sets use them."""

    def __init__(self, law: SetLaw, hand: Cards) -> None:
        self.law = law
        self.hand = hand
        self.ranks = hand.translate(RANK)
        self.distinct = bytes(sorted(set(hand))).translate(RANK)

    def most(self, rank: int) -> int:
        """How many cards of `rank` one set may hold."""
        if self.law.unique and rank != JOKER_RANK:
            return self.distinct.count(rank)
        return self.ranks.count(rank)

    def pick(self, rank: int, count: int) -> Cards:
        """`count` cards of `rank` for one set."""
        start = self.ranks.find(rank)
        cards = self.hand[start : start + self.ranks.count(rank)]
        if not self.law.unique or rank == JOKER_RANK:
            return cards[:count]
        # Faces held twice first, so that what is left makes another set.
        return bytes(sorted(set(cards), key=cards.count, reverse=True)[:count])

    def less(self, cards: Cards) -> "Supply":
        """What is left of the supply without `cards`."""
        return Supply(self.law, without(self.hand, cards))

    def wild_splits(self, base: int, wilds: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Every way to put `wilds` wild cards on a set of `base`: (rank, how many) each."""
        law = self.law
        if not law.each_kind and wilds > law.cap:
            return
        kinds = [kind for kind in law.wild_ranks if kind != base]
        rooms = [range(min(self.most(kind), law.cap, wilds), -1, -1) for kind in kinds]
        for split in product(*rooms):
            if sum(split) == wilds:
                yield tuple(zip(kinds, split, strict=True))

    def sets(self, base: int, size: int) -> Iterator[Cards]:
        """Sets of `size` cards on `base`, the fewest wilds first."""
        for naturals in range(min(self.most(base), size), 0, -1):
            for split in self.wild_splits(base, size - naturals):
                wilds = b"".join([self.pick(kind, count) for kind, count in split if count])
                yield self.pick(base, naturals) + wilds

    def needs(self, size: int) -> dict[int, int]:
        """Per rank a set of `size` could be made of, the wilds it takes."""
        needs = {}
        for base in set(self.ranks):
            wilds = size - min(self.most(base), size)
            if self._may_be_base(base) and (not wilds or any(self.wild_splits(base, wilds))):
                needs[base] = wilds
        return needs

    def _may_be_base(self, base: int) -> bool:
        return base != JOKER_RANK or self.law.joker_base


def openings(law: SetLaw, hand: Cards, sets: int, size: int) -> Iterator[tuple[Cards, ...]]:
    """First-downs of `sets` (one or two) sets of `size`, one for each choice of ranks."""
    supply = Supply(law, hand)
    needs = supply.needs(size)
    if sets == 1:
        for base in sorted(needs, key=lambda rank: (needs[rank], rank)):
            yield (next(supply.sets(base, size)),)
        return
    for first, second in _pairs(supply, needs, size):
        yield from islice(_both(supply, first, second, size), 1)


def _pairs(supply: Supply, needs: dict[int, int], size: int) -> list[tuple[int, int]]:
    """Pairs of ranks worth trying, those that should take the fewest wilds first."""

    def cost(pair: tuple[int, int]) -> int:
        first, second = pair
        if first != second:
            return needs[first] + needs[second]
        return max(0, 2 * size - supply.ranks.count(first))

    wilds = sum(map(supply.ranks.count, supply.law.wild_ranks))
    pairs = combinations_with_replacement(sorted(needs), 2)
    return sorted((pair for pair in pairs if cost(pair) <= wilds), key=cost)


def _both(supply: Supply, first: int, second: int, size: int) -> Iterator[tuple[Cards, ...]]:
    for one in supply.sets(first, size):
        for other in supply.less(one).sets(second, size):
            yield one, other


def threes(law: SetLaw, hand: Cards) -> Iterator[Cards]:
    """One set of three for each rank of which `hand` can make one, with the fewest wilds."""
    supply = Supply(law, hand)
    for base in sorted(supply.needs(SMALLEST_SET)):
        yield next(supply.sets(base, SMALLEST_SET))
