"""Interactions that open a member's private table: a step of a lesson, a practice game."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

import discord

import engine
from cogs._game import lesson_step
from cogs._game.live import Live
from cogs._game.practice import READ, TABLE, stands_still, unread
from cogs._game.tables import Tables
from cogs._kit.controls import ComponentInteraction, component_by
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledged, done, is_panel, show
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
from cogs._learning.book import (
    LEARNER,
    Course,
    Lesson,
    LessonStep,
    courses,
    lesson_after,
    lessons,
    step_after,
)
from cogs._learning.coach import fresh_table
from cogs._learning.courses_page import course_screen
from cogs._learning.progress import begun, is_begun, is_through, next_step, step_in
from cogs._learning.verdict import Stand
from cogs._lobby.computers import computer
from cogs._panel.panel import Page
from cogs._press.presses import AtTable
from cogs._work.substitutes import as_driver
from data.game.rows import Driver, Purpose, Status, TableRow
from data.learning.private import Learner, NewPrivate
from data.people.learning import DONE, WAITING, CoachingRow, Reached
from data.stores.learning import LearningStore

T = TypeVar("T")


UNSHUFFLED: Final = bytes(32)
"""The seed of a lesson: its position says where every card is."""
EASY: Final = "easy"
"""How well the others play in practice."""


PrivateTableHandler: TypeAlias = Callable[[ComponentInteraction], Awaitable[Live | Course]]
LessonStepHandler: TypeAlias = Callable[[AtTable, LessonStep], Awaitable[Live | Course]]


def private_table_component(
    action: Verb,
) -> Callable[[PrivateTableHandler], PrivateTableHandler]:
    """Register the decorated function as the handler of an action that opens a private table.

    The table that it returns is shown in place of the message; for a course whose last lesson is
    done, what comes after it.
    """
    return component_by(action, _open_private_table)


async def _open_private_table(
    handler: PrivateTableHandler, interaction: ComponentInteraction
) -> None:
    raw = interaction.raw
    async with acknowledged(raw, thinking=not is_panel(raw)):
        found = await handler(interaction)
        done(raw)
    if isinstance(found, Course):
        await interaction.services.private_tables.show_done(interaction, found)
    else:
        await shown(interaction, found)


def lesson_step_component(
    action: Verb,
) -> Callable[[LessonStepHandler], LessonStepHandler]:
    """Register the decorated function as the handler of an action at a step of a lesson.

    If that step is over, the member's present step is opened instead.
    """

    def register(handler: LessonStepHandler) -> LessonStepHandler:
        private_table_component(action)(partial(_go_on_from_step, handler))
        return handler

    return register


async def _go_on_from_step(
    handler: LessonStepHandler, interaction: ComponentInteraction
) -> Live | Course:
    try:
        live = await interaction.services.tables.load(interaction.custom_id.table)
    except Refusal:
        return await current(interaction)
    at = AtTable(interaction.raw, live, **interaction.inputs)
    step = lesson_step.step_of(live)
    return await (current(interaction) if step is None else handler(at, step))


async def read_on(interaction: AtTable) -> Live:
    """Remember that the member has read the score of the last round."""
    scored, now = unread(interaction.live), interaction.live.beside.coaching or CoachingRow()
    if scored is None:
        return interaction.live
    table = interaction.live.row.id
    heard = now.heard if now.heard.get(TABLE) == table else fresh_table(now.heard, table)
    kept = replace(now, heard={**heard, READ: scored.round})
    await interaction.store.learning.coach(interaction.user_id, kept)
    interaction.services.tables.changed(table)
    return await interaction.services.tables.load(table)


async def current(interaction: ComponentInteraction) -> Live:
    """Return the lesson that the member is in. Raises `Refusal` for one who has begun none."""
    live = await interaction.services.private_tables.current(interaction.raw.user)
    if live is None:
        raise Refusal("table.gone")
    return live


async def shown(interaction: ComponentInteraction, live: Live) -> None:
    """Show a private table to its member, then let the computer players move.

    In this order: their moves are shown on panels that are known.
    """
    await interaction.services.panels.show(interaction.raw, live, LEARNER, Page())
    interaction.services.activity.goes_on(live)


async def after(interaction: AtTable, step: LessonStep) -> Live | Course:
    """Return the step after one whose aim is met; the same step while it is not."""
    if lesson_step.standing(interaction.live, step).stand is not Stand.MET:
        return interaction.live
    following = await interaction.services.private_tables.after(interaction.raw.user, step)
    return following or courses()[lessons()[step.lesson].course]


async def anew(interaction: AtTable, step: LessonStep) -> Live:
    """Return the step restarted, with one more miss; unchanged while it is open."""
    if lesson_step.standing(interaction.live, step).is_open:
        return interaction.live
    misses = interaction.live.row.misses + 1
    return await interaction.services.private_tables.open(interaction.raw.user, step, misses=misses)


async def practice(interaction: ComponentInteraction, game: str, *, anew: bool = False) -> Live:
    """Return the practice game of a member, as they left it, or a new one."""
    lessons_ = interaction.services.private_tables
    kept = kept_practice(await lessons_.learner(interaction.user_id), game)
    if kept is not None and not anew:
        return await interaction.services.tables.load(kept.id)
    return await lessons_.practise(interaction.raw.user, game, seats_of(game))


def seats_of(game: str) -> int:
    """Return the number of seats in practice: four where the game allows it."""
    seats = engine.GAMES[game].seats
    return 4 if 4 in seats else seats[0]


def course_at(number: int) -> Course:
    """Return the course of a number. Raises `Refusal` if there is none."""
    return one_of(list(courses().values()), number)


def one_of(found: Sequence[T], number: int) -> T:
    """Return the item at an index. Raises `Refusal` for none: custom ids can be forged."""
    if not 0 <= number < len(found):
        raise Refusal("room.old_control")
    return found[number]


class Lessons:
    """The lessons and practice games of one bot. `entropy` gives that many random bytes."""

    def __init__(
        self, store: LearningStore, tables: Tables, entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._tables = tables
        self._entropy = entropy

    async def learner(self, user_id: int) -> Learner:
        """Return a member's progress, and their private tables."""
        return await self._store.learner(user_id)

    async def open(
        self, member: discord.abc.User, step: LessonStep, *done: Reached, misses: int = 0
    ) -> Live:
        """Set a step up for a member, in place of the lesson they had."""
        game, seats = step.position["game"], step.position["seats"]
        return await self._opened(
            NewPrivate(
                Purpose.LESSON,
                game,
                engine.GAMES[game].version,
                tuple(drivers(member, seats)),
                UNSHUFFLED,
                start=step.start,
                lesson=step.key,
                misses=misses,
                reached=(*done, Reached(step.lesson, step.id)),
            )
        )

    async def practise(self, member: discord.abc.User, game: str, seats: int) -> Live:
        """Deal a practice game for a member, in place of the one of that game they had."""
        return await self._opened(
            NewPrivate(
                Purpose.PRACTICE,
                game,
                engine.GAMES[game].version,
                tuple(drivers(member, seats)),
                self._entropy(32),
            )
        )

    async def _opened(self, new: NewPrivate) -> Live:
        return await self._tables.load((await self._store.open(new)).id)

    async def resume(self, member: discord.abc.User, course: str) -> Live:
        """Go on in a course where a member left it; from its begin when they are through."""
        learner = await self.learner(member.id)
        step = next_step(learner.reached, course)
        kept = kept_lesson(learner, step)
        return await (self._tables.load(kept.id) if kept else self.open(member, step))

    async def study(self, member: discord.abc.User, lesson: Lesson) -> Live:
        """Go through a lesson, from where a member is in it."""
        step = step_in((await self.learner(member.id)).reached, lesson)
        return await self.open(member, step)

    async def current(self, member: discord.abc.User) -> Live | None:
        """Return the lesson that a member was in last; None before the first."""
        learner = await self.learner(member.id)
        last = next(begun(learner.reached), None)
        return None if last is None else await self.resume(member, last.course)

    async def wait(self, member: discord.abc.User, course: Course) -> None:
        """Remember that a member takes an earlier course first, for the sake of this one."""
        if not is_begun(course, (await self.learner(member.id)).reached):
            await self._store.reach(member.id, Reached(course.lessons[0].id, WAITING))

    async def after(self, member: discord.abc.User, step: LessonStep) -> Live | None:
        """Return the next step, perhaps of the next lesson; None when the course is done."""
        following = step_after(step)
        if following is not None:
            return await self.open(member, following)
        done, lesson = Reached(step.lesson, DONE), lesson_after(lessons()[step.lesson])
        if lesson is not None:
            return await self.open(member, lesson.steps[0], done)
        await self._store.reach(member.id, done)
        return None

    async def missed(self, live: Live) -> None:
        """Count a miss of the learner."""
        await self._store.missed(live.row.id)
        self._tables.changed(live.row.id)

    async def typed_onward(self, interaction: AtTable, text: str) -> Live | Course | None:
        """Go on where a step or a round is over and the text says so; None for any other text."""
        if not stands_still(interaction.live) or text.strip().lower() != say("learn.onward"):
            return None
        step = lesson_step.step_of(interaction.live)
        if step is None:
            return await read_on(interaction)
        is_met = lesson_step.standing(interaction.live, step).stand is Stand.MET
        return await (after(interaction, step) if is_met else anew(interaction, step))

    async def show_done(self, interaction: ComponentInteraction, course: Course) -> None:
        """Say what comes after the last lesson, and whether the course has been gone through."""
        learner = await self.learner(interaction.user_id)
        view = course_screen(course, learner.reached, through=is_through(course, learner.reached))
        await show(interaction.raw, Reply(view))


def drivers(member: discord.abc.User, seats: int) -> Iterator[Driver]:
    """Yield the member, and computer players for all other seats."""
    own = as_driver(member)
    yield own
    taken = [own.name]
    for _ in range(1, seats):
        other = computer(taken, EASY)
        taken.append(other.name)
        yield other


def kept_lesson(learner: Learner, step: LessonStep) -> TableRow | None:
    """Return the member's table with this step, as they left it."""
    own = (row for row in learner.tables if row.status is Status.PLAYING)
    return next((row for row in own if row.lesson == step.key), None)


def kept_practice(learner: Learner, game: str) -> TableRow | None:
    """Return the member's practice game of a game, as they left it."""
    own = (row for row in learner.tables if row.purpose is Purpose.PRACTICE)
    return next((r for r in own if r.game == game and r.status is Status.PLAYING), None)
