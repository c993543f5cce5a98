"""The second judge of the contract rummies, tested on the worked examples of their rules."""

from typing import Any

import pytest

from tests.judge import Position
from tests.judge.rummy import judge as rummy

BLANK: Position = {
    "seats": 3,
    "round": 1,
    "dealer": 2,
    "turn": 0,
    "phase": "play",
    "hands": ["4C 5D 6H", "4C 5D 6H", "4C 5D 6H"],
    "stock": "8C 8D 8H 8S",
    "pile": "5S",
    "melds": [],
    "taken": "",
    "down": [False, False, False],
    "pennies": [10, 10, 10],
    "purse": [0, 0, 0],
    "bowl": 0,
    "scores": [0, 0, 0],
    "offered": False,
    "offer_to": [],
    "offer_yes": [],
    "reshuffles": 0,
    "turns": [0, 0, 0],
    "known": ["", "", ""],
    "result": None,
}


def letter(**given: Any) -> Position:
    options = {"turn_player_buys": False, "jokers_always_wild": False, "decks_override": 0}
    return {**BLANK, "game": "ten-pennies", "options": options, **given}


def online(**given: Any) -> Position:
    options = {"decks_per_pair": 2, "separate_purse": False}
    return {**BLANK, "game": "ten-pennies-online", "options": options, **given}


def legal(position: Position, move: str, seat: int = 0) -> bool:
    return rummy.refusal(position, seat, move) is None


def lays(position: Position, sets: str) -> bool:
    """Whether a player with these cards and one more may lay these cards."""
    hands = [f"{sets.replace('/', '')} 7S", *position["hands"][1:]]
    return legal({**position, "hands": hands}, f"meld {sets}")


@pytest.mark.parametrize(
    "number,sets,right",
    [
        (1, "8S 8H 8D / KS KH 2C", True),
        (1, "8S 8H 8D / KS 2C 2D", False),
        (1, "2S 2H 2D / 5S 5H 5D", True),
        (1, "KS KH Jo / 5S 5H 5D", False),
        (1, "Jo Jo 2C / 5S 5H 5D", True),
        (2, "KS KH KD 2C", True),
        (2, "KS KH 2C 2D", False),
        (2, "KS KH KD KC KS", False),
        (5, "KS KH KD 2C AC / 9S 9H 9D Jo 2D", True),
        (5, "KS KH 2C AC Jo / 9S 9H 9D 9C 9S", False),
        (5, "AS AH AD 2C Jo / 9S 9H 9D 9C 9S", True),
        (5, "2S 2H AS AH Jo / 9S 9H 9D 9C 9S", False),
        (7, "9S 9H 9D 9C 2S AS Jo", True),
        (7, "9S 9H 9D 2S 2H AS Jo", False),
    ],
)
def test_first_downs_of_ten_pennies(number: int, sets: str, right: bool) -> None:  # TPW-E3 to E6
    assert lays(letter(round=number), sets) is right


@pytest.mark.parametrize(
    "sets,right",
    [("4S 4H 2C", True), ("4S 2C 2D", False), ("2C 2D AS", True), ("2C AS Jo", False)],
)
def test_new_sets_of_who_is_down_in_ten_pennies(sets: str, right: bool) -> None:  # TPW-E7
    assert lays(letter(round=6, down=[True, False, False]), sets) is right


def test_any_number_of_wild_cards_goes_onto_any_set_in_ten_pennies() -> None:  # TPW-E7
    kings = [{"side": 1, "owner": 1, "cards": "KS KH KD KC KS KH"}]
    hands = ["2S 2H 2D AS Jo 9C", *BLANK["hands"][1:]]
    position = letter(round=6, down=[True, True, False], melds=kings, hands=hands)
    assert legal(position, "add 1: 2S 2H 2D AS Jo")


@pytest.mark.parametrize(
    "number,sets,right",
    [
        (1, "KH KS KD / 9C 9D Jo", True),
        (1, "KH KH KS / 9C 9D Jo", False),
        (1, "KH KS 2D / 9C 9D Jo", False),
        (1, "2H 2S 2D / 9C 9D Jo", True),
        (1, "KH Jo Jo / 9C 9D 9S", False),
        (4, "KH KS KD KC Jo", True),
        (4, "KH KS KD Jo Jo", True),
        (4, "KH KS KD KC KH", False),
        (5, "KH Jo Jo AS AH / 9S 9H 9D 9C Jo", True),
        (5, "KH Jo Jo Jo AS / 9S 9H 9D 9C Jo", False),
        (5, "KH KS 2C 2C Jo / 9S 9H 9D 9C Jo", False),
        (5, "AH AS AD AC 2H / 9S 9H 9D 9C Jo", True),
        (7, "9C 9D Jo Jo Jo 2S 2H", True),
        (7, "Jo Jo Jo AS AH 2S 2D", True),
        (7, "Jo Jo Jo Jo AH 2S 2D", False),
    ],
)
def test_first_melds_of_the_online_game(
    number: int, sets: str, right: bool
) -> None:  # TPC-E2 to E5
    assert lays(online(round=number), sets) is right


def test_caps_and_the_ban_of_duplicates_last_in_the_online_game() -> None:  # TPC-E6, E7
    melds = [{"owner": 1, "cards": "AH AS AD"}, {"owner": 1, "cards": "KH KS Jo"}]
    hands = ["AC AS Jo KD", *BLANK["hands"][1:]]
    position = online(down=[True, True, False], melds=melds, hands=hands)
    said = ("add 1: AC", "add 1: AS", "add 2: Jo", "add 2: KD")
    assert [legal(position, move) for move in said] == [True, False, False, True]


@pytest.mark.parametrize("table", [letter, online])
def test_a_lay_off_before_being_down_is_refused(table: Any) -> None:  # TPW-E12, TPC-E11
    kings = [{"owner": 1, "cards": "KH KS KD"}]
    position = table(melds=kings, hands=["KC 4D", *BLANK["hands"][1:]])
    assert rummy.refusal(position, 0, "add 1: KC") in {"TPW-Q16", "TPC-Q15"}


def test_a_free_take_forbids_only_the_discard_of_the_face_taken() -> None:  # TPW-E8, TPW-Q34
    position = letter(phase="draw", offered=True)
    assert rummy.after(position, 0, "take")["pennies"] == [10, 10, 10]
    position = letter(taken="5S", hands=["5S 5S 4C", *BLANK["hands"][1:]])
    assert [legal(position, move) for move in ("discard 5S", "discard 4C")] == [False, True]
    assert legal({**position, "hands": ["5S", *BLANK["hands"][1:]]}, "discard 5S")


def test_the_first_yes_buys_once_all_before_it_have_passed() -> None:  # TPW-E9
    position = letter(phase="offer", offered=True, offer_to=[1], offer_yes=[2], pile="3S 5S")
    brought = rummy.after(position, 1, "pass")
    assert (brought["pennies"], brought["bowl"], brought["phase"]) == ([10, 10, 9], 1, "draw")


def test_a_seat_without_pennies_is_skipped() -> None:  # TPW-E11, TPC-E10
    position = letter(phase="draw", offered=True, pennies=[10, 0, 1])
    assert rummy.after(position, 0, "pass")["offer_to"] == [2]
    position = online(phase="draw", offered=True, pennies=[0, 10, 10])
    assert [legal(position, move) for move in ("buy", "draw")] == [False, True]


@pytest.mark.parametrize("pile,asked", [("3S 3H 3D 3C 4S 4H 4D 4C 6S 5S", [1, 2]), ("5S", [])])
def test_a_buy_for_which_there_are_no_two_cards_is_not_offered(  # TPW-E15
    pile: str, asked: list[int]
) -> None:
    position = letter(phase="draw", offered=True, stock="8C", pile=pile)
    assert rummy.after(position, 0, "pass")["offer_to"] == asked


def test_the_last_card_laid_off_ends_the_round() -> None:  # TPW-E13, TPC-E14
    sixes = [{"owner": 1, "cards": "6S 6H 6C"}]
    for position in (
        letter(melds=sixes, down=[True] * 3, hands=["6H 6D", *BLANK["hands"][1:]]),
        online(melds=sixes, down=[True] * 3, hands=["6D", *BLANK["hands"][1:]]),
    ):
        assert rummy.round_ends(position, 0, f"add 1: {position['hands'][0]}") == "out"


def test_cards_caught_are_counted_in_points_and_pennies() -> None:  # TPW-E14, TPC-E13
    scores = rummy.score(letter(hands=["Jo 2S AS KS 9S 3S", "4S 4H JS", "3S 3H JS Jo AS"]), None)
    assert [(score["total"], score["paid"]) for score in scores] == [(110, 6), (20, 3), (90, 5)]


def test_what_the_chips_cannot_pay_is_owed() -> None:  # TPC-E12
    hands = ["4C", "3S 3H 3D 3C 4S 4H 4D", "9C"]
    position = online(round=7, hands=hands, pennies=[10, 4, 10])
    end = {**position, "pennies": [10, 0, 9], "purse": [0, -3, 0], "scores": [0, 35, 5]}
    end |= {"hands": ["", *hands[1:]], "pile": "5S 4C", "phase": "over"}
    end["result"] = {"winners": [0], "scores": [0, 35, 5], "pennies": [18, 0, 9]}
    assert rummy.settled(position, 0, "discard 4C", end) == []


@pytest.mark.parametrize("dealer,shares", [(0, [0, 11, 10]), (1, [0, 10, 11])])
def test_the_bowl_is_shared_and_the_odd_penny_goes_left_of_the_dealer(  # TPW-Q24, TPC-E15
    dealer: int, shares: list[int]
) -> None:
    hands, turn = ["4C", "3C", "3D"], (dealer + 1) % 3
    position = letter(round=7, dealer=dealer, hands=hands, scores=[500, 0, 5], bowl=18)
    position |= {"turn": turn, "pennies": [0, 0, 0], "down": [True] * 3, "scores": [500, 0, 0]}
    position |= {
        "turns": [99] * 3,
        "hands": [*hands[:turn], f"7C {hands[turn]}", *hands[turn + 1 :]],
    }
    end = {**position, "phase": "over", "bowl": 21, "purse": [-1] * 3, "scores": [505, 5, 5]}
    end |= {"pile": "5S 7C", "hands": hands}
    end["result"] = {"winners": [1, 2], "scores": [505, 5, 5], "pennies": shares}
    assert rummy.settled(position, turn, "discard 7C", end) == []
