"""Tests of courses: which lesson or practice game comes next."""

import pytest

from cogs.learning.courses_page import course_layout
from cogs.lessons.book import courses
from cogs.ui.layout import Style
from data.models.members import LESSON_DONE, LessonProgress
from tests.cogs.lessons.test_lessons import at, begun
from tests.simulator import Member, Simulator
from tests.simulator.messages import walk


def test_after_the_last_lesson_a_practice_game_is_what_comes_next():
    course = courses()["pennies-from-heaven"]
    reached = [LessonProgress(lesson.id, LESSON_DONE) for lesson in course.lessons]
    found = walk(course_layout(course, reached).to_components())
    green = [one["label"] for one in found if one.get("style") == Style.success.value]
    assert green == ["Practise Pennies From Heaven"]


async def test_whoever_said_they_know_canasta_goes_on_in_the_course_they_chose(simulator):
    ann = simulator.members[0]
    shown = await begun(ann, "pennies-team")
    await ann.press(shown, "All lessons")
    assert "This course builds on" not in shown.text
    assert "Go on: Pennies: teams of three, and four kinds of canasta" in shown.labels


def green(course: str, reached: list[LessonProgress]) -> list[str]:
    """Return the labels of the green buttons on a course's page."""
    found = walk(course_layout(courses()[course], reached).to_components())
    return [one["label"] for one in found if one.get("style") == Style.success.value]


def through(course: str) -> list[LessonProgress]:
    """Finish a course."""
    return [LessonProgress(lesson.id, LESSON_DONE) for lesson in courses()[course].lessons]


async def reached_by(simulator: Simulator, person: Member) -> list[LessonProgress]:
    """Return the finished lessons of a member."""
    return list((await simulator.bot.database.lessons.learner_state(person.id)).reached)


async def test_whoever_began_canasta_for_another_course_is_led_back_to_it_at_its_end(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("learn")).message
    await ann.choose(page, "course", [str(list(courses()).index("pennies-from-heaven"))])
    await ann.press(page, "Begin: Canasta, from the first card")
    assert "Discard your cheapest" in page.text
    assert green("canasta", await reached_by(simulator, ann)) == ["Go on: Cards and points"]
    for one in through("canasta"):
        await simulator.bot.database.lessons.save_progress(ann.id, one)
    led = "Go on: Pennies From Heaven: what's different"
    assert green("canasta", await reached_by(simulator, ann)) == [led]
    page = (await ann.slash("learn")).message
    assert "Begin: Pennies From Heaven: what's different" in page.labels
    await ann.choose(page, "course", ["0"])
    await ann.press(page, led)
    assert "Add to your teammate's kings" in page.text


async def test_a_course_that_waits_is_not_begun(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("learn")).message
    await ann.choose(page, "course", [str(list(courses()).index("pennies-from-heaven"))])
    before = page.labels
    await ann.press(page, "Begin: Canasta, from the first card")
    page = (await ann.slash("learn")).message
    assert "Go on: Cards and points" in page.labels
    await ann.choose(page, "course", [str(list(courses()).index("pennies-from-heaven"))])
    assert before == tuple(one.replace("Go on: Cards and points", before[0]) for one in page.labels)


async def test_a_course_that_has_begun_does_not_wait_any_more(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("learn")).message
    await ann.choose(page, "course", [str(list(courses()).index("pennies-from-heaven"))])
    begin = page.find("Begin: Canasta, from the first card", "button").custom_id
    await ann.press(page, "I know this already")
    await ann.press_stale(page, begin)
    assert LessonProgress("pennies-team", "team") in await reached_by(simulator, ann)


def test_the_common_course_leads_to_all_games_where_none_waits():
    found = walk(course_layout(courses()["canasta"], through("canasta")).to_components())
    blue = [one["label"] for one in found if one.get("style") == Style.primary.value]
    assert blue == [
        *("Classic Canasta: what's different", "House Canasta: what's different"),
        *("Pennies From Heaven: what's different", "Ponytail Canasta: what's different"),
    ]


@pytest.mark.parametrize("name", [one.id for one in courses().values() if one.after])
def test_a_course_calls_no_other_game_what_it_builds_on(name):
    found = walk(course_layout(courses()[name], []).to_components())
    said = " ".join(str(one.get("content", one.get("label", ""))) for one in found)
    assert "If that course is new to you, start there." in said
    assert "I know this already" in said


async def test_after_the_last_lesson_alone_nobody_has_been_through_it_all(simulator):
    ann = simulator.members[0]
    await at(simulator, "rounds", "last")
    await ann.slash("move", text="meld 9S 9H 9D 9C 2S AH Jo")
    shown = (await ann.slash("hand")).message
    await ann.press(shown, "Done")
    assert "That's the whole course" not in shown.text
    assert "✅ Seven rounds" in shown.text
