"""Lay all: every natural card with a place is laid, even if one meld may not hold them all."""

from typing import Any

import engine
from engine.advice.lay_all import lay_all
from engine.model.cards import write_cards
from engine.model.moves import cards_laid


def laid(game: str, hands: list[str], **more: Any) -> list[str]:
    """Return what seat 0 lays, move by move, each with its cards in order."""
    at = {"game": game, "seats": len(hands), "turn": 0, "phase": "play", "hands": hands, **more}
    table = engine.face_down(engine.view(engine.from_position(at), 0))
    return [write_cards(bytes(sorted(cards_laid(move)))) for move in lay_all(table, 0)]


def test_a_first_down_leaves_out_equal_cards_and_ranks_that_make_no_set_without_them():
    hand = "5S 5H 5H 7H 7H 7D 7C 9S 9H 9C JH QC KS KD KC"
    others = ["4C 5D 6H"] * 3
    assert laid("ten-pennies-online", [hand, *others]) == ["7H 7D 7C 9S 9H 9C KS KD KC"]


def test_of_two_cards_the_one_is_laid_off_that_a_set_does_not_hold_yet():
    sets = [{"side": 1, "owner": 1, "cards": "7H 7D 7C"}]
    hands = ["7S 7H KD", *["4C 5D 6H"] * 3]
    assert laid("ten-pennies-online", hands, melds=sets, down=[True] * 4) == ["7S"]


def test_a_set_that_may_hold_no_equal_cards_is_laid_without_them_after_the_first_down():
    hands = ["7S 7H 7H 7D KD", *["4C 5D 6H"] * 3]
    assert laid("ten-pennies-online", hands, down=[True] * 4) == ["7S 7H 7D"]


def test_a_meld_that_has_room_for_three_of_four_cards_gets_three():
    melds = [{"side": 0, "owner": 0, "cards": "8S 8S 8D 8C"}]
    hands = ["8H 8H 8H 8H KD QD 5C", *["4C 5D 6H"] * 3]
    assert laid("ponytail-canasta", hands, melds=melds, down=[True] * 4) == ["8H"] * 3


def test_first_melds_of_whole_ranks_lie_as_one():
    hands = ["KS KH KD KC QS QH QD 5C 5D 4S", *["4C 5D 6H"] * 3]
    assert laid("house-canasta", hands) == ["QS QH QD KS KH KD KC"]


OTHERS = ["4C 5D 6H"] * 3


def test_a_card_more_than_the_contract_asks_for_follows_the_first_down():
    found = laid("ten-pennies", ["KS KS KD KH KC 5S 6D 9C", *OTHERS], round=2)
    assert found == ["KS KS KH KD", "KC"]


def test_two_sets_of_one_rank_are_a_first_down():
    hand = "KS KS KD KD KH KC KC 5S 6D"
    sets = laid("ten-pennies", [hand, *OTHERS])
    assert sorted(" ".join(sets).split()) == sorted(hand.split()[:7])


def test_one_card_stays_to_be_thrown_though_all_would_make_the_first_down():
    assert laid("ten-pennies", ["KS KS KD KH KC", *OTHERS], round=2) == ["KS KS KH KD"]


def test_what_is_left_when_a_meld_is_full_begins_another():
    melds = [{"side": 0, "owner": 0, "cards": "KH KC KD KS KS"}]
    hands = ["KS KD KH KC KS 5S 6D 9C", *["4C 5D 6H"] * 5]
    sizes = [len(cards.split()) for cards in laid("pennies-from-heaven", hands, melds=melds)]
    assert sizes == [1, 1, 3]


def test_of_more_of_a_rank_than_a_meld_holds_the_rest_lies_beside_it():
    hands = ["KS KD KH KC KS KD KH KC KS KD 5S 6D 9C", *["4C 5D 6H"] * 5]
    sizes = [len(cards.split()) for cards in laid("pennies-from-heaven", hands)]
    assert sizes == [7, 3]
