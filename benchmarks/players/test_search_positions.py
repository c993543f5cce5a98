"""Tests of `search_positions`: the search's rules, applied to worlds that were played before."""

from itertools import repeat
from pathlib import Path

import pytest

from benchmarks.players.search_positions import (
    JUDGES,
    Position,
    gain,
    kept,
    lines,
    positions,
    searched,
)

WORLDS = JUDGES + 70


def position(*ahead: float) -> Position:
    """Return a decision whose candidates lead by about these points; each world varies a little."""
    gains = [[each + 20.0 * (world % 3 - 1) for world in range(WORLDS)] for each in ahead]
    return Position("draw", ["take"] * len(ahead), len(ahead), [True] * len(ahead), gains)


def test_the_candidate_that_is_ahead_is_chosen_and_gains_what_other_worlds_say():
    best = position(-100.0, 90.0, 30.0)
    assert searched(best, range(3), range(60), rollouts=200) == 1
    assert gain(best, range(3), rollouts=200) == pytest.approx(90.0, abs=10.0)


def test_without_time_enough_or_candidates_the_default_stands():
    best = position(-100.0, 90.0, 30.0)
    assert searched(best, range(3), range(60), rollouts=12) == -1
    assert searched(best, (), range(60), rollouts=200) == -1
    assert gain(best, range(3), rollouts=12) == 0.0


def test_what_only_looks_good_in_a_few_worlds_gains_nothing():
    assert searched(position(-40.0, 0.0), range(2), range(60), rollouts=200) == -1


def test_positions_are_kept_and_only_those_that_are_missing_are_played(tmp_path: Path):
    path, one = tmp_path / "kept.jsonl", position(90.0)
    assert kept(path, repeat(one), 2) == [one, one]
    assert kept(path, iter([position(5.0)]), 3) == [one, one, position(5.0)]
    assert len(path.read_text().splitlines()) == 3


def test_a_position_of_a_round_has_its_candidates_played_in_every_world():
    found = next(positions("classic-canasta:4", 2, 0))
    assert 0 < found.few <= len(found.moves) == len(found.many) == len(found.gains)
    assert found.default not in found.moves
    assert {len(gains) for gains in found.gains} == {2}


def test_more_time_is_compared_with_today_over_the_same_positions():
    rows = list(lines("classic-canasta:4", [position(90.0), position(-40.0)], 60))
    assert len(rows) == 6
    assert "+0.0 ± 0.0" in rows[0]
