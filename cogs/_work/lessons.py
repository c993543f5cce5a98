"""Lessons and practice: opens a member's private tables, where they left off."""

from collections.abc import Callable, Iterator
from typing import Final

import discord

import engine
from cogs._game.live import Live
from cogs._game.tables import Tables
from cogs._learning.book import Course, Lesson, LessonStep, lesson_after, lessons, step_after
from cogs._learning.progress import begun, is_begun, next_step, step_in
from cogs._lobby.computers import computer
from cogs._lobby.lobbies import as_driver
from data.game.rows import Driver, Purpose, Status, TableRow
from data.learning.private import Learner, NewPrivate
from data.people.learning import DONE, WAITING, Reached
from data.stores.learning import LearningStore

UNSHUFFLED: Final = bytes(32)
"""The seed of a lesson: its position says where every card is."""
EASY: Final = "easy"
"""How well the others play in practice."""


class Lessons:
    """The lessons and practice games of one bot. `entropy` gives that many random bytes."""

    def __init__(
        self, store: LearningStore, tables: Tables, entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._tables = tables
        self._entropy = entropy

    async def learner(self, user_id: int) -> Learner:
        """What a member has learnt, and their private tables."""
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
        """The lesson that a member was in last; None for who has begun none."""
        learner = await self.learner(member.id)
        last = next(begun(learner.reached), None)
        return None if last is None else await self.resume(member, last.course)

    async def wait(self, member: discord.abc.User, course: Course) -> None:
        """Keep that a member goes through the course before this one for its sake."""
        if not is_begun(course, (await self.learner(member.id)).reached):
            await self._store.reach(member.id, Reached(course.lessons[0].id, WAITING))

    async def after(self, member: discord.abc.User, step: LessonStep) -> Live | None:
        """The step that follows, perhaps of the next lesson; None when the course is done."""
        following = step_after(step)
        if following is not None:
            return await self.open(member, following)
        done, lesson = Reached(step.lesson, DONE), lesson_after(lessons()[step.lesson])
        if lesson is not None:
            return await self.open(member, lesson.steps[0], done)
        await self._store.reach(member.id, done)
        return None

    async def missed(self, live: Live) -> None:
        """A learner has tried what is forbidden."""
        await self._store.missed(live.row.id)
        self._tables.changed(live.row.id)


def drivers(member: discord.abc.User, seats: int) -> Iterator[Driver]:
    """The member, and computer players on all other seats."""
    own = as_driver(member)
    yield own
    taken = [own.name]
    for _ in range(1, seats):
        other = computer(taken, EASY)
        taken.append(other.name)
        yield other


def kept_lesson(learner: Learner, step: LessonStep) -> TableRow | None:
    """The member's table that shows this step, as they left it."""
    own = (row for row in learner.tables if row.status is Status.PLAYING)
    return next((row for row in own if row.lesson == step.key), None)


def kept_practice(learner: Learner, game: str) -> TableRow | None:
    """The member's practice game of a game, as they left it."""
    own = (row for row in learner.tables if row.purpose is Purpose.PRACTICE)
    return next((r for r in own if r.game == game and r.status is Status.PLAYING), None)
