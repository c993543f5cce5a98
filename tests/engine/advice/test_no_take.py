"""Tests of the reason why the pile cannot be taken."""

from typing import Any

import pytest

import engine
from engine.advice.why_no_take import why_no_take
from engine.model.refusals import Code, Refused
from tests.engine.positions import at, meld

KINGS = meld("KS KH KD")


def stays(game: str, hand: str, *, seats: int = 4, **keys: Any) -> Refused | None:
    """Return why seat 0 cannot take a pile of a single nine; its side has kings on the table."""
    hands = [hand, *["4C 5D 6H"] * (seats - 1)]
    drawn = {"hands": hands, "melds": [KINGS], "pile": "9C", "phase": "draw"}
    return why_no_take(engine.face_down(engine.view(at(game, seats, **drawn | keys), 0)), 0)


@pytest.mark.parametrize(
    "game, seats, hand, code",
    [
        ("house-canasta", 4, "9S 9H", Code.KEEP_A_CARD),
        ("classic-canasta", 4, "9S 9H 4D", Code.NOT_READY),
        ("ponytail-canasta", 4, "9S 9H 4D", Code.NOT_READY),
        ("pennies-from-heaven", 6, "9S 9H 7D 7H", Code.NO_DISCARD_LEFT),
        ("pennies-from-heaven", 6, "9S 9H 7S 7H 7D 7C 7C", Code.NO_DISCARD_LEFT),
    ],
)
def test_of_cards_that_go_with_the_upcard_it_is_told_how_little_they_would_leave(
    game: str, seats: int, hand: str, code: Code
):
    refused = stays(game, hand, seats=seats)
    assert refused is not None
    assert refused.code is code


def test_where_nothing_goes_with_the_upcard_that_is_what_is_told():
    refused = stays("house-canasta", "9S 4D")
    assert refused is not None
    assert refused.code is Code.NO_MATCH


def test_of_several_ways_that_open_too_low_the_dearest_is_told():
    refused = stays("house-canasta", "9S 9H 2S 4D", melds=[])
    assert refused is not None
    assert refused.code is Code.BELOW_MINIMUM
    assert refused.facts["have"] == 40
