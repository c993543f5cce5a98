"""Tests of the order of a hand, which is the same in picture and text."""

from itertools import islice
from random import Random

import pytest

import engine
from engine.model.cards import RANK, read_cards, write_cards
from engine.model.moves import Add
from engine.model.refusals import Code
from engine.players import choose
from render.gallery import house_canasta
from render.gallery.builders import hand
from render.pictures.hand import hand_columns
from render.text import alt_text
from render.text.hand_order import ORDERS, hand_groups, open_ranks

HELD = "3C 4S 9H 9C QD 2S Jo"


def sorted_by(order, held=HELD):
    return [write_cards(cards) for cards in hand_groups(hand(house_canasta.four(), 1, held), order)]


def test_by_rank_goes_from_the_three_to_the_joker():
    assert sorted_by("rank") == ["3C", "4S", "9H 9C", "QD", "2S", "Jo"]


def test_by_suit_keeps_each_suit_together():
    assert sorted_by("suit") == ["4S 2S", "9H", "QD", "3C 9C", "Jo"]


def test_by_fit_what_can_be_laid_off_comes_first_and_wild_cards_last():
    assert sorted_by("fit", "3C 4S 9H 9C QD 2S") == ["QD", "9H 9C", "3C", "4S", "2S"]


@pytest.mark.parametrize("order", ORDERS)
def test_no_card_is_lost_by_sorting(order):
    view = hand(house_canasta.four(), 1, HELD)
    assert sorted(b"".join(hand_groups(view, order))) == sorted(read_cards(HELD))


def test_a_suit_of_many_cards_takes_several_columns_of_much_the_same_height():
    view = hand(house_canasta.four(), 1, " ".join(["4S 5S 6S 7S 8S"] * 4))
    assert [len(column.cards) for column in hand_columns(view, "suit")] == [7, 7, 6]


def test_by_suit_the_words_name_suits_first():
    text = alt_text.hand_text(hand(house_canasta.four(), 1, HELD), order="suit")
    assert "Clubs: 3, 9." in text
    assert "1 joker." in text


OF_THE_MOMENT = {Code.LOCKED, Code.KEEP_A_CARD, Code.NOT_READY}
"""Refusals of a fitting card that depend on the moment, not on the meld."""


def turns(game, seats):
    """Yield the moments of a game at which a seat may lay, with the seat."""
    random = Random(seats)
    table = engine.deal(game, seats, random.randbytes(32))
    while decisions := engine.pending(table):
        seat = random.choice(decisions).seat
        if table.phase == "play":
            yield table, seat
        table = engine.play(table, seat, choose(engine.view(table, seat), "easy", random))


def addable(table, seat):
    """Return the ranks of the hand that the seat may add to a meld of the same rank.

    Wild cards count for a meld of wild cards.
    """
    found, hand, view = set(), table.hands[seat], engine.view(table, seat)
    for number, meld in enumerate(view.melds, 1):
        only_wild = meld.kind in ("open", "wild") and meld.wilds == len(meld.cards)
        for face in hand:
            fits = view.values.is_wild(face) if only_wild else RANK[face] == meld.rank
            refused = engine.check(table, seat, Add(number, bytes((face,))))
            if fits and (refused is None or refused.code in OF_THE_MOMENT):
                found.add(RANK[face])
    return found


@pytest.mark.parametrize(
    "game,seats",
    [
        *(("house-canasta", 2), ("house-canasta", 3), ("house-canasta", 4), ("classic-canasta", 4)),
        *(("ponytail-canasta", 4), ("pennies-from-heaven", 6)),
        *(("ten-pennies", 4), ("ten-pennies-online", 4)),
    ],
)
def test_a_plus_is_where_the_rules_let_a_card_of_the_rank_be_added(game, seats):
    seen = [
        (open_ranks(engine.view(table, seat)), addable(table, seat))
        for table, seat in islice(turns(game, seats), 120)
    ]
    assert [one for one in seen if one[0] != one[1]] == []
    assert any(ranks for ranks, _ in seen)


def test_two_against_one_have_each_other_s_melds():
    melds = [
        {"owner": owner, "cards": f"{rank}S {rank}H {rank}D"} for owner, rank in enumerate("45K")
    ]
    hands = ["4C 5C KC", "4C 5C KC", "4C 5C KC"]
    position = {"game": "house-canasta", "seats": 3, "hands": hands, "melds": melds, "lone": 1}
    table = engine.from_position(position)
    ranks = [open_ranks(engine.view(table, seat)) for seat in range(3)]
    assert ranks == [{1, 10}, {2}, {1, 10}]


def test_no_plus_is_on_a_partner_s_meld_before_one_has_opened_oneself():
    position = {"game": "house-canasta", "seats": 4, "hands": ["4C", "5C", "4C", "5C"]}
    table = engine.from_position({**position, "melds": [{"owner": 2, "cards": "4S 4H 4D"}]})
    assert [open_ranks(engine.view(table, seat)) for seat in (0, 2)] == [set(), {1}]


@pytest.mark.parametrize("held,ranks", [("9S", set()), ("9C", {6})])
def test_a_card_that_lies_in_a_set_already_has_no_plus_where_that_is_forbidden(held, ranks):
    lies = {"melds": [{"owner": 0, "cards": "9S 9H 9D"}], "down": [True, False]}
    position = {"game": "ten-pennies-online", "seats": 2, "hands": [f"{held} KD", "4C"], **lies}
    assert open_ranks(engine.view(engine.from_position(position), 0)) == ranks
