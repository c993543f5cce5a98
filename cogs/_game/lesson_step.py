"""A lesson in play: how its step stands, and what the others do in it."""

import engine
from cogs._game.game import GameSoFar
from cogs._game.live import Live
from cogs._learning import verdict as judging
from cogs._learning.book import LessonStep, Scripted, steps
from cogs._learning.trail import Trail
from cogs._learning.verdict import StepVerdict
from data.game.rows import Purpose
from engine.model.events import RoundEnded
from engine.model.view import View


def step_of(live: Live) -> LessonStep | None:
    """The step that a lesson's table shows; None elsewhere, and once the book has it no more."""
    return steps().get(live.row.lesson) if is_lesson(live) else None


def is_lesson(live: Live) -> bool:
    """Whether a table is for a lesson: the others there do what the book says."""
    return live.row.purpose is Purpose.LESSON


def standing(live: Live, step: LessonStep) -> StepVerdict:
    """How the step stands."""
    return judging.verdict(step, began(live), live.game.steps)


def reply(live: Live) -> Scripted | None:
    """The next move that another seat makes by itself in a lesson."""
    step = step_of(live)
    if step is None:
        return None
    return judging.due(step, began(live), live.game.steps, live.game.table)


def is_settled(live: Live) -> bool:
    """Whether a lesson's step is met or missed: then nobody moves there any more."""
    step = step_of(live)
    return step is not None and not standing(live, step).is_open


def last_seen(live: Live, seat: int) -> View:
    """What a seat saw last: in a lesson not the deal that follows on a round's end."""
    if not is_lesson(live) or not any(isinstance(e, RoundEnded) for e in live.game.since(0)):
        return live.view(seat)
    return engine.view(Trail.of(began(live), live.game.steps).end, seat)


def best_of(live: Live) -> str | None:
    """In a lesson the next press of a best way that can still be gone."""
    step = step_of(live)
    if step is None:
        return None
    return judging.next_best(step, began(live), live.game.steps)


def began(live: Live) -> engine.Table:
    """The table as it was before the first move."""
    return GameSoFar.begun(live.row).table
