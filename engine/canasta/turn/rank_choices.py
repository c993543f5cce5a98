"""For each rank, the cards that a take can lay, with the upcard or in separate melds.

The rules treat two choices alike if they use as many natural and as many wild cards and complete
the same canastas, so one of them is enough (`take_search`). Source: PFH-Q50, PT-Q37, Q53, CC-R10.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.melds.open_melds import open_meld
from engine.canasta.melds.piles import is_frozen
from engine.model.cards import JOKER, THREE
from engine.model.table import LaidMeld, Table


class Portion(NamedTuple):
    """Cards of one rank, and wild cards, laid on meld `number` or as a new meld."""

    number: int | None
    naturals: int
    wilds: int


class RankChoice(NamedTuple):
    """A choice of cards of one rank, meld by meld; the last meld gets an upcard of this rank."""

    rank: int
    laid: tuple[Portion, ...]
    canastas: frozenset[str]
    """Kinds of the canastas that it completes."""
    late: bool = False
    """Whether it may be laid only when going out."""

    @property
    def naturals(self) -> int:
        """Natural cards from the hand."""
        return sum(laid.naturals for laid in self.laid)

    @property
    def wilds(self) -> int:
        """Wild cards from the hand."""
        return sum(laid.wilds for laid in self.laid)


class LyingMeld(NamedTuple):
    """A side's open meld of a rank, as numbers of cards; without one, `number` is None."""

    number: int | None
    naturals: int
    wilds: int


NO_MELD = LyingMeld(None, 0, 0)


def rank_choices(
    rules: CanastaAnswers, table: Table, seat: int, rank: int, count: int, wilds: int
) -> tuple[RankChoice, ...]:
    """Return what may be laid of one rank.

    Args:
        rules: the rules of the table.
        table: the table at the start of the turn.
        seat: the seat that takes.
        rank: the rank.
        count: number of its cards in hand.
        wilds: number of wild cards in hand.

    """
    if rank == THREE and not rules.black_threes_any_time:
        return _black_threes(rules, count)
    number = open_meld(rules, table.melds, seat, rank)
    lies = NO_MELD if number is None else _counted(number, table.melds[number - 1])
    if rank == table.pile[-1] // 4:
        frozen = is_frozen(rules, table, seat)
        return _with_upcard(rules, rank, lies, count, wilds, frozen=frozen)
    return _of_rank(rules, rank, lies, count, wilds)


def _counted(number: int, meld: LaidMeld) -> LyingMeld:
    wilds = len(wild_cards(meld.cards))
    return LyingMeld(number, len(meld.cards) - wilds, wilds)


# Cached, like the next two: hands ask again and again with the same few counts. The keys contain
# numbers of cards, never the cards.
@lru_cache(maxsize=256)
def _black_threes(rules: CanastaAnswers, count: int) -> tuple[RankChoice, ...]:
    """Return no meld, and each possible meld of black threes for going out."""
    sizes = range(3, min(count, rules.most_black_threes) + 1)
    laid = [(Portion(None, size, 0),) for size in sizes]
    return tuple(RankChoice(THREE, each, frozenset(), bool(each)) for each in ((), *laid))


@lru_cache(maxsize=256)
def _of_rank(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int
) -> tuple[RankChoice, ...]:
    """Return what may be laid of a rank, one choice per number of cards and kinds of canastas."""
    found: dict[tuple[int, int, frozenset[str]], RankChoice] = {}
    for laid in _chains(rules, rank, lies, count, wilds):
        choice = RankChoice(rank, laid, _completed(rules, rank, lies, laid))
        found.setdefault((choice.naturals, choice.wilds, choice.canastas), choice)
    return tuple(found.values())


def _chains(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int
) -> Iterator[tuple[Portion, ...]]:
    """Yield cards on the open meld, then new melds; all but the last are full."""
    yield ()
    for plain in range(count + 1):
        for wild in range(wilds + 1):
            together = lies.naturals + plain, lies.wilds + wild
            if plain + wild == 0 or rules.fault(rank, *together):
                continue
            laid = Portion(lies.number, plain, wild)
            yield (laid,)
            if sum(together) == rules.cap:
                more = _chains(rules, rank, NO_MELD, count - plain, wilds - wild)
                yield from ((laid, *rest) for rest in more if rest)


@lru_cache(maxsize=128)
def _with_upcard(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int, *, frozen: bool
) -> tuple[RankChoice, ...]:
    """Return what may be laid with the upcard: on the open meld, or as a new meld if it is full."""
    found: dict[tuple[int, int, frozenset[str], bool], RankChoice] = {}
    for laid in _taking_chains(rules, rank, lies, count, wilds, frozen=frozen):
        choice = RankChoice(rank, laid, _completed(rules, rank, lies, laid, 1))
        adds = laid[-1].number is not None
        found.setdefault((choice.naturals, choice.wilds, choice.canastas, adds), choice)
    return tuple(found.values())


def _taking_chains(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int, *, frozen: bool
) -> Iterator[tuple[Portion, ...]]:
    """Yield the cards laid with the upcard, after cards that fill the open melds."""
    yield from _takings(rules, rank, lies, count, wilds, frozen=frozen)
    for before in _chains(rules, rank, lies, count, wilds):
        if before and _closes_all(rules, lies, before):
            plain = count - sum(laid.naturals for laid in before)
            wild = wilds - sum(laid.wilds for laid in before)
            for last in _takings(rules, rank, NO_MELD, plain, wild, frozen=frozen):
                yield (*before, *last)


def _closes_all(rules: CanastaAnswers, lies: LyingMeld, laid: tuple[Portion, ...]) -> bool:
    sizes = [each.naturals + each.wilds for each in laid]
    return sum(sizes) + lies.naturals + lies.wilds == rules.cap * len(sizes)


def _takings(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int, *, frozen: bool
) -> Iterator[tuple[Portion, ...]]:
    """Yield cards that take the upcard and form a legal meld with it."""
    for plain in range(count + 1):
        for wild in range(wilds + 1):
            open_ways = (
                plain >= 1 and wild >= 1 and rules.pair_with_wild,
                lies.number is not None and rules.adds_upcard,
            )
            if plain < 2 and (frozen or not any(open_ways)):
                continue
            if not rules.fault(rank, lies.naturals + plain + 1, lies.wilds + wild):
                yield (Portion(lies.number, plain, wild),)


def _completed(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, laid: tuple[Portion, ...], upcards: int = 0
) -> frozenset[str]:
    kinds = set[str]()
    for place, step in enumerate(laid):
        base = lies if place == 0 else NO_MELD
        plain = base.naturals + step.naturals + (upcards if place == len(laid) - 1 else 0)
        wild = base.wilds + step.wilds
        if base.naturals + base.wilds < CANASTA <= plain + wild:
            # The kind of canasta does not depend on suits, so any suit will do.
            cards = bytes([rank * 4]) * plain + bytes([JOKER]) * wild
            kind = rules.canasta_kind(LaidMeld(0, 0, cards, rank))
            kinds |= {kind} if kind else set()
    return frozenset(kinds)
