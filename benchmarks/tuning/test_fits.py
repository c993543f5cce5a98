"""Tests that each fit recovers the values from which its data was generated."""

from random import Random

import numpy as np
import pytest

from benchmarks.tuning.buying import SEEN, all_pennies, line, offers
from benchmarks.tuning.pennies import Game, ahead, best_fit, points
from engine.earlier_rules import settled_rules
from engine.players.rummy.buying import penny_worth
from engine.players.tuned.hard import hard_style
from engine.rummy.variant import ROUNDS

FOUR = ("ten-pennies", 4)


def weights():
    found = hard_style(settled_rules(*FOUR)).rummy.buying
    assert found is not None
    return found


def game(number, rng):
    """Return a game in which each seat's final score is minus the value of its pennies."""
    pennies = [rng.randrange(11) for _ in range(4)]
    scores = [-round(1000 * all_pennies(weights(), number - 1, each)) for each in pennies]
    return Game(number, pennies, scores)


def test_the_fit_finds_what_pennies_are_worth():
    rng = Random(1)
    games = [game(2 + place % (ROUNDS - 1), rng) for place in range(600)]
    fit = best_fit(games, points(games))
    assert fit.lasting == weights().lasting
    assert fit.worths == pytest.approx([1000 * each for each in weights().pennies[::-1]], rel=0.02)


def test_a_seat_is_ahead_of_the_mean_of_the_others():
    assert list(ahead([30, 0, 0])) == pytest.approx([30, -15, -15])


def test_all_pennies_are_worth_what_each_of_them_is():
    assert all_pennies(weights(), 3, 2) == penny_worth(weights(), 3, 1) + penny_worth(
        weights(), 3, 2
    )


def test_a_line_is_found_again_from_many_offers():
    rng = Random(2)
    seen = np.array([[1.0, rng.random(), 4 * rng.random()] for _ in range(5000)])
    assert line(seen, seen @ [-3.0, 20.0, 5.0]) == pytest.approx([-3.0, 20.0, 5.0], abs=0.1)


def test_an_offer_is_played_on_both_ways_and_the_same_again():
    first, again = (list(offers(FOUR, 1, weights())) for _ in range(2))
    assert first == again
    assert any(each.gain for each in first)
    assert all(len(each.sights) == len(SEEN) for each in first)
