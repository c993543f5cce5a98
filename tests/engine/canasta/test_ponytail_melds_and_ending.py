"""Ponytail Canasta: melds, the ponytail, going out, scoring and the end of the game."""

from typing import Any

import pytest

import engine
from engine.model.events import RoundEnded
from engine.model.score import FinalReason
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
    result,
    total,
)
from tests.engine.rulebook import rule

RED = "KS KS KD KD KH KH KC"
BLACK = "QS QS QD QD 2S 2D 2H"
SEVENS = "7S 7S 7D 7D 7H 7H 7C"
WILD = "Jo Jo Jo 2S 2S 2D 2D"
FOUR = (RED, BLACK, SEVENS, WILD)
PONIES = ["8S 9S", "TS", "8D 3H", "TD"]


def play(hand: str, *cards: str, **keys: Any) -> Table:
    """Seat 0 of four in the play phase; side 0 has these melds."""
    melds = [meld(c) for c in cards or ("AS AD AH",)]
    return at(
        "ponytail-canasta",
        4,
        **{"hands": hands(4, s0=hand), "phase": "play", "melds": melds, **keys},
    )


@rule("PT-R18")
def test_melds_belong_to_the_side_and_never_grow_on_opponents() -> None:
    table = play(
        "KC QC 4C 5C", melds=[{"side": 0, "owner": 2, "cards": "KS KD KH"}, meld("QS QD QH", 1)]
    )
    assert legal(table, "add 1: KC")
    assert refusal(table, "add 2: QC") == "not_your_meld"
    assert refusal(table, "meld KC QC 4C") == "mixed_ranks"


@rule("PT-R19", "PT-E6")
@pytest.mark.parametrize(
    "cards,code",
    [
        ("6S 6D 2S 2D", "wilds_outnumber"),
        ("6S 6D 6H 2S 2D", ""),
        ("6S 6D 6H 6C 2S 2D 2H", ""),
        ("6S 6D 6H 2S 2D 2H", "wilds_outnumber"),
        ("6S 6D 6H 6C 6S 2S 2D 2H Jo", "too_many_wilds"),
    ],
)
def test_naturals_outnumber_wilds_at_all_times(cards: str, code: str) -> None:
    table = play("6S 6S 6D 6H 6C 2S 2D 2H Jo 4C 5C")
    assert refusal(table, f"meld {cards}") == code


@rule("PT-R20", "PT-E11", "PT-Q16")
def test_a_canasta_is_closed_and_a_new_meld_of_the_rank_may_start() -> None:
    table = play("KS KD KH KC 4C 5C", RED)
    assert refusal(table, "add 1: KS") == "meld_closed"
    assert legal(table, "meld KS KD KH")
    assert refusal(after(table, "meld KS KD KH"), "meld KC KC KC") != ""
    eight = play("KS KS KD KD KH KH KC KC 4C 5C")
    assert refusal(eight, "meld KS KS KD KD KH KH KC KC") == "meld_full"
    assert refusal(play("JS JD JH 4C 5C", "JS JD JH"), "meld JS JD JH") == "already_open"


@rule("PT-R21", "PT-E3", "PT-Q19", "PT-Q20")
@pytest.mark.parametrize(
    "score,text,code",
    [
        (-40, "meld 4S 4D 4H", ""),
        (0, "meld 4S 4S 4D 4D 4H 4H 4C", "below_minimum"),
        (0, "meld 4S 4S 4D 4D 4H 4H 4C / AS AD AH", ""),
        (14995, "meld AS AD AH", ""),
        (15000, "meld AS AD AH", "below_minimum"),
        (15000, "meld AS AD AH / QS QD QH", ""),
        (29995, "meld AS AD AH / QS QD QH", ""),
        (30000, "meld AS AD AH / QS QD QH", "below_minimum"),
        (30000, "meld AS AD AH Jo / QS QD QH", ""),
    ],
)
def test_the_initial_meld_counts_card_values_only(score: int, text: str, code: str) -> None:
    hand = "4S 4S 4D 4D 4H 4H 4C AS AD AH QS QD QH Jo 5C 6C"
    assert refusal(play(hand, melds=[], scores=[score, 0]), text) == code


@rule("PT-R22")
@pytest.mark.parametrize("cards,bonus", [(RED, 500), (BLACK, 300), (SEVENS, 5000), (WILD, 2500)])
def test_the_four_canastas_and_their_bonuses(cards: str, bonus: int) -> None:
    assert item(play("4C", cards), 0, "canastas") == bonus


@rule("PT-Q10", "PT-E7")
def test_wild_melds_are_a_rank_of_their_own() -> None:
    table = after(play("2S 2D Jo KS 4C 5C"), "meld 2S 2D Jo")
    assert item(table, 0, "cards") == 60 + 90
    assert refusal(table, "add 2: KS") == "wrong_rank"


@rule("PT-Q11", "PT-Q12", "PT-E7")
def test_a_seven_with_a_wild_is_an_ordinary_black_canasta() -> None:
    mixed = "7S 7D 7H 7C 7S 7D 2S"
    assert legal(play("7S 7D 7H 2S 4C 5C"), "meld 7S 7D 7H 2S")
    assert item(play("4C", mixed), 0, "canastas") == 300
    assert refusal(play("4C", RED, BLACK, WILD, mixed), "discard 4C") == "not_ready"
    pure = play("7S 7D 7H 2S 4C 5C", options={"pure_sevens_only": True})
    assert refusal(pure, "meld 7S 7D 7H 2S") == "pure_sevens"
    assert refusal(play("4C", SEVENS, BLACK, WILD), "discard 4C") == "not_ready"


@rule("PT-R13", "PT-Q17", "PT-E9", "PT-R12")
def test_black_threes_are_melded_in_going_out_only() -> None:
    table = play("3S 3S 3C", *FOUR)
    ended = engine.decide(table, 0, "meld 3S 3S 3C")
    assert RoundEnded("out", 0) in ended
    assert refusal(play("3S 3S 3C 4C 5C", *FOUR), "meld 3S 3S 3C") == "black_threes_late"
    assert refusal(play("3S 3S 3C"), "meld 3S 3S 3C") == "not_ready"
    assert legal(play("3S 3S 3C 4C", *FOUR), "meld 3S 3S 3C")
    assert refusal(play("3S 3C 2S 4C", *FOUR), "meld 3S 3C 2S") == "pure_black_threes"


@rule("PT-Q17")
def test_black_threes_make_one_group_however_many_there_are() -> None:
    table = play("3S 3S 3S 3S 3S 3C 3C 3C 3C 3C", *FOUR)
    assert refusal(table, "meld 3S 3S 3S 3S 3S 3C 3C / 3C 3C 3C") == "black_threes_full"
    assert refusal(table, "meld 3S 3S 3S 3S 3S / 3C 3C 3C 3C 3C") == "already_open"
    assert legal(play("3S 3S 3S 3S 3S 3C 3C 4C", *FOUR), "meld 3S 3S 3S 3S 3S 3C 3C")


@rule("PT-R12", "PT-Q17", "PT-Q51")
def test_whoever_melds_black_threes_picks_up_no_ponytail_after_them() -> None:
    keys: dict[str, Any] = {"options": {"manual_pony": True}, "earned": [True, *[False] * 3]}
    table = play("3S 3S 3C 9D", *FOUR, feet=["8S 9S", "", "", ""], **keys)
    assert legal(table, "foot")
    melded = after(table, "meld 3S 3S 3C")
    assert refusal(melded, "foot") == "foot_stays"
    assert "foot" not in [engine.write(move) for move in engine.legal(melded, 0)]
    assert RoundEnded("out", 0) in engine.decide(melded, 0, "discard 9D")


@rule("PT-R12", "PT-Q17", "PT-Q23")
def test_no_black_threes_are_melded_where_a_ponytail_comes_with_them() -> None:
    first = " / ".join(FOUR)
    hand = f"{' '.join(FOUR)} 3S 3S 3C 9D"
    waits = play(hand, feet=["8S 9S", "", "", ""])
    assert refusal(waits, f"meld {first} / 3S 3S 3C") == "black_threes_late"
    assert legal(play(hand), f"meld {first} / 3S 3S 3C")


@rule("PT-Q45")
def test_a_last_meld_of_black_threes_needs_no_discard() -> None:
    assert "RoundEnded" in happens(play("3S 3S 3C", *FOUR), "meld 3S 3S 3C")


@rule("PT-R23", "PT-Q21", "PT-Q22", "PT-E5")
def test_the_first_canasta_brings_the_ponytails_of_the_side_at_once() -> None:
    table = after(play("KC 4C 5C", "KS KS KD KD KH KH", feet=PONIES), "add 1: KC")
    assert held(table, 0) == "4C 5C 8S 9S"
    assert held(table, 2) == "3H 4C 5D 6H 8D"
    assert [len(foot) for foot in table.feet] == [0, 1, 0, 1]
    assert legal(table, "discard 8S")


@rule("PT-Q21")
def test_a_later_canasta_brings_nothing() -> None:
    table = play("KC 4C 5C", "KS KS KD KD KH KH", BLACK, feet=PONIES)
    assert happens(table, "add 1: KC") == ["Melded"]


@rule("PT-Q22", "PT-E15")
def test_a_red_three_in_the_partners_ponytail_waits_for_its_turn() -> None:
    table = after(play("KC 4C 5C", "KS KS KD KD KH KH", feet=PONIES), "add 1: KC", "discard 4C")
    assert item(table, 0, "red_threes") == -100
    table = after(table, "draw", "discard 4C")
    assert (table.turn, len(table.red_threes[2])) == (2, 1)
    assert len(table.hands[2]) == 5


@rule("PT-Q47")
def test_a_red_three_in_the_own_ponytail_is_laid_and_replaced_at_once() -> None:
    feet = ["3H 9S", "", "", ""]
    table = after(play("KC 4C 5C", "KS KS KD KD KH KH", feet=feet, stock="TC TD"), "add 1: KC")
    assert held(table, 0) == "4C 5C 9S TC"


@rule("PT-Q22", "PT-Q51")
def test_by_house_rule_the_ponytail_is_picked_up_by_hand() -> None:
    keys = {"options": {"manual_pony": True}, "feet": PONIES}
    table = after(play("KC 4C 5C", "KS KS KD KD KH KH", **keys), "add 1: KC")
    assert held(table, 0) == "4C 5C"
    assert legal(table, "foot", seat=0)
    assert legal(table, "foot", seat=2)
    assert refusal(table, "foot", seat=1) == "no_foot_due"
    waiting = after(table, "discard 4C")
    assert legal(waiting, "foot", seat=0)
    assert refusal(waiting.but(turn=0), "foot", seat=0) == "foot_later"


@rule("PT-Q22", "PT-Q51")
def test_whoever_has_earned_a_ponytail_and_not_picked_it_up_is_asked_when_they_want_it() -> None:
    keys = {"options": {"manual_pony": True}, "feet": PONIES}
    for earned in ([True, False, True, False], [True] * 4):
        table = play("KC 4C 5C", "KS KS KD KD KH KH KC", earned=earned, **keys)
        asked = [one.seat for one in engine.pending(table) if one.kind == "foot"]
        assert asked == [seat for seat in range(4) if earned[seat]]


@rule("PT-Q23", "PT-E10", "PT-Q49")
def test_the_first_canasta_may_empty_the_hand_for_the_ponytail() -> None:
    table = after(play("KS KD KH KC", "KS KD KH", feet=PONIES), "add 1: KS KD KH KC")
    assert (held(table, 0), table.phase) == ("8S 9S", "play")
    assert refusal(play("KS KD KH", "KS KD KH", feet=PONIES), "add 1: KS KD") == "not_ready"
    assert refusal(play("KS KD KH KC", "KS KD KH"), "add 1: KS KD KH KC") == "not_ready"
    by_hand = play("KS KD KH KC", "KS KD KH", feet=PONIES, options={"manual_pony": True})
    by_hand = after(by_hand, "add 1: KS KD KH KC")
    assert engine.pending(by_hand)[0].default == engine.read("foot", by_hand)


@rule("PT-Q49", "PT-Q50")
def test_a_take_that_completes_the_first_canasta_brings_the_ponytail_after_it() -> None:
    table = play("KS KD", "KS KD KH KC", feet=PONIES, phase="draw", pile="KH")
    assert happens(table, "take KS KD") == ["PileTaken", "FootPickedUp", "FootPickedUp"]
    bundle = play(
        "QS QS KD KS 4C", "QS QD QH QC QH", "KS KD KH", feet=PONIES, phase="draw", pile="KC"
    )
    assert happens(bundle, "take KS KD / 1: QS QS")[1] == "FootPickedUp"


@rule("PT-R24", "PT-E9")
def test_going_out_by_melding_everything_or_by_a_last_discard() -> None:
    assert RoundEnded("out", 0) in engine.decide(play("AS AD AH", *FOUR), 0, "meld AS AD AH")
    assert RoundEnded("out", 0) in engine.decide(play("4C", *FOUR), 0, "discard 4C")
    assert item(play("", *FOUR), 0, "out", out=0) == 200


@rule("PT-R25", "PT-Q13", "PT-E8")
@pytest.mark.parametrize("missing", [0, 1, 2, 3])
def test_all_four_canastas_are_required(missing: int) -> None:
    three = [cards for number, cards in enumerate(FOUR) if number != missing]
    assert refusal(play("4C", *three), "discard 4C") == "not_ready"
    assert refusal(play("AS AD AH 4C", *three), "meld AS AD AH") == "not_ready"
    assert legal(play("4C 5C", *three), "discard 4C")


@rule("PT-Q34")
def test_no_play_may_leave_a_hand_without_a_card_after_the_discard() -> None:
    assert refusal(play("AS AD AH 4C", "KS KD KH"), "meld AS AD AH") == "not_ready"
    assert legal(play("AS AD AH 4C 5C", "KS KD KH"), "meld AS AD AH")


@rule("PT-Q36")
def test_nobody_asks_leave_to_go_out() -> None:
    assert refusal(play("AS AD AH", *FOUR), "ask 2: meld AS AD AH") == "not_in_this_game"


@rule("PT-R27", "PT-E12", "PT-Q14", "PT-Q15", "PT-Q39", "PT-Q42")
def test_the_score_of_a_side_that_went_out() -> None:
    melds = [RED, BLACK, SEVENS, "Jo Jo Jo 2S 2S 2D 2D", "8S 8D 8H 8C 8S 2S 2D", "AS AD AH"]
    table = play(
        "", *melds, hands=["", "4C", "3S KC 4C", "4C"], red_threes=["3H 3D 3H", "", "3H 3D", ""]
    )
    score = engine.score(table, 0)[0]
    assert score.items == {
        "cards": 585,
        "canastas": 8600,
        "out": 200,
        "red_threes": 500,
        "hands": -115,
        "feet": 0,
        "grab": 0,
    }
    assert score.total == 9770


@rule("PT-R27", "PT-E13", "PT-Q26", "PT-Q27", "PT-Q28")
def test_the_score_of_a_side_without_a_canasta() -> None:
    table = play(
        "",
        "9S 9D 9H Jo",
        hands=["AS AD 2S 3S", "", "3H 5S 5D", ""],
        feet=["Jo 2S KS KD 4S 4D 5C 3H", "", "Jo Jo KS KD", ""],
    )
    assert item(table, 0, "feet") == -105 - 120
    assert total(table, 0) == -515


@rule("PT-Q28")
def test_red_threes_laid_never_count_against_a_side() -> None:
    table = at("ponytail-canasta", 4, red_threes=["3H 3D", "", "", ""])
    assert item(table, 0, "red_threes") == 200


@rule("PT-Q44")
def test_the_colour_of_a_canasta_is_its_kind_and_no_more() -> None:
    reds = play("4C", "KH KH KH KH KD KD KD")
    assert item(reds, 0, "canastas") == item(play("4C", "KS KS KS KS KC KC KC"), 0, "canastas")


def ending(scores: list[int], **keys: Any) -> Table:
    """The stock is empty and the next player cannot take the pile; the hands are equal."""
    table = play(
        "4C 4C 5D 6H",
        melds=[],
        hands=hands(4, s0="4C 4C 5D 6H"),
        stock="",
        pile="3S",
        scores=scores,
        **keys,
    )
    return after(table, "discard 4C")


@rule("PT-R28", "PT-E14", "PT-Q41")
def test_fifty_thousand_or_four_hands_end_the_game() -> None:
    assert ending([48230, 0], round=2).scores == (48200, -30)
    assert ending([48230, 0], round=2).phase == "draw"
    assert result(ending([50030, 0], round=3)).reason is FinalReason.TARGET
    assert result(ending([51000, 52000])).winners == (1,)
    last = result(ending([31030, 29530], round=4))
    assert (last.scores, last.winners, last.reason) == ((31000, 29500), (0,), FinalReason.ROUNDS)


@rule("PT-Q40")
def test_a_tie_is_a_shared_win() -> None:
    shared = result(ending([300, 300], round=4))
    assert (shared.winners, shared.reason) == ((0, 1), FinalReason.SHARED)
    assert result(ending([50100, 50100])).winners == (0, 1)


@rule("PT-Q43")
def test_the_cutting_bonus_comes_with_the_score_of_the_hand() -> None:
    table = play("AS AD AH 4C 5C", melds=[], scores=[14995, 0], grab=[100, 0])
    assert legal(table, "meld AS AD AH")
    assert item(table, 0, "grab") == 100
    assert on_table(after(table, "meld AS AD AH"), 1) == "AS AH AD"
