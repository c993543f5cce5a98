"""Scoring a round, item by item. No other module adds up points.

Source: HC-R22, HC-Q20 to Q22, Q43, Q48, PFH-R35 to R37, PFH-Q35 to Q37, PT-R27, PT-Q13 to Q15, Q18,
Q26 to Q28, Q39.
"""

from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import counted
from engine.canasta.round.red_threes import red_threes_in
from engine.model.cards import RED_THREES, Cards
from engine.model.score import Item, Score
from engine.model.table import LaidMeld, Table
from engine.model.values import Values

PACK_RED_THREES = 2
"""Red threes in one pack."""


def score(rules: CanastaAnswers, table: Table, out: int | None) -> tuple[Score, ...]:
    """Return every side's score if the round ended now; `out` is the seat that went out."""
    scores = tuple(side_score(rules, table, side, out) for side in range(rules.side_count))
    for pool in rules.pools(table, out):
        scores = _split(scores, pool, _together(rules, table, pool))
    return scores


def side_score(rules: CanastaAnswers, table: Table, side: int, out: int | None) -> Score:
    """Return one side's score, before any pool is split."""
    seats = rules.seats_by_side()[side]
    melds = tuple(meld for meld in table.melds if meld.side == side)
    won, values = out in seats, rules.values(table.round)
    items: dict[str, int] = {
        Item.CARDS: card_points(rules, melds),
        Item.CANASTAS: canasta_points(rules, melds),
        Item.RED_THREES: red_three_points(rules, table, side),
        Item.OUT: out_points(rules, table, out) if won and out is not None else 0,
        Item.HANDS: -sum(in_hand(values, table.hands[seat]) for seat in seats),
        Item.FEET: -sum(in_hand(values, table.feet[seat]) for seat in seats),
        Item.GRAB: table.grab[side],
    }
    return Score(side, items, sum(items.values()))


def out_points(rules: CanastaAnswers, table: Table, out: int) -> int:
    """Return the bonus for going out."""
    concealed = rules.concealed_bonus and rules.is_concealed(table, out)
    return rules.concealed_bonus if concealed else rules.out_bonus


def card_points(rules: CanastaAnswers, melds: tuple[LaidMeld, ...]) -> int:
    """Return the points of the cards in melds."""
    # In canasta all rounds have the same values.
    return rules.values(1).in_melds(b"".join([meld.cards for meld in melds]))


def canasta_points(rules: CanastaAnswers, melds: tuple[LaidMeld, ...]) -> int:
    """Return the bonuses of the canastas among melds."""
    return sum(rules.bonuses[kind] * count for kind, count in counted(rules, melds).items())


def red_three_points(rules: CanastaAnswers, table: Table, side: int) -> int:
    """Return the points of red threes: laid ones for or against the side, minus the others."""
    seats = rules.seats_by_side()[side]
    melds = tuple(meld for meld in table.melds if meld.side == side)
    laid = laid_red_threes(rules, melds, sum(len(table.red_threes[seat]) for seat in seats))
    packets = (cards for seat in seats for cards in (table.hands[seat], table.feet[seat]))
    return laid - sum(rules.values(table.round).in_hand(red_threes_in(cards)) for cards in packets)


def laid_red_threes(rules: CanastaAnswers, melds: tuple[LaidMeld, ...], count: int) -> int:
    """Return the points of `count` laid red threes for a side that has these melds."""
    whole = rules.all_red_threes and count == rules.deck_count() * PACK_RED_THREES
    points = rules.all_red_threes if whole else count * rules.red_three
    return points if rules.red_threes_count_for(melds) else -points


def in_hand(values: Values, cards: Cards) -> int:
    """Return what cards in hand cost. Red threes are counted elsewhere."""
    return values.in_hand(cards.translate(None, RED_THREES))


def _together(rules: CanastaAnswers, table: Table, pool: tuple[int, ...]) -> int:
    """Return how much more a pool's red threes are worth if they are counted together."""
    melds = tuple(meld for meld in table.melds if meld.side in pool)
    laid = sum(len(table.red_threes[seat]) for seat in pool)
    apart = sum(red_three_points(rules, table, side) for side in pool)
    return laid_red_threes(rules, melds, laid) - apart


def _split(scores: tuple[Score, ...], pool: tuple[int, ...], more: int) -> tuple[Score, ...]:
    """Give every side of a pool an equal share, rounded up to a multiple of five."""
    shared = more + sum(scores[side].total - scores[side].items[Item.GRAB] for side in pool)
    # Negated floor division rounds up, below zero as well (HC-Q48). The grab bonus is personal and
    # is not part of the pool (HC-Q20).
    share = -(-shared // (5 * len(pool))) * 5
    return tuple(_with_share(score, share) if score.side in pool else score for score in scores)


def _with_share(score: Score, share: int) -> Score:
    grab = score.items[Item.GRAB]
    items = {**score.items, Item.SPLIT: share + grab - score.total}
    return Score(score.side, items, share + grab)
