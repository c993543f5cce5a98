"""Proposed turns with an empty stock: the proposal does not foresee whether the round ends."""

import pytest

import engine
from engine.advice.judgement import judge
from engine.model.moves import Discard
from tests.engine.positions import at, meld

KINGS, QUEENS = meld("KS KH KD"), meld("QS QH QD", 1)


@pytest.mark.parametrize("game", ["classic-canasta", "ponytail-canasta", "pennies-from-heaven"])
@pytest.mark.parametrize("last", ["9S", "4S"])
def test_without_a_stock_a_discard_is_not_proposed_whatever_it_is(game: str, last: str):
    seats = engine.GAMES[game].seats[-1]
    hands = [f"KC KD KS {last}", *["9H 9D 6H JS"] * (seats - 1)]
    keys = {"phase": "play", "melds": [KINGS, QUEENS], "stock": "", "pile": "5S 8C"}
    table = at(game, seats, hands=hands, **keys)
    turn = judge(engine.face_down(engine.view(table, 0)), 0)
    assert turn.lays
    assert (turn.last, isinstance(turn.ending, Discard)) == (None, True)
