"""Tests of the lessons' texts in every language: short, plain, and no term before it is taught."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from cogs.lessons.book import LessonStep, courses, lessons, steps
from engine.model.moves import Move
from render.text.catalogue import LANGUAGES, Catalogue

GLOSSARY: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("glossary.toml").read_text("utf-8")
)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
EVERY_TERM = pytest.mark.parametrize(
    "term", GLOSSARY["term"], ids=[term["en"][0] for term in GLOSSARY["term"]]
)
LONGEST, SENTENCE = 200, 20
"""Characters of a text, words of a sentence."""


def texts_of(step: LessonStep, language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a step, by its kind."""
    catalogue = Catalogue.load(language)
    others = [f"other_{number}" for number in range(1, len(step.other) + 1)]
    for which in ("say", "met", *others, "illegal"):
        yield which, catalogue.words(step.words(which))


def plain(text: str) -> str:
    return text.replace("**", "")


def sentences(text: str) -> list[str]:
    return [s for s in re.split(r"(?<=[.!?:])\s+|;\s+", plain(text)) if s]


@EVERY_LANGUAGE
def test_texts_and_sentences_are_short(language):
    for step in steps().values():
        for which, text in texts_of(step, language):
            assert len(plain(text)) <= LONGEST, (step.key, which)
            assert max(len(s.split()) for s in sentences(text)) <= SENTENCE, (step.key, which)


@EVERY_LANGUAGE
def test_every_lesson_and_course_has_a_name(language):
    catalogue = Catalogue.load(language)
    names = [catalogue.words(f"lesson.{one}.title") for one in lessons()]
    names += [catalogue.words(f"lesson.course.{one}") for one in courses()]
    assert len(set(names)) == len(lessons()) + len(courses())


@EVERY_LANGUAGE
def test_whatever_kind_of_move_misses_has_a_sentence(language):
    kinds = {move.__name__.lower() for move in get_args(Move)}
    assert len(kinds) > 10
    assert [
        kind for kind in kinds if not Catalogue.load(language).has(f"lesson.fallback.{kind}")
    ] == []


@EVERY_LANGUAGE
def test_no_text_holds_a_word_that_is_never_taught(language):
    never = re.compile(rf"\b({'|'.join(GLOSSARY['never'][language])})s?\b", re.IGNORECASE)
    for step in steps().values():
        for which, text in texts_of(step, language):
            assert not never.search(plain(text)), (step.key, which)


def before(step: LessonStep) -> list[str]:
    """Return the earlier steps of a learner: of this course, and of the courses before it.

    A step of a quick course counts as the one that it repeats.
    """
    course = courses()[lessons()[step.lesson].course]
    reach = [course.id, *filter(None, [course.after])]
    found = [one for one in steps().values() if lessons()[one.lesson].course in reach]
    return [one.source or one.key for one in found[: found.index(step)]]


def taught_by(step: LessonStep, which: str, place: str) -> bool:
    """Whether a place of the glossary is before a text, or the text itself."""
    key, _, at = place.partition("@")
    if key != (step.source or step.key):
        return key in before(step)
    return (at or "say") == "say" or which == at


@EVERY_LANGUAGE
@EVERY_TERM
def test_a_word_is_used_after_it_was_taught(language, term):
    forms = re.compile(rf"\b({'|'.join(term[language])})\b")
    for step in steps().values():
        for which, text in texts_of(step, language):
            if forms.search(plain(text)):
                taught = any(taught_by(step, which, place) for place in term["taught"])
                assert taught, (step.key, which, text)


@EVERY_LANGUAGE
@EVERY_TERM
def test_a_word_is_in_bold_where_it_is_taught(language, term):
    forms = re.compile("|".join(term[language]), re.IGNORECASE)
    for place in term["taught"]:
        key, _, which = place.partition("@")
        text = dict(texts_of(steps()[key], language))[which or "say"]
        assert forms.search(" ".join(re.findall(r"\*\*(.+?)\*\*", text))), place


@EVERY_LANGUAGE
def test_numbers_are_the_same_in_every_language(language):
    """English points are checked against the engine; the other languages must have the same."""
    for step in steps().values():
        for which, text in texts_of(step, language):
            english = dict(texts_of(step, "en"))[which]
            assert large(text) == large(english), (step.key, which)


def large(text: str) -> set[str]:
    """Return the points that a text names."""
    return {re.sub(r"[.,]", "", n) for n in re.findall(r"\d[\d.,]*\d\d", text)}
