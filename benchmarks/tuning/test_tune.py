"""Tests of the tuning: the weights that it tries, their gain, and how a run continues."""

import json
from argparse import Namespace
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks.players.untuned_weights import before
from benchmarks.tuning.tune import CANASTA_STEPS, NEAR, RUMMY_STEPS, Course, duel, knobs_of, tuned
from engine.earlier_rules import settled_rules
from engine.players.tuned.hard import hard_style

CLASSIC = ("classic-canasta", 4)


@pytest.mark.parametrize(
    "game, steps", [(CLASSIC, CANASTA_STEPS), (("ten-pennies", 2), RUMMY_STEPS)]
)
def test_a_course_begins_at_the_hard_levels_weights_of_today(game, steps):
    rules = settled_rules(*game)
    start, today = knobs_of(rules).at([0.0] * len(steps)), hard_style(rules)
    canasta = steps is CANASTA_STEPS
    first, then = (asdict(style.canasta if canasta else style.rummy) for style in (start, today))
    changed = {name for name, number in then.items() if first[name] != number}
    assert changed <= set(NEAR)


def test_whole_numbers_stay_whole_and_are_never_negative():
    knobs = knobs_of(settled_rules(*CLASSIC))
    far = knobs.numbers([-9.0] * len(knobs.steps))
    assert far["kept"] == 0
    assert isinstance(far["kept"], int)
    assert far["drawn"] < 0


def test_a_style_gains_nothing_against_itself():
    style = before(settled_rules(*CLASSIC))
    assert duel(CLASSIC, "tuning", 3, style, style) == 0


def test_a_course_goes_on_where_it_stopped(tmp_path: Path):
    wish = Namespace(game=CLASSIC[0], seats=4, minutes=1, generations=2, deals=1)
    with ProcessPoolExecutor(1) as pool:
        for _ in range(2):
            course = Course(tmp_path, CLASSIC, sets=4)
            list(tuned(wish, course, pool))
    lines = [json.loads(line) for line in next(tmp_path.glob("*.jsonl")).read_text().splitlines()]
    assert [line["generation"] for line in lines] == [1, 2]
    assert lines[-1]["weights"] == course.knobs.numbers(course.mean)


def test_a_course_that_began_at_other_weights_does_not_go_on(tmp_path: Path, monkeypatch):
    course = Course(tmp_path, CLASSIC, sets=4)
    course.tell(course.strategy.ask(), [0.0] * 4, deals=1)
    monkeypatch.setattr("benchmarks.tuning.tune.hard_style", before)
    with pytest.raises(ValueError, match="began at other weights"):
        Course(tmp_path, CLASSIC, sets=4)


def test_what_was_tuned_plays_for_a_table_of_that_size_only():
    three, four = (settled_rules("house-canasta", seats) for seats in (3, 4))
    assert hard_style(three).canasta != before(three).canasta
    assert hard_style(four).canasta not in (before(four).canasta, hard_style(three).canasta)
