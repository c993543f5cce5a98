"""What is told in contract rummy of a card just taken, and of an upcard that stays."""

from random import Random

import engine
from engine.advice.turn_plan import Plan, PlanStep, following
from engine.advice.whole_turn import hint, whole_turn
from engine.model.table import Table
from engine.players import Advice
from engine.players.thinking.thought import Reason
from tests.engine.board import actor, after, at, meld
from tests.engine.players.sitting import seat_view

TWO_DOWN = {"down": [True, True, False], "melds": [meld("QS QH QD"), meld("JS JH JD", 1)]}


def hint_of(table: Table) -> Advice:
    """What Hint says to the seat that has to act."""
    return hint(engine.face_down(seat_view(table)), actor(table), Random(1))


def pair_of_eights() -> Table:
    """Seat 0 has taken a second eight and holds nothing else: the one taken may not go."""
    hands = ["8S", *["4C 5D 6H"] * 2]
    return after(at("ten-pennies", 3, hands=hands, pile="KC 8H", **TWO_DOWN), "take")


def test_where_the_card_just_taken_leaves_only_one_of_its_rank_to_throw_that_is_hinted():
    told = hint_of(pair_of_eights())
    assert engine.write(told.move) == "discard 8S"
    assert told.reason is Reason.DEFAULT


def test_a_turn_is_proposed_and_planned_where_one_of_two_equal_ranks_may_not_go():
    view = seat_view(pair_of_eights())
    last = whole_turn(engine.face_down(view), 0).last
    assert last is not None
    assert engine.write(last.move) == "discard 8S"
    planned = following(Plan(start="hint", lay="hint", last="hint"), view)
    assert isinstance(planned, PlanStep)
    assert engine.write(planned.move) == "discard 8S"
