"""Pennies From Heaven: going out, leave, sevens, scoring and the end of the game."""

from typing import Any

import pytest

import engine
from engine.canasta.round.events import LeaveAsked
from engine.model.events import RoundEnded, RoundScored
from engine.model.score import FinalReason
from engine.model.table import Table
from tests.engine.positions import (
    actor,
    after,
    at,
    hands,
    happens,
    item,
    legal,
    meld,
    refusal,
    result,
    total,
)
from tests.engine.rulebook import rule

SEVENS = "7S 7S 7S 7D 7D 7D 7H"
WILD = "2S 2S 2D 2H 2C Jo Jo"
FOUR = ("KS KS KD KD KH KH KC", "QS QS QD QD QH QH 2S", WILD, SEVENS)
THREE = (FOUR[0], FOUR[1], SEVENS)


def play(hand: str, *cards: str, theirs: str = "", **keys: Any) -> Table:
    """Seat 0 in the play phase; team 0 has `cards` on the table, team 1 `theirs`."""
    melds = [meld(c) for c in cards] + ([meld(theirs, 1)] if theirs else [])
    drawn = {"hands": hands(6, s0=hand), "phase": "play", "melds": melds, **keys}
    return at("pennies-from-heaven", 6, **drawn)


def draws(hand: str, stock: str, *cards: str, **keys: Any) -> Table:
    """Seat 0 about to draw from `stock`."""
    return play(hand, *cards, phase="draw", stock=stock, **keys)


@rule("PFH-R29", "PFH-R30", "PFH-Q13")
@pytest.mark.parametrize("missing", [0, 1, 2, 3])
def test_without_one_of_the_four_canastas_the_last_card_stays(missing: int) -> None:
    three = [cards for number, cards in enumerate(FOUR) if number != missing]
    assert refusal(play("5S", *three), "discard 5S") == "not_ready"
    assert "RoundEnded" in happens(play("5S", *FOUR), "discard 5S")


@rule("PFH-R31", "PFH-E11", "PFH-Q28", "PFH-R35")
def test_going_out_melds_all_but_one_card_and_discards_it() -> None:
    table = after(play("5S 5D 5H KS", *FOUR), "meld 5S 5D 5H")
    ended = engine.decide(table, 0, "discard KS")
    assert RoundEnded("out", 0) in ended
    assert item(table, 0, "out", out=0) == 100
    four = play("5S 5D 5H 5C", *FOUR)
    assert refusal(four, "meld 5S 5D 5H 5C") == "keep_a_card"
    assert legal(after(four, "meld 5S 5D 5H"), "discard 5C")


@rule("PFH-R11", "PFH-E6", "PFH-Q26")
def test_a_seven_is_barred_until_both_teams_own_a_sevens_canasta() -> None:
    assert refusal(play("7C KC 4C", SEVENS), "discard 7C") == "seven_barred"
    both = play("7C KC 4C", SEVENS, theirs=SEVENS)
    assert legal(both, "discard 7C")
    last = play("7C", *FOUR, theirs=SEVENS)
    assert refusal(last, "discard 7C") == "seven_last"


@rule("PFH-Q23")
def test_a_meld_must_leave_a_legal_discard_and_a_card_beside_it() -> None:
    assert refusal(play("KS KD KH 4C", *THREE[1:]), "meld KS KD KH") == "not_ready"
    assert refusal(play("KS KD KH 7C 7D", SEVENS), "meld KS KD KH") == "no_discard_left"
    assert legal(play("KS KD KH 7C 7D 4C", SEVENS), "meld KS KD KH")


@rule("PFH-Q27")
def test_a_lone_seven_cannot_be_the_card_one_goes_out_with() -> None:
    table = play("KS KD KH 7C", *FOUR, theirs=SEVENS)
    assert refusal(table, "meld KS KD KH") == "seven_last"


@rule("PFH-Q25", "PFH-R34")
def test_melding_into_a_hand_of_barred_sevens_is_refused_but_a_forced_discard_is_not() -> None:
    assert refusal(play("KS KD KH 7C 7D 7H", SEVENS), "meld KS KD KH") == "no_discard_left"
    table = play("KC 7C", FOUR[0])
    assert legal(table, "discard KC")


@rule("PFH-R33", "PFH-E14", "PFH-Q24")
def test_a_hand_of_sevens_melds_what_it_can_and_ends_the_round() -> None:
    table = after(draws("7S 7D", "7H 7C 8C", "7S 7D 7H 7C"), "draw")
    assert (table.phase, table.round) == ("play", 1)
    ended = engine.decide(table, 0, "add 1: 7S 7D 7H")
    assert RoundEnded("sevens") in ended
    scored = next(e for e in ended if isinstance(e, RoundScored))
    assert scored.scores[0].items["canastas"] == 1500
    assert scored.scores[0].items["out"] == 0
    assert scored.scores[0].items["hands"] == -5 - 30


@rule("PFH-Q46")
def test_only_a_hand_of_sevens_ends_the_round_as_sevens_do() -> None:
    """A last card with which nobody may go out is stuck, too, but not because of sevens."""
    table = play("5S", *THREE)
    assert refusal(table, "discard 5S") == "not_ready"
    assert RoundEnded("stock") in engine.decide(table, 0, "pass")


@rule("PFH-Q46")
def test_pass_ends_the_round_for_a_hand_of_sevens_and_for_no_other() -> None:
    table = after(draws("7S 7D", "7H 7C 8C", "7S 7D 7H 7C"), "draw")
    assert RoundEnded("sevens", None) in engine.decide(table, 0, "pass")
    assert engine.pending(table)[0].default == engine.read("pass", table)
    assert refusal(play("7S KC"), "pass") == "can_discard"
    assert happens(draws("7S", "7H", "KS KD KH"), "draw") == [
        "Drawn",
        "RoundEnded",
        "RoundScored",
        "Dealt",
    ]


@rule("PFH-Q24")
def test_discarding_resumes_when_the_melding_frees_the_sevens() -> None:
    table = after(draws("7S 7D 7H", "7C 7C 8C", "7S 7D 7H 7C", theirs=SEVENS), "draw")
    table = after(table, "add 1: 7S 7D 7H")
    assert legal(table, "discard 7C")
    lone = after(draws("7S 7D", "7C 7C 8C", "7S 7D 7H 7C", theirs=SEVENS), "draw")
    assert "RoundEnded" in happens(lone, "add 1: 7S 7D 7C")


@rule("PFH-Q20", "PFH-Q21")
def test_going_out_leaves_the_own_foot_behind() -> None:
    table = play("QC 5S", FOUR[0], "QS QS QD QD QH 2S", WILD, SEVENS, feet=["KS AS", *[""] * 5])
    table = after(table, "add 2: QC")
    ended = engine.decide(table, 0, "discard 5S")
    scored = next(e for e in ended if isinstance(e, RoundScored))
    assert scored.scores[0].items["feet"] == -30
    assert "FootPickedUp" not in [type(e).__name__ for e in ended]


@rule("PFH-Q22")
def test_a_foot_that_is_due_does_not_allow_the_last_card_unless_the_house_rule_does() -> None:
    keys: dict[str, Any] = {"feet": ["8S 9S", *[""] * 5]}
    table = play("KC 5S 6S", "KS KS KD KD KH KH", **keys)
    assert refusal(after(table, "add 1: KC"), "discard 5S") == ""
    short = play("KC 5S", "KS KS KD KD KH KH", **keys)
    assert refusal(short, "add 1: KC") == "not_ready"
    open_: dict[str, Any] = {"options": {"empty_ok_if_foot_due": True}, **keys}
    allowed = after(play("KC 5S", "KS KS KD KD KH KH", **open_), "add 1: KC", "discard 5S")
    assert len(allowed.hands[0]) == 2
    seven = play("KC 7S", "KS KS KD KD KH KH", **open_)
    assert refusal(seven, "add 1: KC") == "no_discard_left"


@rule("PFH-Q22", "PFH-Q23", "PFH-R11", "PFH-R31")
def test_a_free_seven_may_be_the_card_before_a_foot_but_never_the_last_of_the_round() -> None:
    keys: dict[str, Any] = {
        "feet": ["8S 9S", *[""] * 5],
        "options": {"empty_ok_if_foot_due": True},
        "theirs": SEVENS,
    }
    stays_in = after(play("KC 7S", "KS KS KD KD KH KH", SEVENS, **keys), "add 1: KC")
    assert len(after(stays_in, "discard 7S").hands[0]) == 2
    goes_out = play("KC 7S", "KS KS KD KD KH KH", *FOUR[1:], **keys)
    assert refusal(goes_out, "add 1: KC") == "seven_last"
    earned = play("7S", *FOUR, played_seventh=True, **keys)
    assert refusal(earned, "discard 7S") == "seven_last"


@rule("PFH-Q24", "PFH-R33", "PFH-Q22")
def test_free_sevens_end_no_round_while_one_of_them_can_be_discarded() -> None:
    keys: dict[str, Any] = {
        "feet": ["8S 9S", *[""] * 5],
        "options": {"empty_ok_if_foot_due": True},
        "theirs": SEVENS,
        "played_seventh": True,
    }
    laid = after(play("7S 7D 7H 7C", SEVENS, **keys), "meld 7S 7D 7H")
    assert len(after(laid, "discard 7C").hands[0]) == 2
    keys["options"] = {"empty_ok_if_foot_due": True, "auto_foot": False}
    keys |= {"earned": [True, *[False] * 5], "phase": "draw", "played_seventh": False}
    drawn = after(play("", SEVENS, **keys, stock="7S"), "draw")
    assert legal(drawn, "discard 7S")
    taken = after(play("7S", SEVENS, "QS QD QH", **keys, pile="QC"), "take")
    assert legal(taken, "discard 7S")


@rule("PFH-Q38", "PFH-Q22")
def test_a_no_keeps_a_card_in_hand_even_where_a_foot_is_due() -> None:
    keys: dict[str, Any] = {
        "feet": ["8S 9S", *[""] * 5],
        "options": {"empty_ok_if_foot_due": True},
        "played_seventh": True,
        "no_out": True,
    }
    assert refusal(play("5S", *THREE, **keys), "discard 5S") == "leave_denied"
    assert refusal(play("KC 5S", "KS KS KD", **keys), "add 1: KC") == "leave_denied"


PLAN = "meld 5S 5D 5H; discard 9C"


def asking(**keys: Any) -> Table:
    return play("5S 5D 5H 9C", *FOUR, **keys)


@rule("PFH-R32", "PFH-Q38")
def test_yes_carries_the_plan_out() -> None:
    table = after(asking(), f"ask 2: {PLAN}")
    assert (table.phase, actor(table)) == ("answer", 2)
    assert engine.pending(table)[0].default == engine.read("yes", table)
    assert happens(table, "yes")[:4] == ["LeaveAnswered", "Melded", "Discarded", "RoundEnded"]


@rule("PFH-R32", "PFH-Q38")
def test_no_forbids_going_out_this_turn() -> None:
    table = after(asking(), f"ask 2: {PLAN}", "no")
    assert refusal(table, "meld 5S 5D 5H") == "leave_denied"
    assert legal(table, "discard 9C")
    assert refusal(table, f"ask 4: {PLAN}") == "already_asked"
    assert not after(table, "discard 9C").no_out


@rule("PFH-R32", "PFH-Q38")
def test_only_a_teammate_is_asked_and_only_with_a_whole_plan() -> None:
    assert refusal(asking(), f"ask 1: {PLAN}") == "not_a_teammate"
    assert refusal(asking(), f"ask 0: {PLAN}") == "not_a_teammate"
    assert refusal(asking(), "ask 2: meld 5S 5D 5H") == "plan_stays_in"
    assert refusal(asking(), "ask 2: discard 9C") == "plan_stays_in"
    assert refusal(play("5S 5D 5H 9C", *THREE), f"ask 2: {PLAN}") == "not_ready"
    assert refusal(asking(phase="draw"), f"ask 2: {PLAN}") == "wrong_phase"
    assert refusal(asking(), "yes") == "wrong_phase"


@rule("PFH-Q38")
def test_only_the_two_of_them_know_the_plan() -> None:
    table = after(asking(), f"ask 2: {PLAN}")
    asked = engine.decide(asking(), 0, f"ask 2: {PLAN}")[0]
    seen = [engine.view(table, seat).question for seat in range(4)]
    assert [question and question.plan is None for question in seen] == [False, True, False, True]
    assert engine.project(asked, 3) == LeaveAsked(0, 2, None)
    assert engine.project(asked, 2) == asked
    assert refusal(table, "yes", seat=4) == "not_your_turn"


@rule("PFH-Q45")
def test_asking_needs_a_way_back() -> None:
    assert refusal(play("9C", *FOUR), "ask 2: discard 9C") == "no_way_back"
    sevens = play("7S 7D 7H 7C", *FOUR)
    assert refusal(sevens, "ask 2: meld 7S 7D 7H; discard 7C") == "no_way_back"


@rule("PFH-Q39")
def test_no_bonus_for_a_concealed_hand() -> None:
    assert item(play("", *FOUR), 0, "out", out=0) == 100


@rule("PFH-R36", "PFH-E16")
def test_the_score_of_a_team_that_went_out() -> None:
    table = at(
        "pennies-from-heaven",
        6,
        melds=[
            meld("KS KS KD KD KH KH KC"),
            meld("QS QS QD QD 2S 2D 2H"),
            meld("Jo Jo 2S 2S 2D 2D 2H"),
            meld(SEVENS),
            meld("AS AD AH"),
            meld("3S 3S 3C"),
        ],
        hands=["", "", "8S 5S Jo", "", "QS 6S", ""],
        feet=["", "", "", "", "KS KS 9S 4S 4S 6S 2S AS 3S 3H 3D", ""],
        red_threes=["3H", "", "3D 3H", "", "", ""],
    )
    score = engine.score(table, 0)[0]
    assert score.items == {
        "cards": 480,
        "canastas": 3300,
        "out": 100,
        "red_threes": 300 - 200,
        "hands": -80,
        "feet": -90,
        "grab": 0,
    }
    assert score.total == 3810


@rule("PFH-R36", "PFH-E17")
def test_the_score_of_a_team_without_a_sevens_canasta() -> None:
    melds = ["9S 9S 9D 9D 9H 9H 9C", "8S 8D 8H 2S", "7S 7D 7H 7C 7S"]
    table = at(
        "pennies-from-heaven",
        6,
        melds=[meld(cards, 1) for cards in melds],
        hands=["", "Jo Jo", "", "2S AS", "", "5S"],
        feet=["", "Jo Jo KS", "", "Jo AS AS 4S 3H", "", ""],
        red_threes=["", "3H 3D", "", "3H 3D", "", ""],
    )
    assert (item(table, 1, "hands"), item(table, 1, "feet")) == (-145, -110 - 95)
    assert item(table, 1, "red_threes") == -400 - 100
    assert total(table, 1) == -205


@rule("PFH-R37", "PFH-E18", "PFH-Q36", "PFH-Q37")
@pytest.mark.parametrize(
    "melds,laid,foot,points",
    [
        ([SEVENS], 8, "", 1000),
        ([], 8, "", -1000),
        ([FOUR[0]], 3, "", -300),
        ([SEVENS], 7, "3H", 600),
    ],
)
def test_red_threes_go_by_the_sevens_canasta_alone(
    melds: list[str], laid: int, foot: str, points: int
) -> None:
    table = play(
        "", *melds, red_threes=[" ".join(["3H"] * laid)] + [""] * 5, feet=[foot] + [""] * 5
    )
    assert item(table, 0, "red_threes") == points


@rule("PFH-Q35")
def test_melded_sevens_keep_five_points_each() -> None:
    assert item(play("", SEVENS), 0, "cards") == 35


def ending(scores: list[int], **keys: Any) -> Table:
    """The stock is empty and the next player cannot take the pile: equal hands are left."""
    table = play("4C 4C 5D 6H", stock="", pile="3S", scores=scores, **keys)
    return after(table, "discard 4C")


@rule("PFH-R38")
def test_twenty_thousand_at_the_end_of_a_round_win() -> None:
    table = ending([20045, 0])
    assert table.scores == (20000, -45)
    assert result(table).reason is FinalReason.TARGET
    assert result(ending([20045, 21000])).winners == (1,)
    assert ending([20040, 0]).phase == "draw"


@rule("PFH-R38", "PFH-Q40")
def test_a_tie_is_played_off_and_the_first_unequal_round_decides() -> None:
    tied = ending([20100, 20100])
    assert (tied.tie_break, tied.phase) == (True, "draw")
    decided = result(ending([300, 200], tie_break=True))
    assert (decided.winners, decided.reason) == ((0,), FinalReason.TIE_BREAK)


@rule("PFH-Q41", "PFH-Q52")
def test_the_last_round_of_the_lobby_ends_the_game() -> None:
    assert result(ending([300, 200], round=25)).reason is FinalReason.ROUNDS
    shared = result(ending([300, 300], round=25))
    assert (shared.winners, shared.reason) == ((0, 1), FinalReason.SHARED)
    assert ending([300, 200], round=24).phase == "draw"
