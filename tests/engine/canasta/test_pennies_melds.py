"""Pennies From Heaven: melds, wild cards, sevens, and the initial meld."""

from typing import Any

import pytest

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

SEVENS = "7S 7S 7S 7D 7D 7D 7H"


def play(hand: str, *cards: str, **keys: Any) -> Table:
    """Seat 0 in the play phase; team 0 has these melds."""
    return at(
        "pennies-from-heaven",
        6,
        **{
            "hands": hands(6, s0=hand),
            "phase": "play",
            "melds": [meld(c) for c in cards or ("AS AD AH",)],
            **keys,
        },
    )


def fresh(hand: str, score: int = 0) -> Table:
    """As `play`, before any meld and at a score."""
    return play(hand, melds=[], scores=[score, 0])


@rule("PFH-R19")
def test_a_meld_holds_three_to_seven_cards_and_is_closed_at_seven() -> None:
    table = play("KS KS KD KD KH KH KC KC 4C 5C 6C")
    assert refusal(table, "meld KS KD") == "too_few_cards"
    assert refusal(table, "meld KS KS KD KD KH KH KC KC") == "meld_full"
    closed = after(table, "meld KS KS KD KD KH KH KC")
    assert refusal(closed, "add 2: KC") == "meld_closed"


@rule("PFH-R20", "PFH-Q48")
def test_a_team_never_has_two_open_melds_of_a_rank() -> None:
    table = play("KS KD KH KC KC KC 4C 5C", "KS KD KH")
    assert refusal(table, "meld KS KD KH") == "already_open"
    assert legal(play("KS KD KH 4C 5C", "KS KS KD KD KH KH KC"), "meld KS KD KH")


@rule("PFH-Q43")
def test_more_than_seven_of_a_rank_fill_one_meld_before_the_next() -> None:
    table = play("KS KS KS KD KD KD KH KH KH KC 4C 5C")
    assert legal(table, "meld KS KS KS KD KD KD KH / KH KH KC")
    assert refusal(table, "meld KS KS KS KD / KD KD KH KH") == "already_open"


@rule("PFH-R21", "PFH-R22", "PFH-E3")
def test_a_mixed_meld_has_two_naturals_and_at_most_three_wilds() -> None:
    table = play("9S 9D Jo 2S 2D 9H 4C 5C 2H")
    done = after(table, "meld 9S 9D Jo 2S 2D")
    assert item(done, 0, "cards") == 60 + 110
    assert refusal(done, "add 2: 2H") == "too_many_wilds"
    assert legal(done, "add 2: 9H")
    assert refusal(play("9S Jo 2S 4C 5C"), "meld 9S Jo 2S") == "too_few_naturals"


@rule("PFH-Q11", "PFH-E4")
def test_wild_melds_are_a_rank_of_their_own() -> None:
    table = after(play("Jo Jo 2S 2D 2H KS 4C 5C"), "meld Jo Jo 2S")
    assert refusal(table, "add 2: KS") == "wrong_rank"
    assert refusal(
        table.but(hands=(table.hands[0] + b"\x34", *table.hands[1:])), "meld 2D 2H Jo"
    ) == ("already_open")
    done = play("4C 5C", "Jo Jo 2S 2S 2D 2D 2H")
    assert (item(done, 0, "cards"), item(done, 0, "canastas")) == (200, 1000)


@rule("PFH-R23")
@pytest.mark.parametrize(
    "cards,bonus",
    [
        ("KS KS KD KD KH KH KC", 500),
        ("KS KS KD KD KH KH 2S", 300),
        ("2S 2S 2D 2H 2C Jo Jo", 1000),
        (SEVENS, 1500),
        ("KS KS KD KD KH KH", 0),
    ],
)
def test_each_canasta_is_exactly_one_of_four_kinds(cards: str, bonus: int) -> None:
    assert item(play("4C", cards), 0, "canastas") == bonus


@rule("PFH-Q12", "PFH-E5")
def test_wilds_may_not_enter_sevens_unless_the_house_rule_says_so() -> None:
    assert refusal(play("7S 7D 2S 4C 5C"), "meld 7S 7D 2S") == "pure_sevens"
    assert item(after(play("7S 7D 7H 4C 5C"), "meld 7S 7D 7H"), 0, "cards") == 75
    allowed = play("7S 7D 2S 4C 5C", options={"mixed_sevens": True})
    assert legal(allowed, "meld 7S 7D 2S")
    mixed = play("4C", "7S 7D 7H 7C 7S 7D 2S", options={"mixed_sevens": True})
    assert item(mixed, 0, "canastas") == 300


@rule("PFH-R25", "PFH-E1", "PFH-E2")
@pytest.mark.parametrize(
    "score,text,code",
    [
        (0, "meld KS KD Jo", ""),
        (0, "meld 4S 4D 4H 4C", "below_minimum"),
        (4995, "meld KS KD Jo", ""),
        (5000, "meld KS KD Jo", "below_minimum"),
        (5000, "meld QS QD QH / AS AD 2S", ""),
        (9995, "meld QS QD QH / AS AD 2S", ""),
        (10000, "meld QS QD QH / AS AD 2S", "below_minimum"),
        (10000, "meld QS QD QH Jo / AS AD 2S", ""),
        (15000, "meld QS QD QH Jo / AS AD 2S", "below_minimum"),
        (15000, "meld QS QD QH Jo / AS AD 2S 2D", ""),
        (-5, "meld 4S 4D 4H", ""),
    ],
)
def test_the_initial_meld_goes_by_the_team_score(score: int, text: str, code: str) -> None:
    hand = "KS KD Jo 4S 4D 4H 4C QS QD QH AS AD 2S 2D 5C 6C"
    assert refusal(fresh(hand, score), text) == code


@rule("PFH-R26")
def test_only_the_values_of_the_cards_laid_count() -> None:
    table = play("4S 4S 4D 4D 4H 4H 4C 9C 9D", melds=[], red_threes=["3H 3D", "", "", "", "", ""])
    assert refusal(table, "meld 4S 4S 4D 4D 4H 4H 4C") == "below_minimum"


@rule("PFH-Q14")
def test_one_teammate_opens_for_all() -> None:
    table = play("4S 4D 4H 5C 6C", melds=[{"side": 0, "owner": 2, "cards": "AS AD AH"}])
    assert legal(table, "meld 4S 4D 4H")
    assert refusal(fresh("4S 4D 4H 5C 6C"), "meld 4S 4D 4H") == "below_minimum"


@rule("PFH-Q15")
def test_wilds_or_sevens_may_be_the_initial_meld() -> None:
    assert legal(fresh("Jo 2S 2D 4C 5C"), "meld Jo 2S 2D")
    assert legal(fresh("7S 7D 7H 4C 5C", -5), "meld 7S 7D 7H")


@rule("PFH-Q44")
def test_cards_on_the_table_stay_there() -> None:
    table = play("4C 5C", "KS KD KH KC")
    assert refusal(table, "meld KS KD KH") == "not_in_hand"
    assert refusal(table, "discard KS") == "not_in_hand"


@rule("PFH-R24", "PFH-Q29", "PFH-E12")
def test_black_threes_never_mix_and_never_lie_before_going_out() -> None:
    assert refusal(play("3S 3C 2S 9C", *FOUR), "meld 3S 3C 2S") == "pure_black_threes"
    assert refusal(play("3S 3S 3C 9C"), "meld 3S 3S 3C") == "not_ready"
    assert refusal(play("3S 3S 3C 9C 8C", *FOUR), "meld 3S 3S 3C") == "black_threes_late"
    seven = play("4C", "3S 3S 3S 3S 3C 3C 3C")
    assert (item(seven, 0, "cards"), item(seven, 0, "canastas")) == (35, 0)
    eight = play("3S 3S 3S 3S 3C 3C 3C 3C 9C", *FOUR)
    assert refusal(eight, "meld 3S 3S 3S 3S 3C 3C 3C 3C") == "black_threes_full"


FOUR = (
    "KS KS KD KD KH KH KC",
    "QS QS QD QD QH QH 2S",
    "2S 2S 2D 2H 2C Jo Jo",
    SEVENS,
)


@rule("PFH-Q30", "PFH-Q49", "PFH-E12")
def test_black_threes_laid_in_going_out_leave_one_discard() -> None:
    table = after(play("3S 3S 3C 9C", *FOUR), "meld 3S 3S 3C")
    assert item(table, 0, "cards") == 70 + 80 + 200 + 35 + 15
    assert refusal(table, "pass") == "can_discard"
    assert "RoundEnded" in happens(table, "discard 9C")
    assert refusal(play("3S 3S 3C 9C", FOUR[0], FOUR[1], FOUR[3]), "meld 3S 3S 3C") == "not_ready"


@rule("PFH-R27", "PFH-R28", "PFH-E13", "PFH-Q18", "PFH-Q19", "PFH-Q51")
def test_the_seventh_card_earns_the_foot_after_the_discard() -> None:
    table = play(
        "KC 4C 5C 6C", "KS KS KD KD KH KH", feet=["8S 9S 3H", "", "TS", "", "", ""], stock="JC QC"
    )
    table = after(table, "add 1: KC")
    assert held(table, 0) == "4C 5C 6C"
    table = after(table, "discard 4C")
    assert held(table, 0) == "5C 6C 8S 9S JC"
    assert (len(table.red_threes[0]), table.feet[2]) == (1, b"\x1c")


@rule("PFH-Q17", "PFH-Q51")
def test_without_auto_foot_the_seat_says_foot_when_it_likes() -> None:
    keys = {"options": {"auto_foot": False}, "feet": ["8S 9S", "", "", "", "", ""]}
    table = after(play("KC 4C 5C 6C", "KS KS KD KD KH KH", **keys), "add 1: KC")
    assert refusal(table, "foot", seat=0) == "no_foot_due"
    table = after(table, "discard 4C")
    assert held(table, 0) == "5C 6C"
    assert legal(table, "foot", seat=0)
    assert refusal(table, "foot", seat=1) == "no_foot_due"
    turn = table.but(turn=0, phase="play")
    assert refusal(turn, "foot", seat=0) == "foot_later"
    assert legal(table.but(turn=0, phase="draw"), "foot", seat=0)


@rule("PFH-Q51")
def test_a_foot_that_waits_stands_among_the_open_decisions() -> None:
    table = play(
        "KC",
        options={"auto_foot": False},
        turn=1,
        earned=[True] + [False] * 5,
        feet=["8S"] + [""] * 5,
    )
    kinds = [(d.seat, d.kind, d.default is None) for d in table.rules.pending(table)]
    assert kinds == [(1, "play", False), (0, "foot", True)]


@rule("PFH-Q19")
def test_seven_laid_at_once_or_from_a_taken_pile_earn_the_foot_too() -> None:
    feet = ["8S"] + [""] * 5
    laid = play("KS KS KD KD KH KH KC 4C 5C", feet=feet)
    assert after(laid, "meld KS KS KD KD KH KH KC").played_seventh
    taken = play("KS KD 4C 5C", "KS KD KH KC", feet=feet, phase="draw", pile="KH")
    assert after(taken, "take KS KD").played_seventh


@rule("PFH-R10")
def test_nobody_lays_off_on_the_other_team() -> None:
    table = play("KC 4C 5C", melds=[meld("AS AD AH"), meld("KS KD KH", 1)])
    assert refusal(table, "add 2: KC") == "not_your_meld"
    assert refusal(table, "add 9: KC") == "no_such_meld"
    assert on_table(table, 2) == "KS KH KD"
