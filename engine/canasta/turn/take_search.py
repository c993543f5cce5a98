"""An exact search that finds a legal take if there is one.

Without a stock, the round continues only if a legal take exists.

`takes` lists only the takes worth offering; this search covers every bundle, in groups. Two bundles
differ only in points if they use as many wild cards, complete the same canastas and leave the same
kind of hand. Source: PFH-Q50, PT-Q37, Q53, CC-R10.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.canasta.book.card_values import FIRST_WILD, POINTS, Groups, grouped, points_of
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.canasta.melds.open_melds import spread
from engine.canasta.melds.piles import is_blocked
from engine.canasta.turn.rank_choices import RankChoice, rank_choices
from engine.model.cards import JOKER_RANK, RED_THREES, SEVEN, Cards, arranged
from engine.model.moves import Group, Take
from engine.model.table import Table

ENOUGH = 2
"""A turn can end with so many cards in hand; more make no difference."""


class TakeOutcome(NamedTuple):
    """Everything that matters to the rules about a set of choices, except points."""

    wilds: int
    sevens_left: int
    others_left: int
    canastas: frozenset[str]
    black_threes: bool


Ways = dict[TakeOutcome, tuple[int, tuple[RankChoice, ...]]]
"""By outcome: the most points of natural cards that lead to it, and the choices."""


def some_take(
    rules: CanastaAnswers, table: Table, seat: int, *, adding: bool = False
) -> Take | None:
    """Return a legal take, preferably of few cards, or None if there is none.

    The search leaves out two cases. With a wild upcard no search is needed. A seat lays off on a
    partner's own melds only after opening, and then needs no further cards.

    Args:
        rules: the rules of the table.
        table: the table at the start of the turn.
        seat: the seat that takes.
        adding: whether the take must lay the upcard on an open meld.
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
    """Yield choices worth the minimum, those that lay few cards first."""
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
    """Return every outcome of laying the upcard and any other cards before it."""
    # The rest of the pile joins the hand, so it counts as left over from the start.
    rest = table.pile[:-1].translate(None, RED_THREES)
    sevens = sum(face // 4 == SEVEN for face in rest)
    start = TakeOutcome(0, min(sevens, ENOUGH), min(len(rest) - sevens, ENOUGH), frozenset(), False)  # noqa: FBT003 - a field
    roomy = start.others_left >= ENOUGH
    upcard = table.pile[-1] // 4
    ways: Ways = {start: (0, ())}
    # A knapsack over the ranks. The outcomes stay few for any hand: for each number of wild cards
    # at most 3 x 3 counts of cards left, 16 sets of canastas, black threes or none. The upcard's
    # rank must come first: `some_take` and `_written` expect its choice at index 0.
    for rank in dict.fromkeys((upcard, *held, *_open_ranks(rules, table, seat), JOKER_RANK)):
        count = len(held.get(rank, b""))
        choices = rank_choices(rules, table, seat, rank, count, wilds)
        ways = _combined(ways, choices, count, wilds, roomy=roomy)
    return ways


def _open_ranks(rules: CanastaAnswers, table: Table, seat: int) -> tuple[int, ...]:
    """Return the ranks of open melds: these may take wild cards even without natural cards."""
    return tuple(spread(rules, table.melds, seat).numbers)


def _combined(
    ways: Ways, choices: tuple[RankChoice, ...], count: int, wilds: int, *, roomy: bool
) -> Ways:
    """Return the outcomes of combining each way so far with each choice of one more rank."""
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
    """Return the outcome after one more choice, which leaves `left` cards of that rank in hand.

    If the pile alone leaves enough cards (`roomy`), the number of cards left does not matter.
    Returns None if the choice is illegal.
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
    """Return the choices as a take.

    The cards laid with the upcard come first. Valuable wild cards are spent first.
    """
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
