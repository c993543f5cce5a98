"""Tests of a step's answer to moves that its lesson lists, and to all others."""

import pytest

import engine
from cogs.lessons.book import LEARNER, LessonStep, steps
from cogs.lessons.verdict import StepAttempt, StepStatus, StepVerdict, meets_aim, verdict
from tests.cogs.lessons.test_lesson_positions import Made, begun, offered, words


def judged(key: str, *texts: str) -> StepVerdict:
    """Return the verdict on a step after some presses of its learner."""
    return judged_from(steps()[key], begun(steps()[key]), texts)


def judged_from(step: LessonStep, trail: StepAttempt, texts: tuple[str, ...]) -> StepVerdict:
    start, done = trail.start, []
    for text in texts:
        before, trail = trail, trail.with_move(text)
        done.append(Made(LEARNER, text, trail.events[len(before.events) :]))
    return verdict(step, start, done)


@pytest.mark.parametrize(
    "key, text",
    [
        ("cards/points", "discard 8C"),
        ("cards/dear", "discard 2D"),
        ("frozen/freeze", "discard 8H"),
        ("house-pile/locked", "discard 5D"),
        ("house-pile/locked", "discard 6H"),
        ("ponytail/black", "discard 9C"),
        ("wild-cards/joker", "discard 5C"),
    ],
)
def test_whoever_throws_the_wrong_card_is_told_of_no_other_thing_to_do(key, text):
    assert judged(key, text).words == "lesson.fallback.another_card"


def test_whoever_throws_a_card_before_they_lay_is_told_that_the_other_thing_comes_first():
    assert judged("wild-cards/twos", "discard KS").words == "lesson.fallback.discard"


@pytest.mark.parametrize("key", ["laying-off/wilds", "catching/pay"])
def test_what_is_to_be_added_may_be_added_card_by_card_in_any_order(key):
    start = begun(steps()[key])
    adds = [engine.write(move) for move in offered(start)]
    adds = [text for text in adds if text.startswith("add")]
    assert len(adds) > 2
    for text in adds:
        stand = judged(key, text).status
        right = meets_aim(steps()[key].aim, start.with_move(text))
        assert stand is (StepStatus.MET if right else StepStatus.OPEN), text


def test_a_pile_that_is_taken_with_the_joker_as_well_is_not_told_to_bring_60():
    found = judged("frozen/before", "take AS AH Jo")
    assert (found.status, found.words) == (StepStatus.MISSED, "lesson.frozen.before.other_2")


def test_the_nine_that_is_called_alone_is_alone():
    trail = begun(steps()["turn/again"]).with_move("draw")
    held = [name[0] for name in engine.position(trail.now)["hands"][LEARNER].split()]
    assert held.count("9") == 1


def test_a_king_that_the_first_down_needs_is_not_praised_as_the_twin():
    assert judged("online/twins", "discard KD").words == "lesson.online.twins.other_1"
    assert "twin" not in words(steps()["online/twins"], "other_1")


def test_a_limit_of_the_first_round_is_not_said_of_the_fourth():
    assert "here each set may have only one" in words(steps()["wild-cards/twos"], "say")
