"""The pages of `/learn`: all courses, and the lessons of one course with the member's progress."""

from collections.abc import Iterator, Sequence

from discord import ui

import engine
from cogs.lessons.book import (
    Course,
    Lesson,
    courses,
    done_in,
    is_begun,
    is_course_done,
    is_done,
    lesson_title,
    lessons,
    next_step,
    started_lessons,
    suspended_course,
)
from cogs.ui.actions import Action
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import Item, Style, action_row, button, layout_view, select, text_display
from cogs.ui.texts import say
from data.models.members import LessonProgress


def courses_layout(reached: Sequence[LessonProgress]) -> ui.LayoutView:
    """Return the page of all courses, with a button that continues the member's latest course."""
    numbered = sorted(enumerate(courses().values()), key=lambda one: one[1].quick is None)
    labels = [(n, course_title(course), progress(course, reached)) for n, course in numbered]
    pick = select(Action.COURSE, *NO_TABLE, labels=labels, placeholder=say("learn.choose"))
    last = (
        [action_row(continue_button(latest(reached), reached))]
        if any(started_lessons(reached))
        else []
    )
    return layout_view(text_display(say("learn.heading"), say("learn.intro")), *last, pick)


def course_layout(
    course: Course, reached: Sequence[LessonProgress], *, through: bool = False
) -> ui.LayoutView:
    """Return the page of a course. `through` is True if the member has just finished the course."""
    title = course_title(course)
    words = [
        say("learn.course_heading", course=title),
        say("learn.through" if games_of(course) else "learn.through_common") if through else "",
        *(lesson_line(lesson, reached) for lesson in course.lessons),
        *(say("learn.rules", game=engine.GAMES[slug].name) for slug in games_of(course)),
    ]
    # By index among all lessons, because the values of our selects are numbers.
    labels = [(number_of(one), lesson_title(one), "") for one in course.lessons]
    pick = select(Action.LESSON, *NO_TABLE, labels=labels, placeholder=say("learn.pick"))
    onward = ways_on(course, reached)
    last = last_row(course, is_next=is_course_done(course, reached) and not onward)
    return layout_view(text_display(*words), *onward, *entry_buttons(course, reached), pick, last)


def entry_buttons(course: Course, reached: Sequence[LessonProgress]) -> Iterator[Item]:
    """Yield the buttons that begin or continue a course.

    If the member has neither begun this course nor finished the course before it, the earlier
    course comes first.
    """
    before = None if is_begun(course, reached) else courses().get(course.after or "")
    if before is not None and not is_course_done(before, reached):
        yield text_display(say("learn.builds_on", course=course_title(before)))
        yield action_row(
            continue_button(before, reached, course),
            study(course, say("learn.know"), Style.secondary),
        )
    else:
        yield action_row(continue_button(course, reached))


def last_row(course: Course, *, is_next: bool) -> Item:
    """Return the last row: practice games, the long course, and a button to all courses.

    `is_next` says that practice games are the next step, so their button is highlighted.
    """
    back = button(Action.COURSES, *NO_TABLE, label=say("learn.back"))
    style = Style.success if is_next else Style.secondary
    practices = (practise(slug, style) for slug in games_of(course))
    return action_row(*practices, *long_course(course), back)


def long_course(course: Course) -> list[Item]:
    """Return the button from a quick course to the full course of the same game."""
    if course.quick is None or course.quick == course.id:
        return []
    number = list(courses()).index(course.quick)
    return [button(Action.COURSES, *NO_TABLE, number, label=say("learn.long"))]


def games_of(course: Course) -> list[str]:
    """Return the game of a course, as a list of one.

    The list is empty for a course about all games.
    """
    return [slug for slug in engine.GAMES if slug == course.game]


def practise(slug: str, style: Style) -> Item:
    """Return the button that opens a practice game."""
    title, number = say("learn.practise", game=engine.GAMES[slug].name), list(engine.GAMES)
    return button(Action.PRACTISE, *NO_TABLE, number.index(slug), label=title, style=style)


def continue_button(
    course: Course, reached: Sequence[LessonProgress], sake: Course | None = None
) -> Item:
    """Return the button that continues a course.

    `sake` is another course, which the member suspends for this one and returns to afterwards.
    """
    step = next_step(reached, course.id)
    key = "learn.go_on" if is_begun(course, reached) else "learn.begin"
    is_done_with = is_course_done(course, reached)
    key = "learn.once_more" if is_done_with else key
    title = say(key, lesson=lesson_title(lessons()[step.lesson]), course=course_title(course))
    return study(course, title, Style.secondary if is_done_with else Style.success, sake)


def study(course: Course, title: str, style: Style, sake: Course | None = None) -> Item:
    """Return a button that opens a course.

    `sake` is another course, which the member suspends for this one and returns to afterwards.
    """
    numbered = list(courses())
    args = [numbered.index(one.id) for one in (course, sake) if one is not None]
    return button(Action.STUDY, *NO_TABLE, *args, label=title, style=style)


def latest(reached: Sequence[LessonProgress]) -> Course:
    """Return the course to continue: the one that the member was in last.

    If the member has finished that course, return the one that was suspended for it.
    """
    last = next(started_lessons(reached), None)
    course = courses()[last.course] if last else next(iter(courses().values()))
    return next_course(course, reached) or course


def next_course(course: Course, reached: Sequence[LessonProgress]) -> Course | None:
    """Return the course that the member suspended for this one.

    None if `course` is not finished, or if no course was suspended for it.
    """
    return suspended_course(course, reached) if is_course_done(course, reached) else None


def ways_on(course: Course, reached: Sequence[LessonProgress]) -> list[Item]:
    """Return the buttons below a finished course.

    One button opens the suspended course, if there is one. After a course about all games, the
    buttons open the courses that build on that course.
    """
    suspended = next_course(course, reached)
    if suspended is not None:
        title = say("learn.go_on", lesson=course_title(suspended))
        return [action_row(study(suspended, title, Style.success))]
    if games_of(course) or not is_course_done(course, reached):
        return []
    left = [one for one in courses().values() if one.after == course.id]
    left = [one for one in left if not is_course_done(one, reached)]
    buttons = [study(one, course_title(one), Style.primary) for one in left]
    return [action_row(*buttons)] if buttons else []


def number_of(lesson: Lesson) -> int:
    """Return the index of a lesson among all lessons."""
    return list(lessons()).index(lesson.id)


def course_title(course: Course) -> str:
    return say(f"lesson.course.{course.id}")


def lesson_line(lesson: Lesson, reached: Sequence[LessonProgress]) -> str:
    """Return a line with a lesson's title, and whether the member has finished the lesson."""
    key = "learn.lesson_done" if is_done(reached, lesson) else "learn.lesson_open"
    return say(key, lesson=lesson_title(lesson))


def progress(course: Course, reached: Sequence[LessonProgress]) -> str:
    """Return in words how many lessons of a course the member has finished."""
    return say("learn.progress", done=done_in(reached, course.id), n=len(course.lessons))
