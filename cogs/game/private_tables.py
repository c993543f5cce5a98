"""Private tables: the step of a lesson, and the practice game that stops between two rounds.

`cogs.lessons` has the lessons and judges the steps. `cogs.learning` has the components that open a
private table.
"""

from collections.abc import Mapping
from typing import Final

import engine
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.lessons import verdict
from cogs.lessons.book import LessonStep, Scripted, steps
from cogs.lessons.verdict import StepAttempt, StepVerdict
from cogs.ui.texts import in_every_language, say
from data.models.tables import TablePurpose, TableStatus
from engine.model.events import RoundEnded, RoundScored
from engine.model.view import View


def step_of(state: TableState) -> LessonStep | None:
    """Return the step that a lesson's table shows.

    Returns None for any other table, and for a step that the book no longer has.
    """
    return steps().get(state.row.lesson) if is_lesson(state) else None


def is_lesson(state: TableState) -> bool:
    """Return whether a table is for a lesson, in which a script makes the other seats' moves."""
    return state.row.purpose is TablePurpose.LESSON


def step_status(state: TableState, step: LessonStep) -> StepVerdict:
    """Return whether the step is open, met or missed, with its sentence and script."""
    return verdict.verdict(step, start_position(state), state.game.steps)


def scripted_move(state: TableState) -> Scripted | None:
    """Return whether the learner has met or missed the step.

    After that, nobody makes a move at the table.
    """
    step = step_of(state)
    if step is None:
        return None
    return verdict.scripted_move(step, start_position(state), state.game.steps, state.game.table)


def is_step_finished(state: TableState) -> bool:
    """Return whether the learner has met or missed the step.

    After that nobody makes a move at the table.
    """
    step = step_of(state)
    return step is not None and not step_status(state, step).is_open


def learner_view(state: TableState, seat: int) -> View:
    """Return what the learner's seat saw last.

    In a lesson this is the table before the engine counted the round. Otherwise the next deal would
    hide what the learner saw.
    """
    if not is_lesson(state) or not any(isinstance(e, RoundEnded) for e in state.game.since(0)):
        return state.view(seat)
    return engine.view(StepAttempt.of(start_position(state), state.game.steps).end, seat)


def next_best_move(state: TableState) -> str | None:
    """Return the next move of a lesson's best solution; None if the learner has left them all."""
    step = step_of(state)
    if step is None:
        return None
    return verdict.next_best(step, start_position(state), state.game.steps)


def start_position(state: TableState) -> engine.Table:
    """Return the table before the first move."""
    return GameState.begun(state.row).table


# ---- a practice game stops between two rounds until its member has read the score


READ_ROUND_KEY: Final = "read"
"""Key in the coach's memory for the newest round whose score the member has read."""
TABLE_KEY: Final = "table"
"""Key in the coach's memory for the table that the memory is about."""


def is_practice(state: TableState) -> bool:
    return state.row.purpose is TablePurpose.PRACTICE


def unread_round_score(state: TableState) -> RoundScored | None:
    """Return the score at which a practice game has stopped; None if the game goes on.

    After the last round, the game stays stopped at the score.
    """
    if not is_practice(state):
        return None
    score = last_round_score(state)
    is_over = state.row.status is not TableStatus.PLAYING
    is_unread = score is not None and (is_over or score.round > last_read_round(state))
    return score if is_unread else None


def last_round_score(state: TableState) -> RoundScored | None:
    """Return the score of the last round; None if a member has moved since."""
    for step in reversed(state.game.steps):
        for event in step.events:
            if isinstance(event, RoundScored):
                return event
        if not step.by:
            return None
    return None


def last_read_round(state: TableState) -> int:
    """Return the newest round of this table whose score the member has read; 0 for none."""
    heard: Mapping[str, int] = (
        state.circumstances.coaching.heard if state.circumstances.coaching else {}
    )
    return heard.get(READ_ROUND_KEY, 0) if heard.get(TABLE_KEY) == state.row.id else 0


def waits_for_member(state: TableState) -> bool:
    """Return whether a private table waits for its member to continue after a step or a round."""
    return is_step_finished(state) or unread_round_score(state) is not None


def is_onward(typed: str) -> bool:
    """Return whether a text is the word for "continue", in any language."""
    return typed.strip().casefold() in in_every_language(say, "learn.onward")
