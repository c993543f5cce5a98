"""Pennies From Heaven: teams, the deal, the turn, the pile, red threes and the stock."""

from typing import Any

import pytest

import engine
from engine.model.cards import FACES, NAMES
from engine.model.events import RoundEnded
from engine.model.table import Table
from tests.engine.positions import (
    after,
    at,
    hands,
    happens,
    held,
    item,
    legal,
    meld,
    on_table,
    refusal,
)
from tests.engine.rulebook import rule

SEED = bytes(range(32))


def pennies(hand: str = "4C 5D 6H", **keys: Any) -> Table:
    """Seat 0 (team 0) with `hand` to move."""
    return at("pennies-from-heaven", 6, **{"hands": hands(6, s0=hand), **keys})


def melded(hand: str, *cards: str, **keys: Any) -> Table:
    """As `pennies`; team 0 has melds on the table."""
    return pennies(hand, melds=[meld(c) for c in cards or ("AS AD AH",)], **keys)


def dealt(seed: bytes = SEED, **options: bool) -> Table:
    return engine.deal("pennies-from-heaven", 6, seed, options)


@rule("PFH-R1", "PFH-R2", "PFH-Q2")
def test_two_teams_of_three_sit_alternately() -> None:
    assert [side.seats for side in engine.view(dealt(), None).sides] == [(0, 2, 4), (1, 3, 5)]
    with pytest.raises(ValueError, match="no table for 4"):
        engine.deal("pennies-from-heaven", 4, SEED)


@rule("PFH-R3")
def test_the_first_dealer_is_drawn_and_the_left_of_the_dealer_begins() -> None:
    tables = [dealt(bytes([n] * 32)) for n in range(40)]
    assert {table.dealer for table in tables} == set(range(6))
    assert all(table.turn == (table.dealer + 1) % 6 for table in tables)
    table = pennies("KC KD", phase="play", stock="", pile="3S", dealer=5)
    assert after(table, "discard KC").dealer == 0


@rule("PFH-R4")
def test_four_packs_with_eight_jokers_make_216_cards() -> None:
    cards = dealt().rules.pack()
    assert len(cards) == 216
    assert cards.count(FACES["Jo"]) == 8
    assert cards.count(FACES["3H"]) + cards.count(FACES["3D"]) == 8


@rule("PFH-R5", "PFH-Q1")
def test_there_are_no_sequences_and_no_tricks() -> None:
    assert refusal(melded("4S 5S 6S 7S 9C 9D", phase="play"), "meld 4S 5S 6S") == "mixed_ranks"


@rule("PFH-R6")
@pytest.mark.parametrize(
    "card,points",
    [("Jo", 50), ("2S", 20), ("AS", 20), ("KS", 10), ("8S", 10), ("7S", 5), ("4S", 5), ("3S", 5)],
)
def test_every_card_has_its_value(card: str, points: int) -> None:
    table = pennies(card)
    assert item(table, 0, "hands") == -points - 30


@rule("PFH-R7", "PFH-R8")
def test_thirteen_to_each_hand_eleven_to_each_foot_and_one_card_up() -> None:
    table = dealt()
    assert [len(hand) for hand in table.hands] == [13] * 6
    assert [len(foot) for foot in table.feet] == [11] * 6
    assert len(table.pile) == 1
    assert len(table.stock) + sum(map(len, table.red_threes)) == 71


@rule("PFH-R7")
def test_nobody_may_look_at_a_foot_not_even_its_owner() -> None:
    table = pennies("KS KD 4C", feet=["AS AD", "", "", "", "", ""])
    other = table.but(feet=(b"\x00\x01", *table.feet[1:]))
    assert engine.view(table, 0) == engine.view(other, 0)


@rule("PFH-R9", "PFH-Q3", "PFH-Q4")
def test_a_red_three_upcard_freezes_and_a_wild_or_a_seven_stays() -> None:
    tables = [dealt(n.to_bytes(32)) for n in range(250)]
    tops = {NAMES[table.pile[-1]]: table.frozen_upcard for table in tables}
    assert all(frozen == (card in ("3H", "3D")) for card, frozen in tops.items())
    assert {"3H", "Jo", "3S"} <= set(tops)
    assert {len(table.pile) for table in tables} == {1}


@rule("PFH-Q3")
def test_a_wild_upcard_cannot_be_taken_and_a_seven_can() -> None:
    assert refusal(melded("2S 2D 4C", pile="2H"), "take 2S 2D") == "pile_blocked"
    assert legal(melded("7S 7D 4C 5C", pile="7H"), "take 7S 7D")


@rule("PFH-Q4")
def test_a_red_three_on_top_is_never_taken_and_stays_frozen_when_covered() -> None:
    assert (
        refusal(melded("QS QD 4C", pile="3H", frozen_upcard=True), "take QS QD") == "pile_blocked"
    )
    table = melded("QS 4C 5C", "QS QD QH", pile="3H QC", frozen_upcard=True)
    assert refusal(table, "take") == "pile_frozen"
    pair = melded("QS QD 4C 5C", pile="3H QC", frozen_upcard=True)
    assert after(pair, "take QS QD").frozen_upcard is False


@rule("PFH-R10")
def test_a_turn_draws_two_melds_and_discards_one() -> None:
    table = after(pennies("KS KD KH AS AD AH 4C", stock="8C 8D 9C"), "draw")
    assert held(table, 0) == "4C 8D 8C KS KH KD AS AH AD"
    table = after(table, "meld AS AD AH", "meld KS KD KH", "discard 4C")
    assert (table.turn, table.phase) == (1, "draw")
    assert refusal(pennies(), "discard 4C") == "wrong_phase"
    assert refusal(pennies(), "draw", seat=3) == "not_your_turn"


@rule("PFH-R12", "PFH-E10")
def test_a_black_three_closes_the_pile_until_it_is_covered() -> None:
    assert refusal(melded("3S 3C 4C", pile="3S"), "take 3S 3C") == "pile_blocked"
    assert legal(melded("QS QD 4C", pile="3S QH"), "take QS QD")
    assert legal(melded("4C 5C", "QS QD QH", pile="3S QH"), "take")


@rule("PFH-R13", "PFH-R14", "PFH-E7", "PFH-Q7")
def test_a_wild_in_the_pile_freezes_it_and_two_naturals_still_take_it() -> None:
    table = melded("QS QD 5C 6C", pile="9S 2S QH")
    assert after(table, "take QS QD").pile == b""
    assert held(after(table, "take QS QD"), 0) == "5C 6C 9S 2S"
    wild = melded("QS Jo 5C 6C", pile="9S 2S QH")
    assert refusal(wild, "take QS Jo") == "pile_frozen"
    assert refusal(melded("5C 6C", "QS QD QH", pile="9S 2S QH"), "take") == "pile_frozen"


@rule("PFH-R15", "PFH-Q16")
def test_an_unmelded_team_meets_the_minimum_before_it_sees_the_pile() -> None:
    table = pennies("QS QD AS AD 5C 6C", pile="AH QH")
    assert refusal(table, "take QS QD") == "below_minimum"
    assert legal(pennies("QS QD AS AD AC 6C", pile="9S QH"), "take QS QD / AS AD AC")


@rule("PFH-R16", "PFH-E8", "PFH-Q8")
def test_the_top_card_added_to_an_open_meld_brings_the_whole_pile() -> None:
    table = after(melded("4C 5C", "QS QD QH QC", pile="9S JS QH"), "take")
    assert on_table(table, 1) == "QS QH QH QD QC"
    assert held(table, 0) == "4C 5C 9S JS"
    full = melded("4C 5C", "QS QS QD QD QH QH QC", pile="9S QC")
    assert refusal(full, "take") == "no_match"


@rule("PFH-R17", "PFH-Q9")
def test_a_natural_and_a_wild_do_not_take_unless_the_house_rule_says_so() -> None:
    assert refusal(melded("QS Jo 5C 6C", pile="QH"), "take QS Jo") == "no_match"
    allowed = melded("QS Jo 5C 6C", pile="QH", options={"pair_with_wild": True})
    assert legal(allowed, "take QS Jo")


@rule("PFH-R18", "PFH-Q5")
def test_a_red_three_in_a_taken_pile_is_laid_and_not_replaced() -> None:
    table = after(melded("QS QD 4C 5C", pile="3H 9S QH", stock="8C"), "take QS QD")
    assert held(table, 0) == "4C 5C 9S"
    assert (len(table.red_threes[0]), len(table.stock)) == (1, 1)


@rule("PFH-Q5")
def test_a_red_three_drawn_is_replaced_again_and_again() -> None:
    table = after(pennies(stock="3H 3D 8C 3H 9C TC"), "draw")
    assert held(table, 0) == "4C 5D 6H 8C 9C"
    assert (len(table.red_threes[0]), len(table.stock)) == (3, 1)


@rule("PFH-Q6")
def test_red_threes_dealt_are_laid_before_the_first_turn() -> None:
    tables = [dealt(n.to_bytes(32)) for n in range(10)]
    reds = {FACES["3H"], FACES["3D"]}
    assert not any(reds & set(hand) for table in tables for hand in table.hands)
    assert all(len(hand) == 13 for table in tables for hand in table.hands)
    assert any(any(table.red_threes) for table in tables)
    assert any(reds & set(foot) for table in tables for foot in table.feet)


@rule("PFH-Q10", "PFH-E9")
def test_a_pair_merges_into_the_open_meld_or_starts_anew_once_it_is_closed() -> None:
    five = "QS QD QH QC QS"
    two = melded("QS QD 4C 5C", five, pile="2S QH")
    assert refusal(two, "take QS QD") == "meld_full"
    table = melded("QS QD QH QC 4C 5C", five, pile="2S QH")
    table = after(table, "take QS QD / 1: QH QC")
    assert [len(m.cards) for m in table.melds] == [7, 3]
    assert table.played_seventh
    four = after(melded("QS QD 4C 5C", "QS QD QH QC", pile="2S QH"), "take QS QD")
    assert on_table(four, 1) == "QS QS QH QH QD QD QC"


@rule("PFH-Q47")
def test_more_cards_may_join_a_take_and_count_toward_the_minimum() -> None:
    table = pennies("QS QD QC 2S 4C 5C", pile="9S QH")
    assert refusal(table, "take QS QD QC") == "below_minimum"
    assert on_table(after(table, "take QS QD QC 2S"), 1) == "QS QH QD QC 2S"


@rule("PFH-Q42")
def test_a_take_must_leave_a_card_beside_the_discard() -> None:
    assert refusal(melded("QS QD", pile="QH"), "take QS QD") == "not_ready"
    assert refusal(melded("QS QD", pile="9S QH"), "take QS QD") == "not_ready"
    assert legal(melded("QS QD", pile="9S 9D QH"), "take QS QD")


@rule("PFH-R33", "PFH-E15", "PFH-Q31", "PFH-Q34", "PFH-Q50")
def test_the_last_card_is_a_full_draw_and_the_next_who_cannot_take_ends_the_round() -> None:
    table = pennies("4C 5D", stock="6S", pile="3S")
    table = after(table, "draw")
    assert (held(table, 0), table.phase) == ("4C 5D 6S", "play")
    assert happens(table, "discard 6S") == ["Discarded", "RoundEnded", "RoundScored", "Dealt"]


@rule("PFH-R33", "PFH-Q33")
def test_without_a_stock_the_next_player_may_take_or_end_the_round() -> None:
    table = pennies(
        "9S 5D KC",
        stock="",
        phase="play",
        pile="5H",
        melds=[meld("9S 9D 9H", 1)],
        hands=hands(6, s0="9S 5D KC"),
    )
    table = after(table, "discard 9S")
    assert (table.turn, table.phase, table.round) == (1, "draw", 1)
    assert legal(table, "take")
    ended = engine.decide(table, 1, "draw")
    assert ended[0] == RoundEnded("declined")
    assert engine.pending(table)[0].default == engine.read("draw", table)


@rule("PFH-Q32")
def test_red_threes_at_the_end_of_the_stock() -> None:
    table = after(pennies(stock="8C 3H"), "draw")
    assert (held(table, 0), table.phase) == ("4C 5D 6H 8C", "play")
    assert happens(pennies(stock="3H"), "draw")[:2] == ["Drawn", "RoundEnded"]
