"""The book of lessons: courses of lessons of steps, read once from `lessons.toml`.

What every key means stands at the head of that file. A step's sentences are in the catalogue, under
`lesson.<lesson>.<step>`.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from cogs.ui.texts import say
from data.models.members import LESSON_DONE, LESSON_NOT_BEGUN, LessonProgress

BOOK: Final = Path(__file__).with_name("lessons.toml")
LEARNER: Final = 0
"""The seat of whoever learns."""
HAND: Final = "4C 5D 6H"
"""The hands of all others, where a step does not give them."""

Scripted = tuple[int, str]
"""A seat, and the move that it makes."""


@dataclass(frozen=True, slots=True)
class ForeseenMistake:
    """A legal move that misses the aim, its presses, and what the others then do."""

    moves: tuple[str, ...]
    then: tuple[Scripted, ...]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One position and its aim; `facts` is all the rest that tests hold it to."""

    lesson: str
    id: str
    position: Mapping[str, Any]
    aim: Mapping[str, Any]
    best: tuple[tuple[str, ...], ...]
    other: tuple[ForeseenMistake, ...]
    forbidden: tuple[str, ...]
    replies: tuple[Scripted, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What a table's row knows it by."""
        return f"{self.lesson}/{self.id}"

    @property
    def start(self) -> str:
        """The position as a table's row has it."""
        return json.dumps(self.position, sort_keys=True)

    @property
    def about_pile(self) -> bool:
        """Whether it speaks of taking the pile: some press of it does that."""
        ways = (*self.best, *(miss.moves for miss in self.other), self.forbidden)
        return any(text.startswith("take") for way in ways for text in way)

    @property
    def about_out(self) -> bool:
        """Whether it speaks of going out, or of asking for leave to."""
        return "out" in self.aim or self.aim["kind"] == "ask"

    @property
    def only_throws(self) -> bool:
        """Whether nothing comes before the discard that it asks for."""
        return all(way[0].startswith("discard") for way in self.best)

    @property
    def explains_later(self) -> bool:
        """Whether a later step says why a card of this hand may not be discarded."""
        return bool(self.facts.get("later"))

    def words(self, which: str) -> str:
        """The key of one of its sentences."""
        return f"lesson.{self.lesson}.{self.id}.{which}"

    @classmethod
    def read(cls, lesson: Mapping[str, Any], step: Mapping[str, Any]) -> Self:
        """A step as the file has it."""
        return cls(
            lesson["id"],
            step["id"],
            position_of(lesson["table"], step["position"]),
            step["aim"],
            tuple(map(presses, step["best"])),
            tuple(
                ForeseenMistake(presses(o["move"]), scripted(o.get("then", ())))
                for o in step["other"]
            ),
            presses(step["illegal"]["move"]),
            scripted(step.get("replies", ())),
            step,
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some steps in their order."""

    id: str
    course: str
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """Some lessons in their order; `after` is the course that comes before it, if one does."""

    id: str
    after: str | None
    lessons: tuple[Lesson, ...]


def position_of(table: Mapping[str, Any], step: Mapping[str, Any]) -> dict[str, Any]:
    """The position of a step: the lesson's table, the step's own keys, the learner's hand."""
    given = {**table, **step}
    hand = given.pop("hand")
    others = given.get("hands", [HAND] * given["seats"])[LEARNER + 1 :]
    return {**given, "hands": [hand, *others]}


def presses(text: str) -> tuple[str, ...]:
    """The moves of a text; a question keeps its plan together."""
    return (text,) if text.startswith("ask ") else tuple(text.split("; "))


def scripted(lines: tuple[str, ...]) -> tuple[Scripted, ...]:
    """Moves of others: `1: draw`."""
    pairs = (line.split(": ", 1) for line in lines)
    return tuple((int(seat), move) for seat, move in pairs)


@cache
def courses() -> Mapping[str, Course]:
    """All courses by name, in the order they are offered."""
    book = tomllib.loads(BOOK.read_text("utf-8"))
    found = []
    for name, course in book["course"].items():
        lessons = [lesson for lesson in book["lesson"] if lesson["course"] == name]
        found.append(Course(name, course.get("after"), tuple(map(lesson_of, lessons))))
    return {course.id: course for course in found}


def lesson_of(given: Mapping[str, Any]) -> Lesson:
    """A lesson as the file has it."""
    steps = (LessonStep.read(given, step) for step in given["step"])
    return Lesson(given["id"], given["course"], tuple(steps))


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by name, in the learner's order."""
    return {lesson.id: lesson for course in courses().values() for lesson in course.lessons}


@cache
def steps() -> Mapping[str, LessonStep]:
    """All steps by key, in the learner's order."""
    return {step.key: step for lesson in lessons().values() for step in lesson.steps}


def step_after(step: LessonStep) -> LessonStep | None:
    """The next step of the lesson; None at its end."""
    own = lessons()[step.lesson].steps
    place = own.index(step) + 1
    return own[place] if place < len(own) else None


def lesson_after(lesson: Lesson) -> Lesson | None:
    """The next lesson of the course; None at its end."""
    own = courses()[lesson.course].lessons
    place = own.index(lesson) + 1
    return own[place] if place < len(own) else None


def lesson_title(lesson: Lesson) -> str:
    """What a lesson is called."""
    return say(f"lesson.{lesson.id}.title")


# ---- How far a member is: which lessons are done, and where they go on


def started_lessons(reached: Sequence[LessonProgress]) -> Iterator[Lesson]:
    """The lessons that a member has been in and the book still has, the one of last first."""
    known = (one for one in reached if one.lesson in lessons() and one.step != LESSON_NOT_BEGUN)
    return (lessons()[one.lesson] for one in known)


def is_begun(course: Course, reached: Sequence[LessonProgress]) -> bool:
    """Whether a member has been in a course."""
    return any(lesson.course == course.id for lesson in started_lessons(reached))


def is_course_done(course: Course, reached: Sequence[LessonProgress]) -> bool:
    """Whether a member has done every lesson of a course."""
    return done_in(reached, course.id) == len(course.lessons)


def suspended_course(course: Course, reached: Sequence[LessonProgress]) -> Course | None:
    """The course for whose sake a member began this one, the newest of several."""
    found = (lessons()[one.lesson].course for one in reached if is_waiting(one))
    return next((courses()[name] for name in found if courses()[name].after == course.id), None)


def is_waiting(one: LessonProgress) -> bool:
    """Whether it says of a lesson of the book that its course waits."""
    return one.step == LESSON_NOT_BEGUN and one.lesson in lessons()


def step_in(reached: Sequence[LessonProgress], lesson: Lesson) -> LessonStep:
    """The step of a lesson where a member is; its first before it, and once they are through."""
    at = next((one.step for one in reached if one.lesson == lesson.id), LESSON_DONE)
    return steps().get(f"{lesson.id}/{at}", lesson.steps[0])


def is_done(reached: Sequence[LessonProgress], lesson: Lesson) -> bool:
    """Whether a member has gone through a lesson."""
    return LessonProgress(lesson.id, LESSON_DONE) in reached


def done_in(reached: Sequence[LessonProgress], course: str) -> int:
    """How many lessons of a course a member has gone through."""
    return sum(is_done(reached, lesson) for lesson in courses()[course].lessons)


def next_step(reached: Sequence[LessonProgress], course: str) -> LessonStep:
    """Where a member goes on in a course: in the first lesson they are not through."""
    own = courses()[course].lessons
    lesson = next((one for one in own if not is_done(reached, one)), own[0])
    return step_in(reached, lesson)
