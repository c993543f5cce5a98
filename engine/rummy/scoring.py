"""Scoring a round: the points of every hand. No other module adds up points."""

from engine.model.score import Item, Score
from engine.model.table import Table
from engine.rummy.variant import RummyAnswers


def score(rules: RummyAnswers, table: Table) -> tuple[Score, ...]:
    """Return what every hand would cost now: points, and pennies in addition (TPW-R19, R20)."""
    scores, values = [], rules.values(table.round)
    for seat in range(rules.seat_count):
        hand = table.hands[seat]
        caught = values.in_hand(hand)
        scores.append(Score(seat, {Item.CAUGHT: caught, Item.PAID: len(hand)}, caught))
    return tuple(scores)
