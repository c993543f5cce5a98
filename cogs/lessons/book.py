"""The lessons, read once from `lessons.toml`, and a member's progress in them.

The comment at the top of `lessons.toml` explains every key. The catalogue has the sentences of a
step, under `lesson.<lesson>.<step>`. `verdict` judges the moves of a step.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from cogs.ui.texts import say
from data.models.members import LESSON_DONE, LESSON_NOT_BEGUN, LessonProgress

BOOK: Final = Path(__file__).with_name("lessons.toml")
LEARNER: Final = 0
"""The learner's seat."""
HAND: Final = "4C 5D 6H"
"""The cards of every other seat, if a step does not give them."""

Scripted = tuple[int, str]
"""A seat, and the move that the seat makes."""


@dataclass(frozen=True, slots=True)
class ForeseenMistake:
    """A legal move that misses the aim, and the moves that the other seats then make."""

    moves: tuple[str, ...]
    then: tuple[Scripted, ...]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A position, and the aim that the learner should reach from there.

    `facts` is the step as in the file, for tests. If a step of a quick course repeats another step,
    `source` is the key of that other step. Both steps have the same sentences.
    """

    lesson: str
    id: str
    position: Mapping[str, Any]
    aim: Mapping[str, Any]
    best: tuple[tuple[str, ...], ...]
    other: tuple[ForeseenMistake, ...]
    forbidden: tuple[str, ...]
    replies: tuple[Scripted, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""

    @property
    def key(self) -> str:
        """The key of the step, as a table's row in the database has it."""
        return f"{self.lesson}/{self.id}"

    @property
    def start(self) -> str:
        """The position as text, as a table's row in the database has it."""
        return json.dumps(self.position, sort_keys=True)

    @property
    def about_pile(self) -> bool:
        """Whether the step is about taking the pile.

        In such a step, at least one listed move takes the pile.
        """
        ways = (*self.best, *(miss.moves for miss in self.other), self.forbidden)
        return any(text.startswith("take") for way in ways for text in way)

    @property
    def about_out(self) -> bool:
        """Whether the step is about going out, or about asking to go out."""
        return "out" in self.aim or self.aim["kind"] == "ask"

    @property
    def only_throws(self) -> bool:
        """Whether every best way begins with a discard."""
        return all(way[0].startswith("discard") for way in self.best)

    @property
    def explains_later(self) -> bool:
        """Whether a later step explains why a card of this hand may not be discarded."""
        return bool(self.facts.get("later"))

    def words(self, which: str) -> str:
        """Return the catalogue key of one of the step's sentences."""
        return f"lesson.{(self.source or self.key).replace('/', '.')}.{which}"

    @classmethod
    def read(cls, lesson: Mapping[str, Any], step: Mapping[str, Any]) -> Self:
        """Return a step as read from the file."""
        return cls(
            lesson["id"],
            step["id"],
            position_of(lesson["table"], step["position"]),
            step["aim"],
            tuple(map(moves_of_text, step["best"])),
            tuple(
                ForeseenMistake(moves_of_text(o["move"]), scripted(o.get("then", ())))
                for o in step["other"]
            ),
            moves_of_text(step["illegal"]["move"]),
            scripted(step.get("replies", ())),
            step,
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """Steps in the learner's order."""

    id: str
    course: str
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """Lessons in the learner's order.

    `after` is the id of the course that the learner should take first, or None. `quick` is a game's
    slug if this course teaches beginners that game in about ten minutes. Otherwise it is None.
    """

    id: str
    after: str | None
    lessons: tuple[Lesson, ...]
    quick: str | None = None

    @property
    def game(self) -> str:
        """The slug of the course's game. For the common course, which has no game, its own id."""
        return self.quick or self.id


def position_of(table: Mapping[str, Any], step: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position of a step. The step's own keys and hand override the lesson's table."""
    given = {**table, **step}
    hand = given.pop("hand")
    others = given.get("hands", [HAND] * given["seats"])[LEARNER + 1 :]
    return {**given, "hands": [hand, *others]}


def moves_of_text(text: str) -> tuple[str, ...]:
    """Return the moves in a text. `ask` and the plan after it are one move."""
    return (text,) if text.startswith("ask ") else tuple(text.split("; "))


def scripted(lines: tuple[str, ...]) -> tuple[Scripted, ...]:
    """Return the moves of other seats from lines such as `1: draw`."""
    pairs = (line.split(": ", 1) for line in lines)
    return tuple((int(seat), move) for seat, move in pairs)


@cache
def courses() -> Mapping[str, Course]:
    """Return all courses by id, in the order in which the bot offers them."""
    book = tomllib.loads(BOOK.read_text("utf-8"))
    found: list[Course] = []
    for name, course in book["course"].items():
        lessons = [lesson for lesson in book["lesson"] if lesson["course"] == name]
        read = tuple(lesson_of(lesson, found) for lesson in lessons)
        found.append(Course(name, course.get("after"), read, course.get("quick")))
    return {course.id: course for course in found}


def lesson_of(given: Mapping[str, Any], before: Sequence[Course]) -> Lesson:
    """Return a lesson as read from the file.

    The lesson may repeat steps of the courses in `before`.
    """
    known = {s.key: s for course in before for lesson in course.lessons for s in lesson.steps}
    repeated = (repeated_step(known[key], given["id"]) for key in given.get("steps", ()))
    steps = (LessonStep.read(given, step) for step in given.get("step", ()))
    return Lesson(given["id"], given["course"], (*steps, *repeated))


def repeated_step(step: LessonStep, lesson: str) -> LessonStep:
    """Return a copy of a step for a quick course. The copy does not refer to other steps."""
    facts = {name: fact for name, fact in step.facts.items() if name not in {"follows", "later"}}
    name = step.key.replace("/", "-")
    return replace(step, lesson=lesson, id=name, source=step.key, facts=facts)


def course_of_game(slug: str) -> Course:
    """Return the course that teaches a game to beginners."""
    return next(course for course in courses().values() if course.quick == slug)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by id, in the learner's order."""
    return {lesson.id: lesson for course in courses().values() for lesson in course.lessons}


@cache
def steps() -> Mapping[str, LessonStep]:
    """Return all steps by key, in the learner's order."""
    return {step.key: step for lesson in lessons().values() for step in lesson.steps}


def step_after(step: LessonStep) -> LessonStep | None:
    """Return the next step of the lesson, or None after the last step."""
    own = lessons()[step.lesson].steps
    following = own.index(step) + 1
    return own[following] if following < len(own) else None


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of the course, or None after the last lesson."""
    own = courses()[lesson.course].lessons
    following = own.index(lesson) + 1
    return own[following] if following < len(own) else None


def lesson_title(lesson: Lesson) -> str:
    return say(f"lesson.{lesson.id}.title")


# ---- a member's progress: finished lessons, and where the member continues


def started_lessons(reached: Sequence[LessonProgress]) -> Iterator[Lesson]:
    """Yield the lessons that a member has started, the latest first.

    Lessons that are no longer in the book are skipped.
    """
    # Saved progress may name a lesson that is not in this version of the book.
    known = (one for one in reached if one.lesson in lessons() and one.step != LESSON_NOT_BEGUN)
    return (lessons()[one.lesson] for one in known)


def is_begun(course: Course, reached: Sequence[LessonProgress]) -> bool:
    """Return whether a member has started a course."""
    return any(lesson.course == course.id for lesson in started_lessons(reached))


def is_course_done(course: Course, reached: Sequence[LessonProgress]) -> bool:
    """Return whether a member has finished every lesson of a course."""
    return done_in(reached, course.id) == len(course.lessons)


def suspended_course(course: Course, reached: Sequence[LessonProgress]) -> Course | None:
    """Return the course that a member interrupted to take this course first.

    If there are several such courses, return the latest. Returns None if there is none.
    """
    found = (lessons()[one.lesson].course for one in reached if _is_suspended(one))
    return next((courses()[name] for name in found if courses()[name].after == course.id), None)


def _is_suspended(one: LessonProgress) -> bool:
    """Return whether this progress marks an interrupted course whose lesson the book still has."""
    return one.step == LESSON_NOT_BEGUN and one.lesson in lessons()


def step_in(reached: Sequence[LessonProgress], lesson: Lesson) -> LessonStep:
    """Return the step that a member has reached in a lesson.

    Returns the first step if the member has not started the lesson, or has finished it.
    """
    at = next((one.step for one in reached if one.lesson == lesson.id), LESSON_DONE)
    # No step has the key "done". The book may also have lost the step that was saved.
    return steps().get(f"{lesson.id}/{at}", lesson.steps[0])


def is_done(reached: Sequence[LessonProgress], lesson: Lesson) -> bool:
    """Return whether a member has finished a lesson."""
    return LessonProgress(lesson.id, LESSON_DONE) in reached


def done_in(reached: Sequence[LessonProgress], course: str) -> int:
    """Return how many lessons of a course a member has finished."""
    return sum(is_done(reached, lesson) for lesson in courses()[course].lessons)


def next_step(reached: Sequence[LessonProgress], course: str) -> LessonStep:
    """Return the step where a member continues a course, in the first unfinished lesson."""
    own = courses()[course].lessons
    lesson = next((one for one in own if not is_done(reached, one)), own[0])
    return step_in(reached, lesson)
