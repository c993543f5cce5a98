"""The second judge of the canasta games: totals, the end of a game, the next deal."""

from typing import Any

import pytest

import engine
from tests.judge import Position
from tests.judge.canasta import judge as canasta

LAST: Position = {
    "game": "house-canasta",
    "seats": 2,
    "turn": 0,
    "phase": "play",
    "hands": ["4S", "4S 5S"],
    "melds": [
        {"side": 0, "owner": 0, "cards": "8S 8S 8S 8S 8D 8D 8D"},
        {"side": 0, "owner": 0, "cards": "9S 9S 9S 9S 9D 9D 9D"},
    ],
}


def settled(spoilt: dict[str, Any], **given: Any) -> list[str]:
    """Return the faults that the judge finds in a round's end, changed by `spoilt`."""
    table = engine.from_position({**LAST, **given})
    after = engine.position(engine.play(table, 0, "discard 4S"))
    return canasta.settled(engine.position(table), 0, "discard 4S", {**after, **spoilt})


def test_the_next_deal_and_the_totals_are_as_the_judge_expects():
    assert settled({}) == []


def test_a_game_ends_above_its_target_and_not_at_it():
    """HC-R2, HC-Q41, HC-E15: 1,140 points for the round."""
    assert settled({}, scores=[6370, 0]) == []
    assert settled({}, scores=[6360, 0]) == []
    assert settled({"result": None}, scores=[6370, 0])


@pytest.mark.parametrize(
    "spoilt",
    [
        {"scores": [0, 0]},
        {"dealer": 1},
        {"stock": "4S"},
        {"hands": ["4S", "5S"]},
        {"pile": "4S 5S"},
        {"grab": [50, 50]},
        {"melds": LAST["melds"]},
    ],
)
def test_what_is_wrong_after_a_round_is_noticed(spoilt):
    assert settled(spoilt)
