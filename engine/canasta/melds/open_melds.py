"""Spreads: the open melds to which a player or side can still add.

Melds change far less often than hands. Everything that depends on the melds alone is therefore
computed once and cached; a move then only compares it with the hand.
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
    """One meld after a move: its number, the meld, and the cards that were added."""

    number: int
    meld: LaidMeld
    cards: Cards


class OpenMeld(NamedTuple):
    """A meld that can take more cards."""

    number: int
    rank: int
    unfit: Cards
    """The faces that may not be added to it."""


class Spread(NamedTuple):
    """The open melds of one owner."""

    rules: CanastaAnswers
    open: Mapping[int, OpenMeld]
    """By number, ascending."""
    numbers: Mapping[int, int]
    """By rank: the number of its first open meld."""
    fresh: bytes
    """The ranks without an open meld, ascending: a new meld may have one of them."""

    def after(self, number: int, meld: LaidMeld) -> "Spread":
        """Return the spread after cards were laid on a new or old meld of its owner."""
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


# Still a tuple: equality and hash depend on the melds alone, not on the cache.
class Melds(tuple[LaidMeld, ...]):  # noqa: SLOT001 - a tuple cannot have slots of its own
    """The melds on the table, with a cache of the spreads computed from them."""

    spreads: dict[int, Spread]


def melds_after(melds: tuple[LaidMeld, ...], laid: Iterable[Laid]) -> Melds:
    """Return the melds on the table after a move, with their spreads carried over."""
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
    """Return the owner of a meld for the game's rules: a seat or a side."""
    return meld.owner if rules.personal_melds else meld.side


def spread(rules: CanastaAnswers, melds: tuple[LaidMeld, ...], seat: int) -> Spread:
    """Return the open melds to which `seat` can add: its own or, by the game, those of its side."""
    owner = seat if rules.personal_melds else seat % rules.side_count
    if not isinstance(melds, Melds):
        return _worked_out(rules, melds, owner)
    found = melds.spreads.get(owner)
    if found is None:
        # The only change to an otherwise immutable value: a cache entry, not a fact of the game.
        found = melds.spreads[owner] = _worked_out(rules, melds, owner)
    return found


# For melds from a position or a view; melds from a game carry their spreads along.
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
    """Return the number of the open meld of a rank that belongs to `seat` or its side, or None."""
    return spread(rules, melds, seat).numbers.get(rank)


@cache
def _ranks(rules: CanastaAnswers) -> bytes:
    """Return the ranks that a new meld may have, except when going out."""
    late = () if rules.black_threes_any_time else (THREE,)
    never = () if rules.wild_melds else (JOKER_RANK,)
    return bytes(range(len(RANK_NAMES))).translate(None, bytes((*late, *never)))


def _open_meld(rules: CanastaAnswers, number: int, meld: LaidMeld) -> OpenMeld:
    wilds = len(wild_cards(meld.cards))
    return _open_meld_of(rules, number, meld.rank, len(meld.cards) - wilds, wilds)


# Cached by numbers of cards: equal melds of all tables share one result.
@lru_cache(maxsize=8192)
def _open_meld_of(
    rules: CanastaAnswers, number: int, rank: int, plain: int, wilds: int
) -> OpenMeld:
    natural, wild = _appetite_of(rules, rank, plain, wilds)
    fit = (_LIKE[rank] if natural else b"") + (WILD_FACES if wild else b"")
    return OpenMeld(number, rank, _unfit(fit))


# Unbounded, because the arguments are few: the faces of a rank, the wild faces, both or none.
@cache
def _unfit(fit: Cards) -> Cards:
    """Return all other faces. The cached value is shared by all tables."""
    return ALL_FACES.translate(None, fit)


_LIKE = tuple(bytes(range(rank * 4, rank * 4 + 4)) for rank in range(FIRST_WILD // 4))
"""By rank: its natural faces."""


# Cached: the same moves are listed after every draw, and need not be built again.
@lru_cache(maxsize=256)
def lay_offs(number: int) -> tuple[Add, ...]:
    """Return, by face, the lay-off of one such card on meld `number`."""
    return tuple([Add(number, card) for card in BYTE])


def appetite(rules: CanastaAnswers, meld: LaidMeld) -> tuple[bool, bool]:
    """Return whether a meld can take one more natural card of its rank, and one more wild card."""
    wilds = len(wild_cards(meld.cards))
    return _appetite_of(rules, meld.rank, len(meld.cards) - wilds, wilds)


def _appetite_of(rules: CanastaAnswers, rank: int, plain: int, wilds: int) -> tuple[bool, bool]:
    natural = rank != JOKER_RANK and rules.fault(rank, plain + 1, wilds) is None
    return natural, rules.fault(rank, plain, wilds + 1) is None
