"""Draw or take the pile: what the upcard completes, and what remains if nobody draws again."""

from typing import Any

import pytest

from engine.model.table import Table
from engine.players.thinking.thought import Reason
from tests.engine.players.positions import advice, wish
from tests.engine.positions import at, meld

STOCK = " ".join(["8C 8D 9H 9S TC TD JH JS"] * 8)


def to_draw(game: str, hand: str, pile: str, *melds: dict[str, Any], **keys: Any) -> Table:
    """A table of four before a draw; seat 0 has to act."""
    hands = [hand, *["4C 5D 6H 8S"] * 3]
    drawn = {"hands": hands, "melds": list(melds), "pile": pile, "phase": "draw"}
    return at(game, 4, **drawn | {"stock": STOCK} | keys)


@pytest.mark.parametrize(
    "game, hand, pile",
    [
        ("ponytail-canasta", "7S 7S 7D 7D 7H 7C 9C JD QH", "4C 5D 7S"),
        ("classic-canasta", "5S 5S 5D 5D 5H 5C 9C JD QH KS", "4C 6D 5H"),
    ],
)
def test_the_seventh_card_is_taken_although_little_lies_below(game: str, hand: str, pile: str):
    table = to_draw(game, hand, pile, meld("KH KH KC"), meld("AH AH AC", 1))
    assert wish(table).startswith("take")
    assert advice(table).reason is Reason.TAKE_PILE


HELD = ("5S 5D", "5S 5S 5D 5D 5H 5C")


def test_a_pair_that_completes_nothing_is_not_spent_on_as_small_a_pile():
    lying = meld("KH KH KC"), meld("AH AH AC", 1)
    few, six = (to_draw("classic-canasta", f"{hand} 9C JD QH KS", "5H", *lying) for hand in HELD)
    assert wish(few) == "draw"
    assert wish(six).startswith("take")


def test_before_the_end_no_cards_are_taken_to_be_caught_with():
    lying = meld("4S 4H 4D"), meld("AH AH AC", 1)
    dear = "KC QD JC 4C"
    assert wish(to_draw("classic-canasta", "9C 8H 6S", dear, *lying)).startswith("take")
    assert wish(to_draw("classic-canasta", "9C 8H 6S", dear, *lying, stock="8C")) == "draw"


def test_before_the_end_what_can_be_laid_is_taken():
    lying = meld("4S 4H 4D"), meld("KS KH KD"), meld("AH AH AC", 1)
    table = to_draw("classic-canasta", "9C 8H 6S", "KC KC 4C", *lying, stock="8C")
    assert wish(table).startswith("take")


def test_without_a_stock_a_pile_of_misfits_is_left():
    lying = meld("4S 4H 4D"), meld("AH AH AC", 1)
    table = to_draw(
        "classic-canasta", "4D 4H 9C 8H", "KC QD JC 4C", *lying, stock="", frozen_upcard=True
    )
    assert wish(table) == "draw"
