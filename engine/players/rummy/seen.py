"""What a seat of a contract rummy table goes by: its hand, the sets laid, how near each is.

`shortage` is the measure of a hand that is not down: how many more cards the cheapest
first-down needs. Hidden cards are never looked at.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from engine.model.cards import JOKER_RANK, NAMES, RANK, Cards
from engine.model.table import Table
from engine.players.thinking.counting import RANK_COUNT, unseen
from engine.players.thinking.thought import Style
from engine.rummy.play import misfits
from engine.rummy.rules import ContractRummy
from engine.rummy.sets import SetLaw
from engine.rummy.variant import POINTS

LIKELY = 5
"""Ranks looked at for a contract of two sets: those best held."""


ALL_FACES = bytes(range(len(NAMES)))


class RummySeen:
    """A contract rummy table through the eyes of `seat`."""

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
        """How many cards a hand lacks for this round's first-down."""
        return shortage(self.law, self.contract.sets, self.contract.size, hand)

    @cached_property
    def lacks(self) -> int:
        """How many cards the own hand lacks."""
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
        """How soon somebody may go out: 2 any moment, 1 soon (somebody is down), 0 not yet."""
        down = [
            len(hand)
            for seat, hand in enumerate(self.table.hands)
            if seat != self.seat and self.table.down[seat]
        ]
        return 0 if not down else 2 if min(down) <= self.weights.nearly_out else 1

    @cached_property
    def unseen(self) -> list[int]:
        """Per rank, the cards this seat has not seen."""
        return unseen(self.table, self.seat)

    def points(self, cards: Cards) -> int:
        """What cards would be caught for."""
        return sum(cards.translate(POINTS))

    def is_wild(self, face: int) -> bool:
        """Whether a card is wild in this round."""
        return face in self.law.wild_faces


@lru_cache(maxsize=131072)
def shortage(law: SetLaw, sets: int, size: int, hand: Cards) -> int:
    """How many cards `hand` lacks for `sets` (one or two) sets of `size` under `law`."""
    ranks = hand.translate(RANK)
    counts = [ranks.count(rank) for rank in range(RANK_COUNT)]
    most = _usable(hand, counts) if law.unique else counts
    bases = range(RANK_COUNT if law.joker_base else JOKER_RANK)
    if sets == 1:
        return min(_one(law, counts, most, base, size) for base in bases)
    # All pairs of ranks would be a hundred; a set is nearest where most of it is held.
    best = sorted(bases, key=lambda rank: -most[rank])[:LIKELY]
    pairs = ((one, other) for place, one in enumerate(best) for other in best[place:])
    return min(_two(law, counts, most, pair, size) for pair in pairs)


def _usable(hand: Cards, counts: Sequence[int]) -> list[int]:
    """Per rank, how many one set may hold where no two may be equal; jokers are exempt."""
    ranks = bytes(set(hand)).translate(RANK)
    return [*(ranks.count(rank) for rank in range(JOKER_RANK)), counts[JOKER_RANK]]


def _one(law: SetLaw, counts: Sequence[int], most: Sequence[int], base: int, size: int) -> int:
    need = max(0, size - most[base])
    wilds = sum(counts[kind] for kind in law.wild_ranks if kind != base)
    return need - min(need, wilds, _room(law, most, base))


def _two(
    law: SetLaw, counts: Sequence[int], most: Sequence[int], bases: tuple[int, int], size: int
) -> int:
    one, other = bases
    if one == other:
        held = [min(most[one], size), min(most[one], max(0, counts[one] - size))]
    else:
        held = [most[one], most[other]]
    needs = [max(0, size - naturals) for naturals in held]
    usable = sum(min(need, _room(law, most, base)) for need, base in zip(needs, bases, strict=True))
    wilds = sum(counts[kind] for kind in law.wild_ranks if kind not in bases)
    return sum(needs) - min(usable, wilds)


def _room(law: SetLaw, most: Sequence[int], base: int) -> int:
    """How many wild cards of the hand one set of `base` may hold."""
    room = 0
    for kind in law.wild_ranks:
        if kind != base:
            room += min(most[kind], law.cap) if law.each_kind else most[kind]
    return room if law.each_kind else min(room, law.cap)
