"""A lesson in play: how its step stands, and what the others do in it."""

from collections.abc import Mapping
from typing import Final

import engine
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.lessons import verdict as judging
from cogs.lessons.book import LessonStep, Scripted, steps
from cogs.lessons.verdict import StepAttempt, StepVerdict
from data.models.tables import TablePurpose, TableStatus
from engine.model.events import RoundEnded, RoundScored
from engine.model.view import View


def step_of(state: TableState) -> LessonStep | None:
    """The step that a lesson's table shows; None elsewhere, and once the book has it no more."""
    return steps().get(state.row.lesson) if is_lesson(state) else None


def is_lesson(state: TableState) -> bool:
    """Whether a table is for a lesson: the others there do what the book says."""
    return state.row.purpose is TablePurpose.LESSON


def step_status(state: TableState, step: LessonStep) -> StepVerdict:
    """How the step stands."""
    return judging.verdict(step, start_position(state), state.game.steps)


def scripted_move(state: TableState) -> Scripted | None:
    """The next move that another seat makes by itself in a lesson."""
    step = step_of(state)
    if step is None:
        return None
    return judging.scripted_move(step, start_position(state), state.game.steps, state.game.table)


def is_step_finished(state: TableState) -> bool:
    """Whether a lesson's step is met or missed: then nobody moves there any more."""
    step = step_of(state)
    return step is not None and not step_status(state, step).is_open


def learner_view(state: TableState, seat: int) -> View:
    """What a seat saw last: in a lesson not the deal that follows on a round's end."""
    if not is_lesson(state) or not any(isinstance(e, RoundEnded) for e in state.game.since(0)):
        return state.view(seat)
    return engine.view(StepAttempt.of(start_position(state), state.game.steps).end, seat)


def next_best_move(state: TableState) -> str | None:
    """In a lesson the next press of a best way that can still be gone."""
    step = step_of(state)
    if step is None:
        return None
    return judging.next_best(step, start_position(state), state.game.steps)


def start_position(state: TableState) -> engine.Table:
    """The table as it was before the first move."""
    return GameState.begun(state.row).table


# ---- A practice game between two rounds: it stands still until its member has read the score


READ_ROUND_KEY: Final = "read"
"""What it is kept as, beside what the coach remembers: the newest round whose score was read."""
TABLE_KEY: Final = "table"
"""The table that what the coach remembers is about."""


def is_practice(state: TableState) -> bool:
    """Whether a table is for practice."""
    return state.row.purpose is TablePurpose.PRACTICE


def unread_round_score(state: TableState) -> RoundScored | None:
    """The score that a practice game stops to show; at the end of the game it stays."""
    if not is_practice(state):
        return None
    found = last_round_score(state)
    over = state.row.status is not TableStatus.PLAYING
    return found if found is not None and (over or found.round > last_read_round(state)) else None


def last_round_score(state: TableState) -> RoundScored | None:
    """The score of the last round, unless a member has moved since."""
    for step in reversed(state.game.steps):
        for event in step.events:
            if isinstance(event, RoundScored):
                return event
        if not step.by:
            return None
    return None


def last_read_round(state: TableState) -> int:
    """The newest round of this table whose score its member has read, 0 for none."""
    heard: Mapping[str, int] = (
        state.circumstances.coaching.heard if state.circumstances.coaching else {}
    )
    return heard.get(READ_ROUND_KEY, 0) if heard.get(TABLE_KEY) == state.row.id else 0


def waits_for_member(state: TableState) -> bool:
    """Whether a private table waits until its member goes on: after a step, or a round."""
    return is_step_finished(state) or unread_round_score(state) is not None
