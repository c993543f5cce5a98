"""The engine and the second judge of the canasta games give the same answers."""

from random import Random

import pytest

import engine
from tests.judge.asking import Asking
from tests.judge.tally import Tally

GAMES = ("pennies-from-heaven", "house-canasta", "ponytail-canasta", "classic-canasta")
TABLES = [(game, seats) for game in GAMES for seats in engine.GAMES[game].seats]


def agreed(tally: Tally) -> None:
    """Fail with every question that has two answers."""
    assert not tally.differences, "\n".join(map(str, tally.differences))


@pytest.mark.parametrize("game, seats", TABLES)
def test_the_judges_agree_about_rounds_of_computer_players(game, seats):
    asking, random = Asking(game), Random(f"rounds:{game}:{seats}")
    asking.round(seats, random, every=30)
    assert asking.tally.asked["rounds"] == 1
    agreed(asking.tally)


@pytest.mark.parametrize("game, seats", TABLES)
def test_the_judges_agree_where_play_seldom_comes(game, seats):
    asking, random = Asking(game), Random(f"positions:{game}:{seats}")
    for _ in range(12):
        asking.positions(seats, random)
    assert asking.tally.asked["moves made"] > 50
    agreed(asking.tally)


@pytest.mark.parametrize("game, seats", TABLES)
def test_the_judges_agree_whether_a_pile_can_be_taken(game, seats):
    asking, random = Asking(game), Random(f"takes:{game}:{seats}")
    for _ in range(40):
        asking.questions.takes(asking, seats, random)
    assert 0 < asking.tally.asked["empty stocks, to be taken"] < 40
    agreed(asking.tally)
