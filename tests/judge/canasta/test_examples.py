"""The second judge of the canasta games, tested on the worked examples of their rules."""

from typing import Any

import pytest

from tests.judge import Position
from tests.judge.canasta.judge import after, refusal, round_ends, score

FOUR = ("8S " * 7, "9S " * 5 + "2S 2H", "2S " * 7, "7S " * 7)
SEATS = {
    "pennies-from-heaven": (6, 2),
    "house-canasta": (4, 2),
    "ponytail-canasta": (4, 2),
    "classic-canasta": (4, 2),
}


def at(game: str, hand: str = "4C 5D 6H", *own: str, **given: Any) -> Position:
    """A position in which seat 0 plays; `own` are the melds of its side."""
    seats = given.get("seats", SEATS[game][0])
    sides = given.pop("sides", SEATS[game][1])
    melds = [{"side": 0, "owner": 0, "cards": cards.strip()} for cards in own]
    nothing = {"red_threes": [""] * seats, "feet": [""] * seats, "earned": [False] * seats}
    flags = dict.fromkeys(("frozen_upcard", "laid", "asked", "no_out", "played_seventh"), False)
    return {
        **nothing,
        **flags,
        "game": game,
        "seats": seats,
        "options": {},
        "turn": 0,
        "dealer": seats - 1,
        "phase": "play",
        "scores": [0] * sides,
        "hands": [hand, *["4C 5D 6H"] * (seats - 1)],
        "stock": "8C 8D 8H 8S",
        "pile": "5S",
        "melds": melds + given.pop("others", []),
        "locked": "",
        "lone": None,
        "grab": [0] * sides,
        "question": None,
        "down": [False] * seats,
        **given,
    }


def pennies(hand: str, *own: str, **given: Any) -> Position:
    return at("pennies-from-heaven", hand, *own, **given)


def house(hand: str, *own: str, **given: Any) -> Position:
    return at("house-canasta", hand, *own, **given)


def ponytail(hand: str, *own: str, **given: Any) -> Position:
    return at("ponytail-canasta", hand, *own, **given)


def drawing(pile: str, **given: Any) -> dict[str, Any]:
    """Return the keys of a position before the draw."""
    return {"phase": "draw", "pile": pile, **given}


THEIRS = [{"side": 1, "owner": 1, "cards": ("7S " * 7).strip()}]
TYPES = (*FOUR[:2], FOUR[3])

LEGAL = [
    ("PFH-E1", pennies("KS KD Jo 4S 5S"), "meld KS KD Jo"),
    (
        "PFH-E2",
        pennies("QS QD QC AS AD 2S 4S 5S", scores=[5000, 0]),
        "meld QS QD QC / AS AD 2S",
    ),
    ("PFH-E3", pennies("9S 9D Jo 2S 2D 4S 5S"), "meld 9S 9D Jo 2S 2D"),
    ("PFH-E4", pennies("Jo Jo 2S 4S 5S"), "meld Jo Jo 2S"),
    ("PFH-E5", pennies("7S 7S 7D 4S 5S", scores=[-5, 0]), "meld 7S 7S 7D"),
    ("PFH-E7", pennies("QS QH 5S", "8S 8D 8C", **drawing("9S 2S QD")), "take QS QH"),
    ("PFH-E8", pennies("5S 5D", "QS QH QD QC", **drawing("9S JS QD")), "take"),
    (
        "PFH-E9",
        pennies("QS QS QH QH 5D", "QS QH QD QC QC", **drawing("2S QD")),
        "take QS QS / 1: QH QH",
    ),
    ("PFH-E11", pennies("5S 5D 5H KS", *FOUR), "meld 5S 5D 5H"),
    ("PFH-E12", pennies("3S 3S 3C 9S", *FOUR), "meld 3S 3S 3C"),
    ("HC-E2", house("AS AD 2S 4S", scores=[1495, 0]), "meld AS AD 2S"),
    ("HC-E2", house("3S 3C 3C 4S", scores=[-20, 0]), "meld 3S 3C 3C"),
    ("HC-E3", house("9S Jo 4S", "8S 8D 8C", **drawing("5S 9D")), "take 9S Jo"),
    ("HC-E4", house("KS KD 8S 8D 8C", **drawing("4S KC")), "take KS KD / 8S 8D 8C"),
    ("HC-E5", house("KS QS 5S", "KC KC KS", locked="KS 5S"), "discard KS"),
    ("HC-E8", house("2S 2S Jo 4S"), "meld 2S 2S Jo"),
    ("HC-Q8", house("Jo Jo 4S 5S", "8S 8D 8C", **drawing("9S Jo")), "take Jo Jo"),
    ("PT-E4", ponytail("JS Jo 4S 5S", "8S 8D 8C", **drawing("5S JD")), "take JS Jo"),
    ("PT-E5", ponytail("JS JH 4S 5S", "JS JH JD JC", **drawing("2S JD")), "take JS JH"),
    ("PT-E6", ponytail("6S 6D 6C 2S 2S 4S 5S"), "meld 6S 6D 6C 2S 2S"),
    ("PT-E7", ponytail("7S 7S 7D 2S 4S 5S", "8S 8D 8C"), "meld 7S 7S 7D 2S"),
    ("PT-E9", ponytail("AS AD AC", *FOUR), "meld AS AD AC"),
    ("PT-E9", ponytail("3S 3S 3C", *FOUR), "meld 3S 3S 3C"),
    (
        "PT-E10",
        ponytail("KS KS KD KC", "KS KH KD", feet=["4S 5S 6S", "", "", ""]),
        "add 1: KS KS KD KC",
    ),
]
ILLEGAL = [
    ("PFH-E1", pennies("4S 4S 4D 4C 9S"), "meld 4S 4S 4D 4C"),
    ("PFH-E3", pennies("2H 4S 5S", "9S 9D Jo 2S 2D"), "add 1: 2H"),
    ("PFH-E4", pennies("KS 4S 5S", "Jo Jo 2S"), "add 1: KS"),
    ("PFH-E5", pennies("7S 7D 2S 9S 9D", "8S 8D 8C"), "meld 7S 7D 2S"),
    ("PFH-E6", pennies("7S 4S", FOUR[3]), "discard 7S"),
    ("PFH-E6", pennies("7S", *FOUR, others=THEIRS), "discard 7S"),
    ("PFH-E7", pennies("QS Jo 5S", "8S 8D 8C", **drawing("9S 2S QD")), "take QS Jo"),
    ("PFH-E9", pennies("QS QH 5S", "QS QH QD QC QC", **drawing("2S QD")), "take QS QH"),
    ("PFH-E10", pennies("3S 3S 5S", "8S 8D 8C", **drawing("9S 3C")), "take 3S 3S"),
    ("PFH-E11", pennies("5S 5D 5H 5C", *FOUR), "meld 5S 5D 5H 5C"),
    ("PFH-E12", pennies("3S 3S 3C 9S", *TYPES), "meld 3S 3S 3C"),
    ("PFH-E12", pennies("3S 3C 2S 9S", *FOUR), "meld 3S 3C 2S"),
    ("HC-E2", house("AS AD 2S 4S", scores=[1500, 0]), "meld AS AD 2S"),
    ("HC-E3", house("Jo 2S 4S", "8S 8D 8C", **drawing("5S 9D")), "take Jo 2S"),
    ("HC-E3", house("9S 4S 5S", "9S 9D 9C", **drawing("5S 9D")), "take 9S"),
    ("HC-E4", house("KS KD 4S", **drawing("AS AD AC KC")), "take KS KD"),
    ("HC-E5", house("KS QS 5S", "KC KC KS", locked="KS 5S"), "add 1: KS"),
    ("HC-E6", house("3S 3C 4S", **drawing("5S 3S")), "take 3S 3C"),
    ("HC-E7", house("KS KD KC 2S 2S 2D Jo 4S"), "meld KS KD KC 2S 2S 2D Jo"),
    ("HC-E8", house("KS 4S", "2S 2S Jo"), "add 1: KS"),
    ("HC-Q8", house("Jo Jo KS 4S 5S", "8S 8D 8C", **drawing("9S Jo")), "take Jo Jo KS"),
    ("HC-E11", house("QS QD QC"), "meld QS QD QC"),
    ("PT-E3", ponytail("4S " * 7 + "9S 9D"), "meld " + ("4S " * 7).strip()),
    ("PT-E4", ponytail("JS Jo 4S 5S", "8S 8D 8C", **drawing("2S JD")), "take JS Jo"),
    ("PT-E5", ponytail("JS JH 4S 5S", "JS JH JD JC JC", **drawing("2S JD")), "take JS JH"),
    ("PT-E6", ponytail("6S 6D 2S 2S 4S 5S", "8S 8D 8C"), "meld 6S 6D 2S 2S"),
    ("PT-E8", ponytail("AS", *FOUR[:3]), "discard AS"),
    ("PT-E9", ponytail("3S 3S 3C 4S 5S", *FOUR[:3]), "meld 3S 3S 3C"),
    ("PT-E11", ponytail("KS 4S 5S", "KS " * 7), "add 1: KS"),
    ("PT-E11", ponytail("KS 4S 5S", "KS " * 7, **drawing("9S KD")), "take KS"),
]


@pytest.mark.parametrize("rule, position, move", LEGAL)
def test_what_the_examples_call_legal_the_judge_calls_legal(rule, position, move):
    assert refusal(position, 0, move) is None, rule


@pytest.mark.parametrize("rule, position, move", ILLEGAL)
def test_what_the_examples_call_illegal_the_judge_calls_illegal(rule, position, move):
    assert refusal(position, 0, move) is not None, rule


def test_a_foot_is_picked_up_after_the_discard_and_its_red_three_replaced():
    """PFH-E13."""
    foot = "9S 9D 9C TS TD TC JS JD JC QS 3H"
    position = pennies("4S 5S", "KS " * 7, feet=[foot, *[""] * 5], played_seventh=True)
    then = after(position, 0, "discard 4S")
    assert set(then["hands"][0].split()) == {"5S", "8C", *foot.split()} - {"3H"}
    assert then["red_threes"][0] == "3H"


def test_a_hand_of_barred_sevens_ends_the_round():
    """PFH-E14."""
    position = pennies("7S 7S 7S 7S", "7S 7S 7S 7S")
    assert round_ends(position, 0, "add 1: 7S 7S 7S") == "sevens"


def test_a_stock_without_cards_and_a_pile_that_nobody_can_take_end_the_round():
    """PFH-E15, HC-E12."""
    assert round_ends(pennies("4S 5S 6S", stock=""), 0, "discard 4S") == "stock"
    assert round_ends(house("4S 5S 6S", stock=""), 0, "discard 4S") == "stock"


def test_a_player_of_two_canastas_goes_out_and_a_player_of_one_floats():
    """HC-E10."""
    assert round_ends(house("4S", FOUR[0], FOUR[1]), 0, "discard 4S") == "out"
    assert round_ends(house("4S", FOUR[0]), 0, "discard 4S") is None


def test_scores_are_those_of_the_examples():
    """PFH-E16, PFH-E17, HC-E13, PT-E12, PT-E13."""
    cards = ("KS " * 7, "QS QS QS QS 2S 2S 2S", "Jo Jo 2S 2S 2S 2S 2S", "7S " * 7, "AS AD AC")
    first = pennies(
        "",
        *(*cards, "3S 3S 3C"),
        hands=["", "", "8S 5S Jo", "", "QS 6S", ""],
        feet=["KS KS 9S 4S 4S 6S 2S AS 3S 3H 3D", *[""] * 5],
        red_threes=["3H", "", "3H 3H", "", "", ""],
    )
    assert score(first, 0)[0] == {
        "total": 3810,
        "cards": 480,
        "canastas": 3300,
        "out": 100,
        "red_threes": 100,
        "hands": -80,
        "feet": -90,
    }
    side = ("8S " * 7, "JS JS JS JS 2S 2S 2S", "3S 3C 3C")
    partners = house(
        "", *side, hands=["", "", "AS Jo 5S", ""], red_threes=["3H 3H 3H 3H", *[""] * 3]
    )
    assert score(partners, None)[0]["total"] == 570 + 400 + 15 + 800 - 75
    melds = (
        "KS " * 7,
        "QS QS QS QS 2S 2S 2S",
        "7S " * 7,
        "Jo Jo Jo 2S 2S 2S 2S",
        "8S " * 5 + "2S 2S",
    )
    out = ponytail(
        "",
        *(*melds, "AS AD AC"),
        hands=["", "", "3S KS 4S", ""],
        red_threes=["3H " * 5, "", "", ""],
    )
    assert score(out, 0)[0]["total"] == 9770


def test_two_of_three_players_share_what_both_made():
    """HC-E14."""
    melds = (
        *((0, "AS " * 7), (0, "9S 9D 2S"), (1, "TS TS TS TS TS 2S 2S"), (1, "6S 6D 6C")),
        (2, "JS JD JC"),
    )
    position = house(
        "KS 4S",
        seats=3,
        sides=3,
        others=[{"side": s, "owner": s, "cards": cards.strip()} for s, cards in melds],
        hands=["KS 4S", "QS", "Jo 2S"],
        red_threes=["3H", "", ""],
        lone=0,
    )
    assert [each["total"] for each in score(position, None)] == [765, 180, 180]
    alone = {**position, "lone": None}
    assert [each["total"] for each in score(alone, None)] == [765, 395, -40]


def test_going_out_in_classic_canasta_is_concealed_only_for_who_laid_nothing_before():
    """CC-R12."""
    position = at("classic-canasta", "", "KS " * 7, hands=["", "4S", "4S", "4S"])
    assert score(position, 0)[0]["out"] == 200
    assert score({**position, "down": [True, False, False, False]}, 0)[0]["out"] == 100
