"""House Canasta: three players, scoring, and the end of the game."""

from typing import Any

import engine
from engine.model.score import FinalReason, Item
from engine.model.table import Table
from tests.engine.positions import after, at, hands, item, legal, own, refusal, result, total
from tests.engine.rulebook import rule

CLEAN_EIGHTS = "8S 8S 8D 8D 8H 8H 8C"
CLEAN_NINES = "9S 9S 9D 9D 9H 9H 9C"
CLEAN_ACES = "AS AS AD AD AH AH AC"


def house(seats: int, **keys: Any) -> Table:
    return at("house-canasta", seats, **keys)


def ending(scores: list[int], **keys: Any) -> Table:
    """Two players, an empty stock, and hands worth 5 each after the discard."""
    table = house(2, scores=scores, stock="", phase="play", hands=["4C 4D", "4H"], **keys)
    return after(table, "discard 4C")


@rule("HC-R22", "HC-E13", "HC-Q43")
def test_the_four_player_score_of_the_rule_book() -> None:
    table = house(
        4,
        melds=[
            own(CLEAN_EIGHTS, 0, 2),
            own("JS JS JD JD 2S 2D 2H", 0, 2),
            own("3S 3S 3C", 2, 2),
        ],
        red_threes=["3H 3D", "", "3H 3D", ""],
        hands=["", "4C", "AS Jo 5D", "4C"],
    )
    assert total(table, 0) == 1710
    assert total(table.but(grab=(50, 0)), 0) == 1760


@rule("HC-E14", "HC-Q20", "HC-Q18")
def test_the_three_player_split_of_the_rule_book() -> None:
    melds = [
        own(CLEAN_ACES, 0, 3),
        own("9S 9D 2S", 0, 3),
        own("TS TS TD TD TH 2D 2H", 1, 3),
        own("6S 6D 6H", 1, 3),
        own("JS JD JH", 2, 3),
    ]
    held = ["KS 4C", "QS", "Jo 2S"]
    table = house(3, melds=melds, red_threes=["3H", "", ""], hands=held)
    assert [score.total for score in engine.score(table)] == [765, 395, -40]
    split = engine.score(table.but(lone=0))
    assert [score.total for score in split] == [765, 180, 180]
    assert split[1].items[Item.SPLIT] == 180 - 395
    assert all(sum(score.items.values()) == score.total for score in split)


@rule("HC-Q48")
def test_halves_are_rounded_toward_plus() -> None:
    table = house(3, lone=0, hands=["4C", "4C 5C 6C", "4C 5C 6C 7C"])
    assert [total(table, side) for side in (1, 2)] == [-15, -15]


@rule("HC-Q20", "HC-Q22")
def test_the_pool_counts_four_red_threes_together_and_leaves_the_grab_out() -> None:
    table = house(3, lone=0, hands=[""] * 3, red_threes=["", "3H 3D", "3H 3D"], grab=[0, 50, 0])
    assert [total(table, side) for side in (1, 2)] == [450, 400]


@rule("HC-R1", "HC-Q17")
def test_whoever_takes_the_pile_first_plays_alone_against_two_partners() -> None:
    sets = [own("KS KD KH", 1, 3), own("QS QD QH", 2, 3), own("AS AD AH", 0, 3)]
    table = house(3, melds=sets, pile="9H", hands=["9S 9D 4C", "QC 4C 5C", "4C 5C"], stock="8C 8D")
    before = table.but(turn=1, phase="play")
    assert refusal(before, "add 2: QC") == "not_your_meld"
    taken = after(table, "take 9S 9D")
    assert taken.lone == 0
    taken = after(taken, "discard 4C", "draw")
    assert legal(taken, "add 2: QC")
    assert refusal(taken, "add 3: 8C") == "not_your_meld"


@rule("HC-Q17")
def test_a_second_take_changes_nothing() -> None:
    table = house(
        3, lone=2, melds=[own("KS KD KH", 0, 3)], pile="9H", hands=hands(3, s0="9S 9D 4C")
    )
    assert after(table, "take 9S 9D").lone == 2


@rule("HC-Q18")
def test_without_any_take_everybody_scores_alone() -> None:
    table = house(3, hands=["4C", "4C 5C", "4C 5C 6C"])
    assert [score.total for score in engine.score(table)] == [-5, -10, -15]


@rule("HC-Q19")
def test_going_out_before_any_take_makes_a_lone_hand() -> None:
    table = house(3, hands=["", "4C 5C", "4C 5C 6C"])
    assert [score.total for score in engine.score(table, 0)] == [0, -10, -10]


@rule("HC-Q16")
def test_three_players_open_by_their_own_totals() -> None:
    table = house(
        3, lone=0, turn=1, phase="play", scores=[0, 1500, 0], hands=hands(3, s1="AS AD AH 4C")
    )
    assert refusal(table, "meld AS AD AH") == "below_minimum"


@rule("HC-Q3")
def test_in_a_three_player_game_the_grab_is_personal() -> None:
    assert item(house(3, lone=0, grab=[0, 0, 50]), 2, "grab") == 50
    assert item(house(3, lone=0, grab=[0, 0, 50]), 1, "grab") == 0


@rule("HC-Q28")
def test_going_out_pays_nothing_unless_the_house_rule_says_so() -> None:
    assert item(house(2), 0, "out", out=0) == 0
    assert item(house(2, options={"out_bonus": 100}), 0, "out", out=0) == 100


@rule("HC-R2", "HC-Q41", "HC-E15")
def test_exactly_7500_is_not_enough() -> None:
    table = ending([7505, 6900])
    assert (table.scores, table.phase) == ((7500, 6895), "draw")
    table = ending([7510, 6900])
    assert result(table).winners == (0,)
    assert result(table).reason is FinalReason.TARGET


@rule("HC-Q42", "HC-Q47")
def test_of_several_above_the_highest_wins_and_a_tie_is_played_off() -> None:
    assert result(ending([7600, 7700])).winners == (1,)
    tied = ending([7600, 7600])
    assert (tied.tie_break, tied.phase) == (True, "draw")


@rule("HC-Q47")
def test_the_first_unequal_round_decides_a_tie_whatever_the_totals() -> None:
    table = ending([100, 95], tie_break=True)
    assert result(table).reason is FinalReason.TIE_BREAK
    assert ending([100, 100], tie_break=True).phase == "draw"


@rule("HC-Q45", "HC-Q47")
def test_the_last_round_of_the_lobby_ends_the_game_and_may_share_the_win() -> None:
    last = {"round": 30}
    assert result(ending([100, 95], **last)).reason is FinalReason.ROUNDS
    shared = result(ending([100, 100], **last))
    assert (shared.winners, shared.reason) == ((0, 1), FinalReason.SHARED)
    assert ending([100, 95], round=29).phase == "draw"
    assert ending([100, 95], round=3, options={"max_rounds": 3}).phase == "over"


@rule("HC-R2")
def test_scores_add_up_over_the_rounds() -> None:
    table = ending([100, 200])
    assert table.scores == (95, 195)
    assert table.round == 2
