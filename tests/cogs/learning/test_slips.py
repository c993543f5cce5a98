"""Tests of the coach after a clear blunder: its cost, the better move, and the offer to undo."""

from typing import Any

import pytest

import engine
from cogs.lessons.slip import Slip, slip_of, without_slip
from tests.cogs.learning.test_coach import DOWN, seen
from tests.cogs.lessons.practice_positions import practising
from tests.simulator import Shown

OTHERS = ["5D 6H 7S 8C"] * 3
PLAY: dict[str, Any] = {"phase": "play", "pile": "4S", **DOWN}


def plain(shown: Shown) -> str:
    return shown.text.replace("\ufe0e", "")


@pytest.mark.parametrize(
    "position, move, kind",
    [
        ({**PLAY, "hand": "2C 9C JD 5H"}, "discard 2C", "wild"),
        ({**PLAY, "hand": "KC 9C JD 5H 6H 7H"}, "discard KC", "unlaid"),
        ({**PLAY, "hand": "2C Jo 9C JD 5H 6H"}, "add 1: 2C", "spent"),
        ({"hand": "QS QH 4C 5D", "pile": "5S 6S 7S 8S 9S TS JS QC", **DOWN}, "draw", "left"),
    ],
)
def test_a_clear_blunder_is_noticed(position: dict[str, Any], move: str, kind: str) -> None:
    at = seen(**position)
    made = engine.read(move, at.view)
    slip = slip_of(at, (made,))
    assert slip is not None
    assert slip.key == kind


def test_the_advised_move_is_no_blunder() -> None:
    for position in ({**PLAY, "hand": "2C 9C JD 5H"}, {"hand": "QS QH 4C", **DOWN}):
        at = seen(**position)
        assert at.judged.first is not None
        assert slip_of(at, (at.judged.first.move,)) is None


def test_a_slip_is_remembered_as_numbers() -> None:
    slip = Slip(2, 9, 40, 4, 17)
    assert Slip.read({"table": 7, **slip.remembered()}) == slip
    assert without_slip({"table": 7, **slip.remembered()}) == {"table": 7}
    assert Slip.read({"table": 7}) is None


async def test_a_thrown_wild_card_is_told_with_the_better_card(simulator):
    ann = simulator.members[0]
    hands = ["2C 9C JD 5H", *OTHERS]
    shown = await practising(simulator, ann, **PLAY, hands=hands)
    simulator.bot.services.computers.pause = 60
    better = next(label for label in shown.labels if label.startswith("Discard "))
    await ann.choose(shown, "drop", ["2♣\ufe0e"])
    assert "That was a wild card: 20 points" in shown.text
    assert better.removeprefix("Discard ") in shown.text
    assert "Take it back" not in shown.labels  # The turn has passed.


async def test_wild_cards_that_were_spent_can_be_taken_back(simulator):
    ann = simulator.members[0]
    hands = ["2C Jo 9C JD 5H 6H", *OTHERS]
    shown = await practising(simulator, ann, **PLAY, hands=hands)
    shown = (await ann.slash("move", text="add 1: 2C")).message
    assert "You spent 1 wild card" in shown.text
    assert "Take it back" in shown.labels
    await ann.press(shown, "Take it back")
    assert "You spent" not in shown.text
    assert "2♣" in plain(shown)


async def test_who_takes_the_pile_with_a_card_is_told_after_it(simulator):
    ann = simulator.members[0]
    hands = ["9C JD 5H 4C", "9S 9H 4C 5D 6C 7C", "5D 6H 7S", "5D 6H 7S"]
    pile = "4S 5S 6S 7S TS TD"
    theirs = {"side": 1, "owner": 1, "cards": "QS QH QD"}
    lying: dict[str, Any] = {"melds": [*DOWN["melds"], theirs], "down": [True] * 4}
    await practising(simulator, ann, phase="play", pile=pile, hands=hands, **lying)
    after = (await ann.slash("move", text="discard 9C")).message
    await simulator.wait(5)
    assert "cards with your 9♣" in plain(after)
