"""Presses that lead to a member's private tables: a lesson's step, a practice game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import engine
from cogs._game import lesson_step
from cogs._game.live import Live
from cogs._game.practice import READ, TABLE, unread
from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledged, done, is_panel, show
from cogs._kit.texts import say
from cogs._learning.book import LEARNER, Course, LessonStep, courses, lessons
from cogs._learning.coach import fresh_table
from cogs._learning.courses_page import course_screen
from cogs._learning.progress import is_through
from cogs._learning.verdict import Stand
from cogs._panel.panel import Page
from cogs._press.presses import AtTable, ParlourControl, Pressed
from cogs._work.lessons import kept_practice
from data.people.learning import CoachingRow

T = TypeVar("T")


class PrivateControl(ParlourControl):
    """A control that leads to a private table, shown where it was pressed."""

    async def press(self, interaction: Press) -> None:
        """Go there; after the last lesson of a course there is no further step."""
        press = Pressed(interaction, self.parlour)
        async with acknowledged(interaction, thinking=not is_panel(interaction)):
            live = await self.led_to(press)
            done(interaction)
        await (show_done(press, live) if isinstance(live, Course) else shown(press, live))

    async def led_to(self, press: Pressed) -> Live | Course:
        """The table, or the course whose last lesson is done."""
        raise NotImplementedError


async def show_done(press: Pressed, course: Course) -> None:
    """Say what comes after the last lesson, and whether the course has been gone through."""
    learner = await press.parlour.lessons.learner(press.user_id)
    view = course_screen(course, learner.reached, through=is_through(course, learner.reached))
    await show(press.interaction, Reply(view))


async def typed_onward(press: AtTable, text: str) -> Live | Course | None:
    """Where the word to go on leads, once a step or a round is over; None for any other text."""
    if not stands_still(press.live) or text.strip().lower() != say("learn.onward"):
        return None
    step = lesson_step.step_of(press.live)
    if step is None:
        return await read_on(press)
    is_met = lesson_step.standing(press.live, step).stand is Stand.MET
    return await (after(press, step) if is_met else anew(press, step))


def stands_still(live: Live) -> bool:
    """Whether a private table waits until its member goes on: after a step, or a round."""
    return lesson_step.is_settled(live) or unread(live) is not None


async def read_on(press: AtTable) -> Live:
    """Remember that the score of the last round was read."""
    scored, now = unread(press.live), press.live.beside.coaching or CoachingRow()
    if scored is None:
        return press.live
    table = press.live.row.id
    heard = now.heard if now.heard.get(TABLE) == table else fresh_table(now.heard, table)
    kept = replace(now, heard={**heard, READ: scored.round})
    await press.parlour.store.learning.coach(press.user_id, kept)
    press.parlour.tables.changed(table)
    return await press.parlour.tables.load(table)


class StepControl(PrivateControl):
    """A control of a lesson's step."""

    async def led_to(self, press: Pressed) -> Live | Course:
        """Where it leads; from a step that is gone, to the one where its member is."""
        try:
            live = await press.parlour.tables.load(self.address.table)
        except Refusal:
            return await current(press)
        at = AtTable(press.interaction, press.parlour, live)
        step = lesson_step.step_of(live)
        return await current(press) if step is None else await self.onward(at, step)

    async def onward(self, press: AtTable, step: LessonStep) -> Live | Course:
        """Where it leads from a step."""
        raise NotImplementedError


async def current(press: Pressed) -> Live:
    """The lesson that a member is in. Raises `Refusal` for who has begun none."""
    live = await press.parlour.lessons.current(press.interaction.user)
    if live is None:
        raise Refusal("table.gone")
    return live


async def shown(press: Pressed, live: Live) -> None:
    """Show a private table to its member, then let the others there go on.

    In this order: what they do is shown on panels that are known.
    """
    await press.parlour.panels.show(press.interaction, live, LEARNER, Page())
    press.parlour.goes_on(live)


async def after(press: AtTable, step: LessonStep) -> Live | Course:
    """The step that follows on one whose aim is met; the same as long as it is not."""
    if lesson_step.standing(press.live, step).stand is not Stand.MET:
        return press.live
    following = await press.parlour.lessons.after(press.interaction.user, step)
    return following or courses()[lessons()[step.lesson].course]


async def anew(press: AtTable, step: LessonStep) -> Live:
    """The same step from its begin, one miss later; as it is while it is open."""
    if lesson_step.standing(press.live, step).is_open:
        return press.live
    misses = press.live.row.misses + 1
    return await press.parlour.lessons.open(press.interaction.user, step, misses=misses)


async def practice(press: Pressed, game: str, *, anew: bool = False) -> Live:
    """The practice game of a member, as they left it, or a new one."""
    lessons_ = press.parlour.lessons
    kept = kept_practice(await lessons_.learner(press.user_id), game)
    if kept is not None and not anew:
        return await press.parlour.tables.load(kept.id)
    return await lessons_.practise(press.interaction.user, game, seats_of(game))


def seats_of(game: str) -> int:
    """How many play in practice: four where the game allows it."""
    seats = engine.GAMES[game].seats
    return 4 if 4 in seats else seats[0]


def course_at(number: int) -> Course:
    """The course of a number. Raises `Refusal` for one that there is not."""
    return one_of(list(courses().values()), number)


def one_of(found: Sequence[T], number: int) -> T:
    """What has that number. Raises `Refusal` where nothing has: ids are not to be trusted."""
    if not 0 <= number < len(found):
        raise Refusal("room.old_control")
    return found[number]
