"""The normal contract rummy player, one heuristic per test."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.earlier_rules import settled_rules
from engine.model.cards import RANK, arranged, read_cards
from engine.players.heuristic import easy
from engine.players.rummy.observation import shortage
from engine.players.thinking.thought import Reason
from engine.rummy.openings import cheapest_opening
from engine.rummy.rules import ContractRummy
from tests.engine.players.positions import advice, seat_view, wish
from tests.engine.positions import at


def pennies(hand, number=1, phase="play", **keys):
    """Ten Pennies for four; seat 0 has to act."""
    keys = {"hands": [hand, *["4C 5D 6H 8S"] * 3]} | keys
    return at("ten-pennies", 4, round=number, phase=phase, **keys)


def lacks(hand, number):
    rules = settled_rules("ten-pennies", 4)
    assert isinstance(rules, ContractRummy)
    contract = rules.contract(number)
    return shortage(rules.law(number), contract.sets, contract.size, arranged(read_cards(hand)))


def test_what_a_hand_lacks_is_counted_with_its_wild_cards():
    assert lacks("8S 8D 8H KS KD 2C", 1) == 0
    assert lacks("8S 8D KS KD 4C 5C", 1) == 2
    assert lacks("8S 8D KS KD 2C 2H", 1) == 0
    assert lacks("KS KD 2C 2H 4C 5C", 2) == 1
    assert lacks("9S 9S 9H 9D 2C AS Jo", 7) == 0


def test_a_wild_card_that_a_set_of_its_own_rank_can_spare_is_wild_in_the_other_set():
    assert lacks("2S 2H 2D 2C KS KD", 1) == 0
    assert lacks("2S 2H 2D 4C KS KD", 1) == 1


ROUNDS = [
    (game, number) for game in ("ten-pennies", "ten-pennies-online") for number in range(1, 8)
]
# Numbers alone do not say which of two wild ranks two big sets would have to share there.
ROUNDS.remove(("ten-pennies-online", 5))


@given(st.sampled_from(ROUNDS), st.randoms(use_true_random=False))
def test_a_hand_lacks_nothing_that_can_go_down_and_no_other(which, random):
    game, number = which
    rules = settled_rules(game, 4)
    assert isinstance(rules, ContractRummy)
    law, contract = rules.law(number), rules.contract(number)
    # Many wild cards and few plain ranks: hands that go down, and hands that just do not.
    wilds = [face for face in rules.pack() if face in law.wild_faces]
    plain = [face for face in rules.pack() if RANK[face] in {5, 6, 7}]
    for _ in range(10):
        picked = random.sample(wilds, random.randrange(2, 9)), random.sample(plain, 4)
        hand = arranged(bytes([*picked[0], *picked[1]]))
        down = cheapest_opening(law, hand, contract.sets, contract.size)
        assert (shortage(law, contract.sets, contract.size, hand) == 0) is (down is not None)


def test_it_goes_down_as_soon_as_it_can():
    table = pennies("8S 8D 8H KS KD KH 4C 5C")
    assert advice(table).reason == Reason.GO_DOWN


def test_a_card_of_the_contract_is_taken():
    table = pennies("8S 8D KS KD KH 4C 5C", phase="draw", pile="8C")
    assert wish(table) == "take"


def test_a_useless_upcard_is_declined():
    table = pennies("8S 8D KS KD KH 4C 5C", phase="draw", pile="9C")
    assert wish(table) == "pass"
    assert advice(table).reason == Reason.LEAVE_USELESS


def offered(hand, **keys):
    """Seat 0 is offered the discard before seat 3's draw."""
    keys = {"turn": 3, "offer_to": [0, 1, 2], "pile": "8C"} | keys
    return pennies(hand, phase="offer", **keys)


def test_the_card_that_completes_the_contract_is_bought():
    assert wish(offered("8S 8D KS KD KH 4C 5C")) == "buy"


def test_pennies_are_saved_for_the_rounds_to_come():
    table = offered("8S 8D KS KD 4C 5C 6C", pennies=[2, 10, 10, 10])
    assert wish(table) == "pass"
    assert advice(table).reason == Reason.SAVE_PENNIES


def test_nobody_buys_three_cards_who_may_be_caught_with_them():
    melds = [{"owner": 1, "cards": "QS QD QH"}, {"owner": 1, "cards": "AS AD AH"}]
    table = offered(
        "8S 8D KS KD 4C 5C 6C",
        melds=melds,
        down=[False, True, False, False],
        hands=["8S 8D KS KD 4C 5C 6C", "4C", "4C 5D 6H 8S", "4C 5D 6H 8S"],
    )
    assert wish(table) == "pass"
    assert advice(table).reason == Reason.FEW_POINTS


def test_once_down_what_fits_is_laid_off_dear_cards_first():
    melds = [{"owner": 0, "cards": "QS QD QH"}, {"owner": 1, "cards": "5S 5D 5H"}]
    table = pennies("QC 5C 9D", melds=melds, down=[True, True, False, False])
    assert wish(table) == "add 1: QC"


def test_a_joker_that_is_not_wild_is_thrown_before_it_is_caught():
    assert wish(pennies("Jo 8S 8D KS KD 4C")) == "discard Jo"


def test_pairs_of_the_contract_are_kept():
    assert wish(pennies("8S 8D KS KD 9C")) == "discard 9C"


def down(hand, number, **keys):
    """Ten Pennies in which all seats are down; seat 0 has to act."""
    lying = [{"owner": 1, "cards": "QS QD QH"}]
    return pennies(hand, number, down=[True] * 4, melds=lying, **keys)


@pytest.mark.parametrize("number", [1, 7])
def test_once_down_an_upcard_is_taken_that_makes_a_set(number):
    table = down("8S 8D 4C 5C KD", number, phase="draw", pile="8C")
    assert wish(table) == "take"
    assert engine.write(easy.choose(seat_view(table), Random(1))) == "take"


@pytest.mark.parametrize("number", [1, 7])
def test_once_down_an_upcard_is_left_that_adds_nothing_to_the_sets_in_hand(number):
    table = down("8S 8D 8H 4C KD", number, phase="draw", pile="9C")
    assert wish(table) != "take"


@pytest.mark.parametrize("number", [1, 7])
def test_once_down_a_new_set_is_laid(number):
    assert wish(down("8S 8D 8H 4C KD", number)) == "meld 8S 8H 8D"


@pytest.mark.parametrize("hand, copy", [("8S 8S 8D KS KD", "8S"), ("8S 8S KS KD KC QD QH", "8S")])
def test_where_no_set_holds_equal_cards_the_second_copy_is_thrown(hand: str, copy: str):
    table = at("ten-pennies-online", 4, hands=[hand, *["4C 5D 6H 8H"] * 3], phase="play", pile="2C")
    assert wish(table) == f"discard {copy}"


def test_where_sets_hold_equal_cards_a_pair_of_them_is_kept():
    assert wish(pennies("8S 8S KS KD 9C")) == "discard 9C"
