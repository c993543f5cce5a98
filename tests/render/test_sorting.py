"""How a hand is sorted, in the picture and in words alike."""

import pytest

from engine.model.cards import read_cards, write_cards
from render.samples import hand, house
from render.scenes.hand import columns_of
from render.text import words
from render.text.sorting import ORDERS, groups

HELD = "3C 4S 9H 9C QD 2S Jo"


def sorted_by(order, held=HELD):
    return [write_cards(cards) for cards in groups(hand(house.four(), 1, held), order)]


def test_by_rank_goes_from_the_three_to_the_joker():
    assert sorted_by("rank") == ["3C", "4S", "9H 9C", "QD", "2S", "Jo"]


def test_by_suit_keeps_each_suit_together():
    assert sorted_by("suit") == ["4S 2S", "9H", "QD", "3C 9C", "Jo"]


def test_by_fit_what_can_be_laid_off_comes_first_and_wild_cards_last():
    assert sorted_by("fit", "3C 4S 9H 9C QD 2S") == ["QD", "9H 9C", "3C", "4S", "2S"]


@pytest.mark.parametrize("order", ORDERS)
def test_no_card_is_lost_by_sorting(order):
    view = hand(house.four(), 1, HELD)
    assert sorted(b"".join(groups(view, order))) == sorted(read_cards(HELD))


def test_a_suit_of_many_cards_takes_several_columns_of_much_the_same_height():
    view = hand(house.four(), 1, " ".join(["4S 5S 6S 7S 8S"] * 4))
    assert [len(column.cards) for column in columns_of(view, "suit")] == [7, 7, 6]


def test_by_suit_the_words_name_suits_first():
    text = words.hand(hand(house.four(), 1, HELD), order="suit")
    assert "Clubs: 3, 9." in text
    assert "1 joker." in text
