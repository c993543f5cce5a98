"""Tests that a novice gets through every lesson, in English and German.

English with buttons, German by typing, every other course each, because a course takes more than a
second. `python -m tests.soak.novice` does all of them both ways in every language.
"""

import pytest

from cogs.lessons.book import courses
from tests.cogs.lessons.novice import Tapper, Typist
from tests.simulator import Member, Shown, Simulator

COURSES = list(courses())


async def begun(person: Member, course: str) -> Shown:
    """Return the first step of a course, chosen with buttons."""
    page = (await person.slash("learn")).message
    await person.choose(page, "course", [str(COURSES.index(course))])
    number = COURSES.index(course)
    study = next(c for c in page.controls if c.custom_id.endswith(f":{number}"))
    await person.press(page, study.custom_id)
    return page


@pytest.mark.parametrize("course", COURSES[::2])
async def test_a_novice_gets_through_by_taps(simulator: Simulator, course: str) -> None:
    ann = simulator.members[0]
    novice = Tapper(ann, await begun(ann, course))
    await novice.learn()
    assert "That's the whole course" in novice.shown.text
    assert not simulator.threads()


@pytest.mark.parametrize("course", COURSES[1::2])
async def test_a_novice_gets_through_by_words_in_german(simulator: Simulator, course: str) -> None:
    ann = simulator.members[0]
    ann.locale = "de"
    novice = Typist(ann, await begun(ann, course))
    await novice.learn()
    assert "Das war der ganze Kurs" in novice.shown.text
