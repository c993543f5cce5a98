"""Openings: the cheapest first-downs that a hand can make.

Every rank (or pair of ranks) that can open gives one opening, the one with the fewest wilds;
openings are ordered by wilds. If a first-down is possible, the search finds one: each set takes the
cards with most copies in hand, which leaves the next set the widest choice.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from engine.model.cards import JOKER_RANK, RANK, RANK_NAMES, Cards, without
from engine.rummy.sets import SMALLEST_SET, SetLaw

_ALL_RANKS = range(len(RANK_NAMES))


class Supply:
    """A hand's cards by rank, as a set may use them under one round's law."""

    def __init__(self, law: SetLaw, hand: Cards) -> None:
        self.law = law
        self.hand = hand
        self.ranks = hand.translate(RANK)
        usable = bytes(sorted(set(hand))).translate(RANK) if law.unique else self.ranks
        self.most = [usable.count(rank) for rank in _ALL_RANKS]
        """Per rank, how many cards of it one set may hold."""
        # Jokers are exempt from the ban on equal cards (TPC-Q13).
        self.most[JOKER_RANK] = self.ranks.count(JOKER_RANK)

    def pick(self, rank: int, count: int) -> Cards:
        """Return `count` cards of `rank` for one set."""
        start = self.ranks.find(rank)
        cards = self.hand[start : start + self.ranks.count(rank)]
        if len(cards) == self.most[rank]:
            return cards[:count]
        # Faces held twice first, so that the rest can form another set.
        return bytes(sorted(set(cards), key=lambda face: (-cards.count(face), face))[:count])

    def wild_room(self, base: int) -> int:
        """Return how many of the hand's wild cards a set of `base` could hold."""
        law = self.law
        room = 0
        for kind in law.wild_ranks:
            if kind != base:
                room += min(self.most[kind], law.cap)
        return room if law.each_kind else min(room, law.cap)

    def needs(self, size: int) -> dict[int, int]:
        """Return the ranks that a set of `size` can be made of, each with the wilds it needs."""
        needs = {}
        for rank, most in enumerate(self.most):
            wilds = size - most
            if wilds <= 0:
                needs[rank] = 0
            elif most and wilds <= self.wild_room(rank):
                needs[rank] = wilds
        if not self.law.joker_base:
            needs.pop(JOKER_RANK, None)
        return needs

    def cheapest(self, base: int, size: int) -> Cards:
        """Return the set of `size` on `base` with the fewest wilds; `base` is a key of `needs`."""
        cards = self.pick(base, min(self.most[base], size))
        for kind in self.law.wild_ranks:
            if len(cards) == size:
                break
            if kind != base:
                room = min(self.most[kind], self.law.cap, size - len(cards))
                cards += self.pick(kind, room)
        return cards

    def sets(self, base: int, size: int) -> Iterator[Cards]:
        """Yield every mixture of naturals and wilds that makes a set, the fewest wilds first."""
        for naturals in range(min(self.most[base], size), 0, -1):
            for split in self._wild_splits(base, size - naturals):
                wilds = b"".join([self.pick(kind, count) for kind, count in split if count])
                yield self.pick(base, naturals) + wilds

    def _wild_splits(self, base: int, wilds: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield every way to add `wilds` wild cards to a set of `base`, as (rank, number) pairs."""
        law = self.law
        if not law.each_kind and wilds > law.cap:
            return
        kinds = [kind for kind in law.wild_ranks if kind != base]
        rooms = [range(min(self.most[kind], law.cap, wilds), -1, -1) for kind in kinds]
        for split in product(*rooms):
            if sum(split) == wilds:
                yield tuple(zip(kinds, split, strict=True))


def openings(law: SetLaw, hand: Cards, sets: int, size: int) -> Iterator[tuple[Cards, ...]]:
    """Yield first-downs of `sets` (one or two) sets of `size`, one for each choice of ranks."""
    supply = Supply(law, hand)
    needs = supply.needs(size)
    if sets == 1:
        for base in sorted(needs, key=lambda rank: (needs[rank], rank)):
            yield (supply.cheapest(base, size),)
        return
    for first, second in _pairs(supply, needs, size):
        found = _both(supply, first, second, size)
        if found:
            yield found


def _pairs(supply: Supply, needs: dict[int, int], size: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of ranks to try, ordered by the wilds that they probably need."""
    twice = {base: max(0, 2 * size - supply.ranks.count(base)) for base in needs}
    wilds = sum(map(supply.ranks.count, supply.law.wild_ranks))
    for cost in range(min(wilds, 2 * size) + 1):
        yield from [(base, base) for base in needs if twice[base] == cost]
        for one in range(cost // 2 + 1):
            cheap = [base for base in needs if needs[base] == one]
            if 2 * one == cost:
                yield from combinations(cheap, 2)
            else:
                yield from product(cheap, [base for base in needs if needs[base] == cost - one])


def _both(supply: Supply, first: int, second: int, size: int) -> tuple[Cards, Cards] | None:
    """Return a set on each of two ranks, or two sets on one rank, or None."""
    for one in supply.sets(first, size):
        rest = Supply(supply.law, without(supply.hand, one))
        if second in rest.needs(size):
            return one, rest.cheapest(second, size)
    return None


# Cached: computer players ask about the same hand several times in one decision.
@lru_cache(maxsize=4096)
def threes(law: SetLaw, hand: Cards) -> tuple[Cards, ...]:
    """Return, for each possible rank, the set of three with the fewest wilds from `hand`."""
    supply = Supply(law, hand)
    return tuple([supply.cheapest(base, SMALLEST_SET) for base in supply.needs(SMALLEST_SET)])


# Cached: a hand is tested several times between two moves.
@lru_cache(maxsize=4096)
def cheapest_opening(law: SetLaw, hand: Cards, sets: int, size: int) -> tuple[Cards, ...] | None:
    """Return the first of the `openings`, or None."""
    return next(openings(law, hand, sets, size), None)
