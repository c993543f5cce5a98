"""The last cards of a hand: which are laid while the round should go on."""

from typing import Any

import pytest

from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import RANK_NAMES, SEVEN
from engine.model.table import Table
from engine.players.canasta.observation import CanastaObservation
from engine.players.canasta.partners import is_left_to_partner
from engine.players.heuristic.normal import decided
from engine.players.thinking.thought import CAREFUL, Reason
from engine.players.tuned.hard import hard_style
from tests.engine.players.positions import advice, wish
from tests.engine.players.test_partners import LONG, classic, pennies, question
from tests.engine.positions import at, meld

QUEENS = meld("QS QS QD QD QH QH QC")
QUEEN = RANK_NAMES.index("Q")
FULL = "4C 5D 6H 8S 8H 9C JD TS 4D 6S 9H"
"""A hand that would cost a partner many points."""


def seen(table: Table, seat: int = 0) -> CanastaObservation:
    assert isinstance(table.rules, CanastaAnswers)
    return CanastaObservation(table.rules, table, seat, CAREFUL)


def test_no_canasta_is_completed_by_which_the_discard_would_go_out_unasked():
    full = {"hands": ["KS KD 5C", "4C 5D 6H", FULL, "4C 5D 6H"]}
    table = classic("", QUEENS, meld("KS KS KD KH KH"), **full)
    assert wish(table) == "add 2: KS"
    first = classic("", meld("KS KS KD KH KH"), **full)
    assert advice(first).reason not in {Reason.COMPLETE, Reason.COMPLETE_ASKED}


def by_hard(table: Table) -> Reason:
    """Return the reason for the first choice of the hard level's weights."""
    return decided(table.rules, table, 0, hard_style(table.rules))[0].reason


def test_hard_goes_out_while_much_of_the_round_is_left_and_asks_whom_it_would_leave_a_full_hand():
    hands = ["KS KD 5C", "4C 5D", FULL, "4C 5D"]
    lying = QUEENS, meld("KS KS KD KH")
    assert by_hard(classic("", *lying, hands=hands)) == Reason.ASK_LEAVE
    few = [*hands[:2], "4C 5D 6H", "4C 5D"]
    assert by_hard(classic("", *lying, hands=few)) == Reason.GO_OUT
    kinds = "AS AS AD AD AH AH AC", "QS QS QD QD QH QH 2C", "7S 7S 7D 7D 7H 7H 7C"
    made = [meld(each) for each in (*kinds, "2S 2S 2D 2D Jo Jo Jo", "KS KD KC")]
    ponytail = at("ponytail-canasta", 4, hands=hands, melds=made, phase="play", stock=LONG)
    assert by_hard(ponytail) == Reason.GO_OUT


def test_a_foot_that_is_due_takes_no_place_of_the_card_to_keep():
    earned = {"feet": ["4C 5D", *[""] * 5], "played_seventh": True}
    assert wish(pennies("KS KD 5C", meld("KS KD KH KC"), **earned)) == "add 1: KS"
    covered = {**earned, "options": {"empty_ok_if_foot_due": True}}
    assert wish(pennies("KS KD 5C", meld("KS KD KH KC"), **covered)) == "add 1: KS KD"


def test_who_has_earned_its_foot_this_turn_leaves_the_next_to_its_partner():
    feet = {"feet": ["4C 5D", "", "4C 5D", "", "", ""]}
    table = pennies("QC 4C 5C 9D TS", meld("QS QS QD QD QH QH"), **feet)
    for played, left in ((False, False), (True, True)):
        it = seen(table.but(played_seventh=played))
        assert is_left_to_partner(it, it.melds[QUEEN]) is left
        assert it.needs_packet is not left


def closing(game: str, hand: str, *melds: dict[str, Any], **keys: Any) -> Table:
    """Four players, seat 0 to lay, and an almost empty stock."""
    hands = {"hands": [hand, *["4C 5D 6H 8S 9D JC"] * 3]}
    drawn = {**hands, "melds": list(melds), "phase": "play", "stock": "8C 8D"}
    return at(game, 4, **drawn | keys)


def test_before_the_end_a_part_is_laid_of_what_would_empty_the_hand():
    assert wish(closing("house-canasta", "KS KD", meld("KS KH KC"))) == "add 1: KS"
    assert wish(closing("ponytail-canasta", "KS KD 5C", meld("KS KH KC"))) == "add 1: KS"
    assert wish(closing("classic-canasta", "KS KD KH KC 5C", meld("QS QH QC"))) == "meld KS KH KD"


def test_before_the_end_what_completes_a_canasta_is_laid_before_what_is_left_over():
    lying = meld("4S 4S 4D"), meld("KS KS KD KD KH KH")
    assert wish(closing("ponytail-canasta", "4H 4C KC", *lying)) == "add 2: KC"


SIX = meld("7S 7S 7D 7D 7H 7H")


@pytest.mark.parametrize("stock, spoilt", [("8C 8D 8H 8S 9C 9D", False), ("8C 8D", True)])
def test_sevens_stay_clean_while_a_partner_may_complete_them(stock: str, spoilt: bool):
    table = closing("ponytail-canasta", "2S 4C 6C 9D", SIX, stock=stock)
    assert wish(table).startswith("add 1: 2S") is spoilt


def test_sevens_of_which_the_others_have_none_are_completed_by_a_wild_card():
    lasts = {"stock": "8C 8D 8H 8S 9C 9D", "pile": " ".join(["7C 7S 7D 7H"] * 4)}
    table = closing("ponytail-canasta", "2S 4C 6C 9D", SIX, meld("7C 7S", 1), **lasts)
    assert seen(table).unseen[SEVEN] == 0
    assert wish(table).startswith("add 1: 2S")


def test_leave_is_refused_for_wild_cards_that_could_be_laid():
    assert wish(question("4S 9D", [0, 0])) == "yes"
    table = question("Jo Jo 4S 9D", [0, 0], melds=[*LYING, meld("QS QD QH")])
    assert advice(table).reason == Reason.LEAVE_NO


LYING = [
    meld(cards)
    for cards in (
        "AS AS AD AD AH AH AC",
        "KS KS KD KD KH KH 2C",
        "2S 2S 2D 2D Jo Jo Jo",
        "7S 7S 7D 7D 7H 7H 7C",
    )
]


@pytest.mark.parametrize("stock, comes", [("8C 8D 8H 8S 9C 9D", True), ("8C 8D 8H 8S", False)])
def test_of_three_sides_a_partner_comes_three_turns_later(stock: str, comes: bool):
    table = at("ponytail-canasta", 6, hands=["KS KD"] * 6, phase="play", stock=stock)
    assert table.rules.side_count == 3
    assert seen(table).partner_comes is comes
