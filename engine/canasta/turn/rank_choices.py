"""What may be laid of one rank when the pile is taken: beside the upcard, and with it.

Of choices that use as many natural and as many wild cards and complete the same canastas one is
enough, for they are alike to every rule (`every_take`). Remembered, as hands are asked about again
and again with the same few counts; no card is in the key, only how many there are.

Source: PFH-Q50, PT-Q37, Q53, CC-R10.
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
    """So many cards of one rank, and wild cards, laid on meld `number` or as a new one."""

    number: int | None
    naturals: int
    wilds: int


class RankChoice(NamedTuple):
    """What is laid of one rank, meld after meld; the last with the upcard, if it has its rank."""

    rank: int
    laid: tuple[Portion, ...]
    canastas: frozenset[str]
    """Kinds of the canastas it completes."""
    late: bool = False
    """Whether it may be laid in going out only."""

    @property
    def naturals(self) -> int:
        """Natural cards from the hand."""
        return sum(laid.naturals for laid in self.laid)

    @property
    def wilds(self) -> int:
        """Wild cards from the hand."""
        return sum(laid.wilds for laid in self.laid)


class LyingMeld(NamedTuple):
    """An open meld of the side as far as a choice cares, or the lack of one."""

    number: int | None
    naturals: int
    wilds: int


NO_MELD = LyingMeld(None, 0, 0)


def rank_choices(
    rules: CanastaAnswers, table: Table, seat: int, rank: int, count: int, wilds: int
) -> tuple[RankChoice, ...]:
    """What may be laid of a rank of which the hand has `count`, with up to so many wild cards."""
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


@lru_cache(maxsize=256)
def _black_threes(rules: CanastaAnswers, count: int) -> tuple[RankChoice, ...]:
    """None, or one meld of them in going out."""
    sizes = range(3, min(count, rules.most_black_threes) + 1)
    laid = [(Portion(None, size, 0),) for size in sizes]
    return tuple(RankChoice(THREE, each, frozenset(), bool(each)) for each in ((), *laid))


@lru_cache(maxsize=256)
def _of_rank(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int
) -> tuple[RankChoice, ...]:
    """What may be laid of a rank, one choice for each number of cards and kind of canasta."""
    found: dict[tuple[int, int, frozenset[str]], RankChoice] = {}
    for laid in _chains(rules, rank, lies, count, wilds):
        choice = RankChoice(rank, laid, _completed(rules, rank, lies, laid))
        found.setdefault((choice.naturals, choice.wilds, choice.canastas), choice)
    return tuple(found.values())


def _chains(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int
) -> Iterator[tuple[Portion, ...]]:
    """Cards on the open meld, then new melds: each but the last is closed."""
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
    """What may be laid with the upcard: on the open meld, or anew once that is closed."""
    found: dict[tuple[int, int, frozenset[str], bool], RankChoice] = {}
    for laid in _taking_chains(rules, rank, lies, count, wilds, frozen=frozen):
        choice = RankChoice(rank, laid, _completed(rules, rank, lies, laid, 1))
        adds = laid[-1].number is not None
        found.setdefault((choice.naturals, choice.wilds, choice.canastas, adds), choice)
    return tuple(found.values())


def _taking_chains(
    rules: CanastaAnswers, rank: int, lies: LyingMeld, count: int, wilds: int, *, frozen: bool
) -> Iterator[tuple[Portion, ...]]:
    """Cards laid with the upcard, the last, after such as close what lay open."""
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
    """Cards that take the upcard and, with it, make the meld that lies there a lawful one."""
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
            # What kind of canasta it is does not depend on suits, so any stand for them.
            cards = bytes([rank * 4]) * plain + bytes([JOKER]) * wild
            kind = rules.canasta_kind(LaidMeld(0, 0, cards, rank))
            kinds |= {kind} if kind else set()
    return frozenset(kinds)
