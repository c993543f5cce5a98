"""The book of lessons: courses of lessons of steps, read once from `lessons.toml`.

What every key means stands at the head of that file. A step's sentences are in the catalogue, under
`lesson.<lesson>.<step>`.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from cogs._kit.texts import say

BOOK: Final = Path(__file__).with_name("lessons.toml")
LEARNER: Final = 0
"""The seat of whoever learns."""
HAND: Final = "4C 5D 6H"
"""The hands of all others, where a step does not give them."""

Scripted = tuple[int, str]
"""A seat, and the move that it makes."""


@dataclass(frozen=True, slots=True)
class Miss:
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
    other: tuple[Miss, ...]
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
            tuple(Miss(presses(o["move"]), scripted(o.get("then", ()))) for o in step["other"]),
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
