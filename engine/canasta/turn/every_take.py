"""Whether there is a legal take at all, exactly: what decides if a round goes on without a stock.

The takes worth offering (`takes`) leave out most bundles. Here every bundle is weighed, though
not one by one: two choices that use as many wild cards, complete the same canastas and leave a
hand of the same kind are alike to every rule but the minimum, so of those the dearest is kept.
Ranks are gone through one after the other; what remains is put to the judge itself.

Source: PFH-Q50, PT-Q37, Q53, CC-R10; README, "What classic Canasta supplies", 6.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.canasta.book.card_values import (
    FIRST_WILD,
    POINTS,
    Groups,
    grouped,
    points_of,
)
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.canasta.melds.open_melds import spread
from engine.canasta.melds.piles import is_blocked
from engine.canasta.turn.rank_choices import RankChoice, rank_choices
from engine.model.cards import JOKER_RANK, RED_THREES, SEVEN, Cards, arranged
from engine.model.moves import Group, Take
from engine.model.table import Table

ENOUGH = 2
"""With so many cards in hand a turn can end, whatever their number beyond it."""


class TakeOutcome(NamedTuple):
    """All that the rules ask of choices, the points apart."""

    wilds: int
    sevens_left: int
    others_left: int
    canastas: frozenset[str]
    black_threes: bool


Ways = dict[TakeOutcome, tuple[int, tuple[RankChoice, ...]]]
"""Outcome -> the most points of natural cards that lead there, and by which choices."""


def some_take(
    rules: CanastaAnswers, table: Table, seat: int, *, adding: bool = False
) -> Take | None:
    """A legal take, of few cards if it can be; None if there is none whatever.

    With `adding` one that lays the upcard on a meld that lies open, whatever its other cards are.

    Not asked of a wild upcard, nor of lay-offs on a partner's own melds: who may lay off there has
    opened, and then needs nothing besides.
    """
    if is_blocked(rules, table) or table.pile[-1] >= FIRST_WILD:
        return None
    held = grouped(arranged(table.hands[seat]))
    wilds = held.pop(JOKER_RANK)
    for choices in _finished(rules, table, seat, held, wilds):
        if adding and choices[0].laid[-1].number is None:
            continue
        take = _written(held, wilds, choices)
        if rules.check(table, seat, take) is None:
            return take
    return None


def _finished(
    rules: CanastaAnswers, table: Table, seat: int, held: Groups, wilds: Cards
) -> Iterator[tuple[RankChoice, ...]]:
    """Choices worth the minimum, those that lay few cards first."""
    need = 0 if opened(rules, table.melds, seat) else rules.minimum(table, seat)
    dearest = sorted(map(points_of, wilds), reverse=True)
    need -= points_of(table.pile[-1])
    ways = _ways(rules, table, seat, held, len(wilds))
    for outcome, (points, choices) in sorted(ways.items(), key=_cards_laid):
        if points + sum(dearest[: outcome.wilds]) >= need:
            yield choices


def _cards_laid(way: tuple[TakeOutcome, tuple[int, tuple[RankChoice, ...]]]) -> int:
    return sum(choice.naturals + choice.wilds for choice in way[1][1])


def _ways(rules: CanastaAnswers, table: Table, seat: int, held: Groups, wilds: int) -> Ways:
    """Every outcome of laying the upcard and, before it, whatever else."""
    # The rest of the pile joins the hand: it counts as left before a card is laid.
    rest = table.pile[:-1].translate(None, RED_THREES)
    sevens = sum(face // 4 == SEVEN for face in rest)
    start = TakeOutcome(0, min(sevens, ENOUGH), min(len(rest) - sevens, ENOUGH), frozenset(), False)  # noqa: FBT003 - a field
    roomy = start.others_left >= ENOUGH
    upcard = table.pile[-1] // 4
    ways: Ways = {start: (0, ())}
    # A knapsack, rank by rank. Its outcomes stay few whatever the hand: for each number of wild
    # cards at most 3 x 3 counts of what is left, 16 sets of canastas, black threes or none. The
    # upcard's rank goes first: `some_take` and `_written` rely on finding its choice in front.
    for rank in dict.fromkeys((upcard, *held, *_open_ranks(rules, table, seat), JOKER_RANK)):
        count = len(held.get(rank, b""))
        choices = rank_choices(rules, table, seat, rank, count, wilds)
        ways = _combined(ways, choices, count, wilds, roomy=roomy)
    return ways


def _open_ranks(rules: CanastaAnswers, table: Table, seat: int) -> tuple[int, ...]:
    """The ranks of open melds, to which wild cards may be added even if nothing else can."""
    return tuple(spread(rules, table.melds, seat).numbers)


def _combined(
    ways: Ways, choices: tuple[RankChoice, ...], count: int, wilds: int, *, roomy: bool
) -> Ways:
    """The outcomes of each way so far with each choice of one more rank."""
    combined: Ways = {}
    for before, (points, chosen) in ways.items():
        for choice in choices:
            if before.wilds + choice.wilds > wilds:
                continue
            after = _after(before, choice, count - choice.naturals, roomy=roomy)
            more = points + points_of(choice.rank * 4) * choice.naturals
            if after is not None and (after not in combined or combined[after][0] < more):
                combined[after] = more, (*chosen, choice) if choice.laid else chosen
    return combined


def _after(
    before: TakeOutcome, choice: RankChoice, left: int, *, roomy: bool
) -> TakeOutcome | None:
    """The outcome with one more choice, which leaves so many cards of its rank in hand.

    Where the pile alone leaves a hand to go on with (`roomy`), nothing of that matters.
    """
    wilds = before.wilds + choice.wilds
    if roomy:
        return None if choice.late else before._replace(wilds=wilds)
    canastas = before.canastas | choice.canastas
    threes = before.black_threes or choice.late
    sevens, others = before.sevens_left, before.others_left
    if choice.rank == SEVEN:
        sevens = min(sevens + left, ENOUGH)
    else:
        others = min(others + left, ENOUGH)
    return TakeOutcome(wilds, sevens, others, canastas, threes)


def _written(held: Groups, wilds: Cards, choices: tuple[RankChoice, ...]) -> Take:
    """The choices as a take: the upcard's own come first among them, dear wild cards first."""
    spare = bytes(sorted(wilds, key=POINTS.__getitem__, reverse=True))
    groups: list[Group] = []
    for choice in choices:
        cards = held.get(choice.rank, b"")
        for laid in choice.laid:
            group = cards[: laid.naturals] + spare[: laid.wilds]
            cards, spare = cards[laid.naturals :], spare[laid.wilds :]
            groups.append(Group(group, laid.number))
    upcard = len(choices[0].laid) - 1
    taking = groups.pop(upcard)
    return Take(taking.cards, tuple(groups))
