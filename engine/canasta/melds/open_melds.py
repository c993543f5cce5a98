"""Spreads: what a player (or its side, as the game has it) has laid and can still build on.

Melds lie still from move to move while hands change, so what the melds alone decide is worked
out once and remembered; each move then only holds it against the hand.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.canasta.book.card_values import FIRST_WILD, WILD_FACES, wild_cards
from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import ALL_FACES, BYTE, JOKER_RANK, RANK_NAMES, THREE, Cards
from engine.model.moves import Add
from engine.model.table import LaidMeld


class Laid(NamedTuple):
    """One meld as an action left it: its number, the meld, and the cards that came to it."""

    number: int
    meld: LaidMeld
    cards: Cards


class OpenMeld(NamedTuple):
    """A meld that takes more cards."""

    number: int
    rank: int
    unfit: Cards
    """The faces that may not lie on it."""


class Spread(NamedTuple):
    """The open melds of one owner."""

    rules: CanastaAnswers
    open: Mapping[int, OpenMeld]
    """By number, ascending."""
    numbers: Mapping[int, int]
    """Rank -> the number of the first open meld of it."""
    fresh: bytes
    """The ranks of which none lies open, ascending: those that a new meld may have."""

    def after(self, number: int, meld: LaidMeld) -> "Spread":
        """Itself after cards were laid on a meld of its owner, new or old."""
        rules, before = self.rules, self.open
        if len(meld.cards) >= rules.cap:
            return _spread(rules, {n: lies for n, lies in before.items() if n != number})
        now = {**before, number: _open_meld(rules, number, meld)}
        if number in before:
            return Spread(rules, now, self.numbers, self.fresh)
        return _spread(rules, now)


def _spread(rules: CanastaAnswers, open_melds: Mapping[int, OpenMeld]) -> Spread:
    numbers: dict[int, int] = {}
    for number, meld in open_melds.items():
        numbers.setdefault(meld.rank, number)
    return Spread(rules, open_melds, numbers, _ranks(rules).translate(None, bytes(numbers)))


# A tuple still: equal and hashed by its melds, whatever it remembers.
class Melds(tuple[LaidMeld, ...]):  # noqa: SLOT001 - a tuple cannot have slots of its own
    """The melds on the table, which remember the spreads already worked out from them."""

    spreads: dict[int, Spread]


def melds_after(melds: tuple[LaidMeld, ...], laid: Iterable[Laid]) -> Melds:
    """The melds on the table after an action laid some: (number, meld, the cards new to it)."""
    table = list(melds)
    spreads = dict(melds.spreads) if isinstance(melds, Melds) else {}
    for number, meld, _ in laid:
        table[number - 1 : number] = [meld]
        for owner, spread in spreads.items():
            if owner == holder(spread.rules, meld):
                spreads[owner] = spread.after(number, meld)
    after = Melds(table)
    after.spreads = spreads
    return after


def holder(rules: CanastaAnswers, meld: LaidMeld) -> int:
    """The seat or side that a meld belongs to, as the game has it."""
    return meld.owner if rules.personal_melds else meld.side


def spread(rules: CanastaAnswers, melds: tuple[LaidMeld, ...], seat: int) -> Spread:
    """What `seat` can build on, alone or with its side."""
    owner = seat if rules.personal_melds else seat % rules.side_count
    if not isinstance(melds, Melds):
        return _worked_out(rules, melds, owner)
    found = melds.spreads.get(owner)
    if found is None:
        # Written into a value that never changes otherwise: a memory, no fact of the game.
        found = melds.spreads[owner] = _worked_out(rules, melds, owner)
    return found


# For melds of a position or a view; those that come about in play carry their spreads along.
@lru_cache(maxsize=256)
def _worked_out(rules: CanastaAnswers, melds: tuple[LaidMeld, ...], owner: int) -> Spread:
    own = {
        number: _open_meld(rules, number, meld)
        for number, meld in enumerate(melds, 1)
        if len(meld.cards) < rules.cap and holder(rules, meld) == owner
    }
    return _spread(rules, own)


def open_meld(
    rules: CanastaAnswers, melds: tuple[LaidMeld, ...], seat: int, rank: int
) -> int | None:
    """The number of the open meld of a rank that belongs to `seat` or its side."""
    return spread(rules, melds, seat).numbers.get(rank)


@cache
def _ranks(rules: CanastaAnswers) -> bytes:
    """The ranks a new meld may have before the last moment of a round."""
    late = () if rules.black_threes_any_time else (THREE,)
    never = () if rules.wild_melds else (JOKER_RANK,)
    return bytes(range(len(RANK_NAMES))).translate(None, bytes((*late, *never)))


def _open_meld(rules: CanastaAnswers, number: int, meld: LaidMeld) -> OpenMeld:
    wilds = len(wild_cards(meld.cards))
    return _open_meld_of(rules, number, meld.rank, len(meld.cards) - wilds, wilds)


@lru_cache(maxsize=8192)
def _open_meld_of(
    rules: CanastaAnswers, number: int, rank: int, plain: int, wilds: int
) -> OpenMeld:
    natural, wild = _appetite_of(rules, rank, plain, wilds)
    fit = (_LIKE[rank] if natural else b"") + (WILD_FACES if wild else b"")
    return OpenMeld(number, rank, _unfit(fit))


# Without a bound: the faces of a rank, the wild ones, both or neither are all there is.
@cache
def _unfit(fit: Cards) -> Cards:
    """The other faces. Remembered so that all tables share them."""
    return ALL_FACES.translate(None, fit)


_LIKE = tuple(bytes(range(rank * 4, rank * 4 + 4)) for rank in range(FIRST_WILD // 4))
"""Rank -> its natural faces."""


@lru_cache(maxsize=256)
def lay_offs(number: int) -> tuple[Add, ...]:
    """Face -> the lay-off of one such card on meld `number`."""
    return tuple([Add(number, card) for card in BYTE])


def appetite(rules: CanastaAnswers, meld: LaidMeld) -> tuple[bool, bool]:
    """Whether one more natural card of its rank, and one more wild card, may lie on a meld."""
    wilds = len(wild_cards(meld.cards))
    return _appetite_of(rules, meld.rank, len(meld.cards) - wilds, wilds)


def _appetite_of(rules: CanastaAnswers, rank: int, plain: int, wilds: int) -> tuple[bool, bool]:
    natural = rank != JOKER_RANK and rules.fault(rank, plain + 1, wilds) is None
    return natural, rules.fault(rank, plain, wilds + 1) is None
