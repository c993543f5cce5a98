"""The course of a game: the fold of its log, undo, and the places at its end."""

import pytest

import engine
from cogs._game.course import UNDO, Course, NothingToUndo, place
from cogs._screens.newly_laid import added
from data.game.rows import Entry
from engine.model.score import FinalReason, Result
from tests.cogs.positions import live, row


def entry(seq, seat, body):
    return Entry(seq, seat, f"k{seq}", 0.0, body)


def course_of(hand="KS KH KD QS QH QD 4S 5H", **more):
    """A course at seat 0's play phase."""
    return live({"hands": [hand, "4C", "4C", "4C"], "phase": "play"} | more).course


def test_the_same_log_gives_the_same_table():
    log = [entry(1, 0, "meld KS KH KD / QS QH QD"), entry(2, 0, "discard 4S")]
    one = course_of().then(log[0]).then(log[1])
    assert one.table == course_of().then(log[0]).then(log[1]).table


def test_an_undo_goes_back_one_move_and_the_story_forgets_it():
    before = course_of()
    after = before.then(entry(1, 0, "meld KS KH KD / QS QH QD")).then(entry(2, 0, UNDO))
    assert after.table == before.table
    assert after.steps == ()
    assert after.seq == 2


def test_several_moves_are_taken_back_newest_first():
    course = course_of("KS KH KD KC QS QH QD 4S 5H")
    one = course.then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    two = one.then(entry(2, 0, "add 1: KC"))
    assert two.then(entry(3, 0, UNDO)).table == one.table
    assert two.then(entry(3, 0, UNDO)).then(entry(4, 0, UNDO)).table == course.table


def test_nothing_is_taken_back_after_the_discard():
    course = course_of().then(entry(1, 0, "discard 4S"))
    with pytest.raises(NothingToUndo):
        course.then(entry(2, 0, UNDO))


def test_nothing_is_taken_back_for_somebody_else():
    course = course_of().then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    with pytest.raises(NothingToUndo):
        course.then(entry(2, 1, UNDO))


def test_a_draw_is_not_taken_back():
    course = course_of(phase="draw").then(entry(1, 0, "draw"))
    assert not course.can_undo(0)


def test_taking_the_pile_is_taken_back_because_everybody_saw_it():
    melds = [{"side": 0, "owner": 0, "cards": "9S 9H 9D"}]
    course = course_of("KS KH 4S 5H", phase="draw", pile="5S KD", melds=melds)
    taken = course.then(entry(1, 0, "take KS KH"))
    assert taken.then(entry(2, 0, UNDO)).table == course.table


def test_a_refused_move_changes_nothing():
    course = course_of()
    with pytest.raises(engine.Refused):
        course.then(entry(1, 0, "meld KS KH"))
    assert course == course_of()


def test_the_turn_comes_to_somebody_new_with_the_discard():
    course = course_of().then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    assert course.turn_seq == 0
    assert course.then(entry(2, 0, "discard 4S")).turn_seq == 2


def test_the_marks_are_what_the_newest_turn_added():
    course = course_of("KS KH KD KC QS QH QD 4S 5H").then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    course = course.then(entry(2, 0, "add 1: KC"))
    assert dict(added(course)) == {1: 4, 2: 3}


def test_a_game_begins_as_its_row_says():
    table = Course.begun(row(4)).table
    assert table == engine.deal("house-canasta", 4, bytes(32))


@pytest.mark.parametrize(
    "scores,winners,places",
    [
        ((100, 300, 200), (1,), [3, 1, 2]),
        ((205, 860, 300), (0,), [1, 3, 2]),
        ((300, 300, 200), (0, 1), [1, 1, 3]),
        ((500, 200, 200), (0,), [1, 2, 2]),
    ],
)
def test_places_follow_the_scores_whether_most_or_fewest_win(scores, winners, places):
    result = Result(winners, scores, FinalReason.TARGET)
    assert [place(side, result) for side in range(3)] == places
