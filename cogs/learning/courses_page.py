"""`/learn`: the courses, and the lessons of one with what is done of them."""

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
    """All courses, to choose from; the one of last first of all."""
    labels = [
        (number, course_title(course), progress(course, reached))
        for number, course in enumerate(courses().values())
    ]
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
    """The lessons of a course, and the way into it; `through`: it is finished, which is said."""
    title = course_title(course)
    words = [
        say("learn.course_heading", course=title),
        say("learn.through" if games_of(course) else "learn.through_common") if through else "",
        *(lesson_line(lesson, reached) for lesson in course.lessons),
        *(say("learn.rules", game=engine.GAMES[slug].name) for slug in games_of(course)),
    ]
    labels = [(number_of(one), lesson_title(one), "") for one in course.lessons]
    pick = select(Action.LESSON, *NO_TABLE, labels=labels, placeholder=say("learn.pick"))
    on = ways_on(course, reached)
    last = last_row(course, is_next=is_course_done(course, reached) and not on)
    return layout_view(text_display(*words), *on, *entry_buttons(course, reached), pick, last)


def entry_buttons(course: Course, reached: Sequence[LessonProgress]) -> Iterator[Item]:
    """Where to begin: with the course before, where that is not done and this one not begun."""
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
    """A practice game, which is the next thing after the last lesson, and the way back."""
    back = button(Action.COURSES, *NO_TABLE, label=say("learn.back"))
    style = Style.success if is_next else Style.secondary
    return action_row(*(practise(slug, style) for slug in games_of(course)), back)


def games_of(course: Course) -> list[str]:
    """The game that a course is about; none for what several have in common."""
    return [slug for slug in engine.GAMES if slug == course.id]


def practise(slug: str, style: Style) -> Item:
    """The button for a practice game."""
    title, number = say("learn.practise", game=engine.GAMES[slug].name), list(engine.GAMES)
    return button(Action.PRACTISE, *NO_TABLE, number.index(slug), label=title, style=style)


def continue_button(
    course: Course, reached: Sequence[LessonProgress], sake: Course | None = None
) -> Item:
    """The button into a course, where its member is; perhaps for the `sake` of another."""
    step = next_step(reached, course.id)
    key = "learn.go_on" if is_begun(course, reached) else "learn.begin"
    over = is_course_done(course, reached)
    key = "learn.once_more" if over else key
    title = say(key, lesson=lesson_title(lessons()[step.lesson]), course=course_title(course))
    return study(course, title, Style.secondary if over else Style.success, sake)


def study(course: Course, title: str, style: Style, sake: Course | None = None) -> Item:
    """A button into a course, for the sake of another that comes after it."""
    numbered = list(courses())
    args = [numbered.index(one.id) for one in (course, sake) if one is not None]
    return button(Action.STUDY, *NO_TABLE, *args, label=title, style=style)


def latest(reached: Sequence[LessonProgress]) -> Course:
    """The course that a member was in last, or the one that waited until it was done."""
    last = next(started_lessons(reached), None)
    course = courses()[last.course] if last else next(iter(courses().values()))
    return next_course(course, reached) or course


def next_course(course: Course, reached: Sequence[LessonProgress]) -> Course | None:
    """The course that waited until this one was done; None before, and where none did."""
    return suspended_course(course, reached) if is_course_done(course, reached) else None


def ways_on(course: Course, reached: Sequence[LessonProgress]) -> list[Item]:
    """From a course that is done to the one that waited; of what has no game, to all after it."""
    waiting = next_course(course, reached)
    if waiting is not None:
        title = say("learn.go_on", lesson=course_title(waiting))
        return [action_row(study(waiting, title, Style.success))]
    if games_of(course) or not is_course_done(course, reached):
        return []
    left = [one for one in courses().values() if one.after == course.id]
    left = [one for one in left if not is_course_done(one, reached)]
    buttons = [study(one, course_title(one), Style.primary) for one in left]
    return [action_row(*buttons)] if buttons else []


def number_of(lesson: Lesson) -> int:
    """The place of a lesson among all."""
    return list(lessons()).index(lesson.id)


def course_title(course: Course) -> str:
    """What a course is called."""
    return say(f"lesson.course.{course.id}")


def lesson_line(lesson: Lesson, reached: Sequence[LessonProgress]) -> str:
    """A lesson, and whether it is done."""
    key = "learn.lesson_done" if is_done(reached, lesson) else "learn.lesson_open"
    return say(key, lesson=lesson_title(lesson))


def progress(course: Course, reached: Sequence[LessonProgress]) -> str:
    """How far a member is in a course."""
    return say("learn.progress", done=done_in(reached, course.id), n=len(course.lessons))
