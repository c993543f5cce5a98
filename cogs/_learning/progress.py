"""How far a member is: which lessons are done, and where they go on."""

from collections.abc import Iterator, Sequence

from cogs._learning.book import Course, Lesson, LessonStep, courses, lessons, steps
from data.people.learning import DONE, WAITING, Reached


def begun(reached: Sequence[Reached]) -> Iterator[Lesson]:
    """The lessons that a member has been in and the book still has, the one of last first."""
    known = (one for one in reached if one.lesson in lessons() and one.step != WAITING)
    return (lessons()[one.lesson] for one in known)


def is_begun(course: Course, reached: Sequence[Reached]) -> bool:
    """Whether a member has been in a course."""
    return any(lesson.course == course.id for lesson in begun(reached))


def is_through(course: Course, reached: Sequence[Reached]) -> bool:
    """Whether a member has done every lesson of a course."""
    return done_in(reached, course.id) == len(course.lessons)


def waiting_for(course: Course, reached: Sequence[Reached]) -> Course | None:
    """The course for whose sake a member began this one, the newest of several."""
    found = (lessons()[one.lesson].course for one in reached if is_waiting(one))
    return next((courses()[name] for name in found if courses()[name].after == course.id), None)


def is_waiting(one: Reached) -> bool:
    """Whether it says of a lesson of the book that its course waits."""
    return one.step == WAITING and one.lesson in lessons()


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
