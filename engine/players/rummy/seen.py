"""What a seat of a contract rummy table goes by: its hand, the sets laid, how near each is.

`shortage` is the measure of a hand that is not down: how many more cards the cheapest
first-down needs. Hidden cards are never looked at.
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

    @property
    def tells_copies(self) -> bool:
        """Whether equal cards are told apart from others of their rank: no set takes both."""
        return self.law.unique and self.style.tells_copies

    def points(self, cards: Cards) -> int:
        """What cards would be caught for."""
        return sum(cards.translate(POINTS))

    def is_wild(self, face: int) -> bool:
        """Whether a card is wild in this round."""
        return face in self.law.wild_faces


@lru_cache(maxsize=131072)
def shortage(law: SetLaw, sets: int, size: int, hand: Cards) -> int:
    """How many cards `hand` lacks for `sets` (one or two) sets of `size` under `law`."""
    in_one, in_two = _usable(law, hand, 1), _usable(law, hand, 2)
    best, second = (0, 0), (0, 0)
    for rank in set(in_one).difference(law.wild_ranks):
        held = (in_one.count(rank), in_two.count(rank))
        if held > second:
            best, second = (held, best) if held > best else (best, held)
    wilds = tuple([(in_one.count(kind), in_two.count(kind)) for kind in law.wild_ranks])
    return _lacking(law, sets, size, (best, second, *wilds))


def _usable(law: SetLaw, hand: Cards, sets: int) -> bytes:
    """The ranks of what so many sets may hold, of equal cards one each; jokers are exempt."""
    if not law.unique:
        return hand.translate(RANK)
    cards = [
        bytes((face,)) * (hand.count(face) if face == JOKER else min(sets, hand.count(face)))
        for face in set(hand)
    ]
    return b"".join(cards).translate(RANK)


@lru_cache(maxsize=65536)
def _lacking(law: SetLaw, sets: int, size: int, held: tuple[tuple[int, int], ...]) -> int:
    """The same by what is held of the two best plain ranks and of each wild one.

    Of a rank: the cards that one set may hold, and two. Plain ranks are all alike, so that what
    many hands lack is reckoned once.
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
        # However a rank is shared out: with a wild card in each set four may be enough for two.
        splits = [(first, counts[one] - first) for first in range(min(most[one], size) + 1)]
    else:
        splits = [(most[one], most[other])]
        # What a set of wild cards has no need of is wild in the other one.
        wilds += sum(counts[b] - min(most[b], size) for b in bases if b in law.wild_ranks)
    naturals = [(first, min(most[other], second)) for first, second in splits]
    return min([_short_of(split, rooms, wilds, size) for split in naturals])


def _short_of(naturals: tuple[int, int], rooms: Sequence[int], wilds: int, size: int) -> int:
    """What two sets lack that hold so many naturals and have such room for so many wild cards."""
    needs = [max(0, size - held) for held in naturals]
    usable = sum(min(need, room) for need, room in zip(needs, rooms, strict=True))
    return sum(needs) - min(usable, wilds)


def _room(law: SetLaw, most: Sequence[int], base: int) -> int:
    """How many wild cards of the hand one set of `base` may hold."""
    room = 0
    for kind in law.wild_ranks:
        if kind != base:
            room += min(most[kind], law.cap) if law.each_kind else most[kind]
    return room if law.each_kind else min(room, law.cap)
