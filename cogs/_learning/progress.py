"""How far a member is: which lessons are done, and where they go on."""

from collections.abc import Sequence

from cogs._learning.book import Lesson, LessonStep, courses, steps
from data.people.learning import DONE, Reached


def step_in(reached: Sequence[Reached], lesson: Lesson) -> LessonStep:
    """The step of a lesson where a member is; its first before it, and once they are through."""
    at = next((one.step for one in reached if one.lesson == lesson.id), DONE)
    return steps().get(f"{lesson.id}/{at}", lesson.steps[0])


def is_done(reached: Sequence[Reached], lesson: Lesson) -> bool:
    """Whether a member has gone through a lesson."""
    return Reached(lesson.id, DONE) in reached


def done_in(reached: Sequence[Reached], course: str) -> int:
    """How many lessons of a course a member has gone through."""
    return sum(is_done(reached, lesson) for lesson in courses()[course].lessons)


def next_step(reached: Sequence[Reached], course: str) -> LessonStep:
    """Where a member goes on in a course: in the first lesson they are not through."""
    own = courses()[course].lessons
    lesson = next((one for one in own if not is_done(reached, one)), own[0])
    return step_in(reached, lesson)
