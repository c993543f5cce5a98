"""Reasons in contract rummy about a card just taken, and about an upcard that is declined."""

from random import Random

import engine
from engine.advice.judgement import hint, judge
from engine.advice.turn_plan import Plan, PlanStep, following
from engine.model.table import Table
from engine.players import Advice
from engine.players.thinking.thought import Reason
from tests.engine.players.positions import seat_view
from tests.engine.positions import actor, after, at, meld

TWO_DOWN = {"down": [True, True, False], "melds": [meld("QS QH QD"), meld("JS JH JD", 1)]}


def hint_of(table: Table) -> Advice:
    """Hint for the seat that has to act."""
    return hint(engine.face_down(seat_view(table)), actor(table), Random(1))


def pair_of_eights() -> Table:
    """Seat 0 holds only two eights, and may not discard the eight that it has just taken."""
    hands = ["8S", *["4C 5D 6H"] * 2]
    return after(at("ten-pennies", 3, hands=hands, pile="KC 8H", **TWO_DOWN), "take")


def test_where_the_card_just_taken_leaves_only_one_of_its_rank_to_throw_that_is_hinted():
    told = hint_of(pair_of_eights())
    assert engine.write(told.move) == "discard 8S"
    assert told.reason is Reason.DEFAULT


def test_a_turn_is_proposed_and_planned_where_one_of_two_equal_ranks_may_not_go():
    view = seat_view(pair_of_eights())
    last = judge(engine.face_down(view), 0).last
    assert last is not None
    assert engine.write(last.move) == "discard 8S"
    planned = following(Plan(start="hint", lay="hint", last="hint"), view)
    assert isinstance(planned, PlanStep)
    assert engine.write(planned.move) == "discard 8S"


def declined(hand: str) -> Advice:
    """Hint for seat 0, which is down, about an upcard 5♠; fours and tens are on the table."""
    sets = [meld("4S 4H 4D 4S 4C 2D", 1), meld("TH TD TD TC")]
    keys = {"hands": [hand, *["3H 6H 7S 7H"] * 2], "pile": "QH AH 5S", "phase": "draw"}
    return hint_of(at("ten-pennies", 3, melds=sets, down=[True] * 3, **keys))


def test_an_upcard_that_makes_a_set_one_can_lay_without_it_is_not_said_to_fit_none():
    told = declined("5D 5D 6S 6D 6C AC 2D")
    assert engine.write(told.move) == "pass"
    assert told.reason is Reason.LEAVE_MADE


def test_an_upcard_that_makes_no_set_with_the_hand_fits_none():
    assert declined("5D 6S 6D 6C AC").reason is Reason.LEAVE_UNFIT
