"""Scoring a round: what every hand is caught with. Nothing else adds up points."""

from engine.model.score import Item, Score
from engine.model.table import Table
from engine.rummy.variant import RummyAnswers


def score(rules: RummyAnswers, table: Table) -> tuple[Score, ...]:
    """What every hand would be caught with: points, and pennies beside them (TPW-R19, R20)."""
    scores, values = [], rules.values(table.round)
    for seat in range(rules.seat_count):
        hand = table.hands[seat]
        caught = values.in_hand(hand)
        scores.append(Score(seat, {Item.CAUGHT: caught, Item.PAID: len(hand)}, caught))
    return tuple(scores)
