"""A contract rummy player's observation of the table: its hand, the sets laid, what it lacks.

`shortage` measures a hand that is not down: how many more cards the cheapest first-down needs.
Hidden cards are never read.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from engine.model.cards import JOKER, JOKER_RANK, NAMES, RANK, Cards
from engine.model.table import Table
from engine.players.thinking.counting import RANK_COUNT, unseen
from engine.players.thinking.thought import Style
from engine.rummy.play import misfits
from engine.rummy.rules import ContractRummy
from engine.rummy.sets import SetLaw
from engine.rummy.variant import POINTS

ALL_FACES = bytes(range(len(NAMES)))


class RummyObservation:
    """A contract rummy table as `seat` observes it."""

    def __init__(self, rules: ContractRummy, table: Table, seat: int, style: Style) -> None:
        self.rules = rules
        self.table = table
        self.seat = seat
        self.style = style
        self.weights = style.rummy
        self.hand = table.hands[seat]
        self.down = table.down[seat]
        self.law = rules.law(table.round)
        self.contract = rules.contract(table.round)

    def short(self, hand: Cards) -> int:
        """Return how many cards a hand lacks for this round's first-down."""
        return shortage(self.law, self.contract.sets, self.contract.size, hand)

    @cached_property
    def lacks(self) -> int:
        """The number of cards that the own hand lacks for the first-down."""
        return self.short(self.hand)

    @cached_property
    def fits(self) -> frozenset[int]:
        """The faces that can be laid off on some set on the table."""
        faces: set[int] = set()
        for meld in self.table.melds:
            faces.update(ALL_FACES.translate(None, misfits(self.rules, self.law, meld.cards)))
        return frozenset(faces)

    @cached_property
    def danger(self) -> int:
        """The danger that another player goes out: 2 at any moment, 1 soon (one is down), 0 no."""
        down = [
            len(hand)
            for seat, hand in enumerate(self.table.hands)
            if seat != self.seat and self.table.down[seat]
        ]
        return 0 if not down else 2 if min(down) <= self.weights.nearly_out else 1

    @cached_property
    def unseen(self) -> list[int]:
        return unseen(self.table, self.seat)

    @property
    def tells_copies(self) -> bool:
        """Whether equal cards differ in value, because no set takes both."""
        return self.law.unique and self.style.tells_copies

    def points(self, cards: Cards) -> int:
        """Return the points that cards cost in hand."""
        return sum(cards.translate(POINTS))

    def is_wild(self, face: int) -> bool:
        return face in self.law.wild_faces


# Cached: one decision asks for the hand without each of its cards, and many hands recur.
@lru_cache(maxsize=131072)
def shortage(law: SetLaw, sets: int, size: int, hand: Cards) -> int:
    """Return how many cards `hand` lacks for `sets` (one or two) sets of `size` under `law`."""
    in_one, in_two = _usable(law, hand, 1), _usable(law, hand, 2)
    best, second = (0, 0), (0, 0)
    for rank in set(in_one).difference(law.wild_ranks):
        held = (in_one.count(rank), in_two.count(rank))
        if held > second:
            best, second = (held, best) if held > best else (best, held)
    wilds = tuple([(in_one.count(kind), in_two.count(kind)) for kind in law.wild_ranks])
    return _lacking(law, sets, size, (best, second, *wilds))


def _usable(law: SetLaw, hand: Cards, sets: int) -> bytes:
    """Return the ranks of the cards that `sets` sets can hold in all.

    If equal cards are banned, a suited face counts at most once per set.
    """
    if not law.unique:
        return hand.translate(RANK)
    cards = [
        bytes((face,)) * (hand.count(face) if face == JOKER else min(sets, hand.count(face)))
        for face in set(hand)
    ]
    return b"".join(cards).translate(RANK)


# Cached separately from `shortage`: different hands often have the same few numbers.
@lru_cache(maxsize=65536)
def _lacking(law: SetLaw, sets: int, size: int, held: tuple[tuple[int, int], ...]) -> int:
    """Return the shortage, given the two best plain ranks and every wild rank.

    `held` has, for each of these ranks, how many cards one set may hold and how many two may hold.
    All plain ranks are equivalent, so many hands share one cached result.
    """
    plain = [rank for rank in range(RANK_COUNT) if rank not in law.wild_ranks][:2]
    most, counts = [0] * RANK_COUNT, [0] * RANK_COUNT
    for rank, (usable, count) in zip((*plain, *law.wild_ranks), held, strict=True):
        most[rank], counts[rank] = usable, count
    bases = [*plain, *(kind for kind in law.wild_ranks if kind != JOKER_RANK or law.joker_base)]
    if sets == 1:
        return min([_one(law, counts, most, base, size) for base in bases])
    pairs = combinations_with_replacement(bases, 2)
    return min([_two(law, counts, most, pair, size) for pair in pairs])


def _one(law: SetLaw, counts: Sequence[int], most: Sequence[int], base: int, size: int) -> int:
    need = max(0, size - most[base])
    wilds = sum(counts[kind] for kind in law.wild_ranks if kind != base)
    return need - min(need, wilds, _room(law, most, base))


def _two(
    law: SetLaw, counts: Sequence[int], most: Sequence[int], bases: tuple[int, int], size: int
) -> int:
    one, other = bases
    rooms = [_room(law, most, base) for base in bases]
    wilds = sum(counts[kind] for kind in law.wild_ranks if kind not in bases)
    if one == other:
        # Every distribution of a rank: with a wild card in each set, four cards may suffice for two
        # sets.
        splits = [(first, counts[one] - first) for first in range(min(most[one], size) + 1)]
    else:
        splits = [(most[one], most[other])]
        # Cards that a set of wild cards does not need are wild in the other set.
        wilds += sum(counts[b] - min(most[b], size) for b in bases if b in law.wild_ranks)
    naturals = [(first, min(most[other], second)) for first, second in splits]
    return min([_short_of(split, rooms, wilds, size) for split in naturals])


def _short_of(naturals: tuple[int, int], rooms: Sequence[int], wilds: int, size: int) -> int:
    """Return how many cards two sets lack.

    `naturals` are the cards that each has, `rooms` the wild cards that each may hold, `wilds` the
    wild cards in hand.
    """
    needs = [max(0, size - held) for held in naturals]
    usable = sum(min(need, room) for need, room in zip(needs, rooms, strict=True))
    return sum(needs) - min(usable, wilds)


def _room(law: SetLaw, most: Sequence[int], base: int) -> int:
    """Return how many wild cards in hand one set of `base` may hold."""
    room = 0
    for kind in law.wild_ranks:
        if kind != base:
            room += min(most[kind], law.cap) if law.each_kind else most[kind]
    return room if law.each_kind else min(room, law.cap)
