"""Tests of a game in play: replaying its log, undo, and the places at its end."""

from dataclasses import replace

import pytest

import engine
from cogs.game.move_log import MAX_UNDO_PER_TURN, UNDO, GameState, NothingToUndo, UndoLimitReached
from cogs.table.layout import added
from data.models.moves import MoveEntry
from data.models.tables import TableStatus
from engine.model.score import FinalReason, Result
from tests.cogs.support.positions import live, row


def entry(seq, seat, body):
    return MoveEntry(seq, seat, f"k{seq}", 0.0, body)


def game_of(hand="KS KH KD QS QH QD 4S 5H", **more):
    """Return a game in the play phase of seat 0."""
    return live({"hands": [hand, "4C", "4C", "4C"], "phase": "play"} | more).game


def test_the_same_log_gives_the_same_table():
    log = [entry(1, 0, "meld KS KH KD / QS QH QD"), entry(2, 0, "discard 4S")]
    one = game_of().then(log[0]).then(log[1])
    assert one.table == game_of().then(log[0]).then(log[1]).table


def test_an_undo_goes_back_one_move_and_the_story_forgets_it():
    before = game_of()
    after = before.then(entry(1, 0, "meld KS KH KD / QS QH QD")).then(entry(2, 0, UNDO))
    assert after.table == before.table
    assert after.steps == ()
    assert after.seq == 2


def test_several_moves_are_taken_back_newest_first():
    game = game_of("KS KH KD KC QS QH QD 4S 5H")
    one = game.then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    two = one.then(entry(2, 0, "add 1: KC"))
    assert two.then(entry(3, 0, UNDO)).table == one.table
    assert two.then(entry(3, 0, UNDO)).then(entry(4, 0, UNDO)).table == game.table


def test_nothing_is_taken_back_after_the_discard():
    game = game_of().then(entry(1, 0, "discard 4S"))
    with pytest.raises(NothingToUndo):
        game.then(entry(2, 0, UNDO))


def test_nothing_is_taken_back_for_somebody_else():
    game = game_of().then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    with pytest.raises(NothingToUndo):
        game.then(entry(2, 1, UNDO))


def test_a_draw_is_not_taken_back():
    game = game_of(phase="draw").then(entry(1, 0, "draw"))
    assert not game.can_undo(0)


def test_taking_the_pile_is_taken_back_because_everybody_saw_it():
    melds = [{"side": 0, "owner": 0, "cards": "9S 9H 9D"}]
    game = game_of("KS KH 4S 5H", phase="draw", pile="5S KD", melds=melds)
    taken = game.then(entry(1, 0, "take KS KH"))
    assert taken.then(entry(2, 0, UNDO)).table == game.table


def test_fifty_moves_of_a_turn_may_be_taken_back_and_no_more():
    game = game_of()
    for number in range(MAX_UNDO_PER_TURN):
        game = game.then(entry(2 * number + 1, 0, "meld KS KH KD / QS QH QD"))
        assert game.can_undo(0)
        game = game.then(entry(2 * number + 2, 0, UNDO))
    game = game.then(entry(game.seq + 1, 0, "meld KS KH KD / QS QH QD"))
    assert not game.can_undo(0)
    with pytest.raises(UndoLimitReached):
        game.check_undo(0)


def test_the_next_turn_may_take_back_again():
    game = replace(game_of(), taken_back=MAX_UNDO_PER_TURN)
    assert game.then(entry(1, 0, "discard 4S")).taken_back == 0


def test_an_older_log_with_more_moves_taken_back_is_still_the_same_game():
    game = replace(game_of(), taken_back=MAX_UNDO_PER_TURN)
    laid = game.then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    assert laid.then(entry(2, 0, UNDO)).table == game.table


def test_a_refused_move_changes_nothing():
    game = game_of()
    with pytest.raises(engine.Refused):
        game.then(entry(1, 0, "meld KS KH"))
    assert game == game_of()


def test_the_turn_comes_to_somebody_new_with_the_discard():
    game = game_of().then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    assert game.turn_seq == 0
    assert game.then(entry(2, 0, "discard 4S")).turn_seq == 2


def test_the_marks_are_what_the_newest_turn_added():
    game = game_of("KS KH KD KC QS QH QD 4S 5H").then(entry(1, 0, "meld KS KH KD / QS QH QD"))
    game = game.then(entry(2, 0, "add 1: KC"))
    assert dict(added(game)) == {1: 4, 2: 3}


def test_a_game_begins_as_its_row_says():
    table = GameState.begun(row(4)).table
    assert table == engine.deal("house-canasta", 4, bytes(32))


def test_before_its_start_a_game_has_no_cards():
    with pytest.raises(ValueError, match="not before"):
        GameState.begun(row(4, status=TableStatus.LOBBY))


@pytest.mark.parametrize(
    "scores,winners,lowest,places",
    [
        ((100, 300, 200), (1,), False, [3, 1, 2]),
        ((205, 860, 300), (0,), True, [1, 3, 2]),
        ((300, 300, 200), (0, 1), False, [1, 1, 3]),
        ((500, 200, 200), (0,), False, [1, 2, 2]),
    ],
)
def test_places_follow_the_scores_whether_most_or_fewest_win(scores, winners, lowest, places):
    result = Result(winners, scores, FinalReason.TARGET)
    assert [result.place(side, lowest_wins=lowest) for side in range(3)] == places
