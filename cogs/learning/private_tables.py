"""Private tables of members: steps of lessons and practice games, and how components open them.

Not here: the state of a step (`cogs.game.private_tables`), and the pages (`courses_page`).
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

import discord

import engine
from cogs.core.refusals import Refusal
from cogs.game import private_tables
from cogs.game.computer_players import make_computer_player
from cogs.game.interactions import TableInteraction
from cogs.game.length import usual_seats
from cogs.game.private_tables import (
    READ_ROUND_KEY,
    TABLE_KEY,
    is_onward,
    unread_round_score,
    waits_for_member,
)
from cogs.game.seat_changes import member_player
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.game.visibility import load_here
from cogs.hand.panel import HandPage
from cogs.learning.courses_page import course_layout
from cogs.lessons.book import (
    LEARNER,
    Course,
    Lesson,
    LessonStep,
    courses,
    is_begun,
    is_course_done,
    lesson_after,
    lessons,
    next_step,
    started_lessons,
    step_after,
    step_in,
)
from cogs.lessons.coach import fresh_table
from cogs.lessons.verdict import StepStatus
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, component_by
from cogs.ui.first_answer import deferring
from cogs.ui.replies import Reply, answer_deferred, is_private_message, mark_committed
from data.models.members import LESSON_DONE, LESSON_NOT_BEGUN, CoachingRow, LessonProgress
from data.models.tables import (
    LearnerState,
    NewPrivateTable,
    Player,
    TablePurpose,
    TableRow,
    TableStatus,
)
from data.repositories.lessons import LessonRepository

T = TypeVar("T")

UNSHUFFLED: Final = bytes(32)
"""The seed of a lesson, which needs none: its position has every card."""
EASY: Final = "easy"
"""The level of the computer players in practice games and lessons."""

PrivateTableHandler: TypeAlias = Callable[[ComponentInteraction], Awaitable[TableState | Course]]
LessonStepHandler: TypeAlias = Callable[
    [TableInteraction, LessonStep], Awaitable[TableState | Course]
]


def private_table_component(
    action: ActionId,
) -> Callable[[PrivateTableHandler], PrivateTableHandler]:
    """Register the decorated function as the handler of an action that opens a private table.

    The table that the handler returns replaces the message. If the handler returns a finished
    course, the page of that course replaces the message.
    """
    return component_by(action, open_private_table)


async def open_private_table(
    handler: PrivateTableHandler, interaction: ComponentInteraction
) -> None:
    """Show what a handler returns: the table that it opened, or the page of a finished course."""
    raw = interaction.raw
    # The table replaces a private message. A public message stays, and a new private one is sent.
    async with deferring(raw, thinking=not is_private_message(raw)):
        opened = await handler(interaction)
        # The table is on disk: a reply that fails must not read as if nothing was done.
        mark_committed(raw)
    if isinstance(opened, Course):
        await interaction.services.private_tables.show_done(interaction, opened)
    else:
        await show_private_table(interaction, opened)


def lesson_step_component(
    action: ActionId,
) -> Callable[[LessonStepHandler], LessonStepHandler]:
    """Register the decorated function as the handler of an action at a step of a lesson.

    If the step is over, the member's current step is opened instead.
    """

    def register(handler: LessonStepHandler) -> LessonStepHandler:
        private_table_component(action)(partial(_go_on_from_step, handler))
        return handler

    return register


async def _go_on_from_step(
    handler: LessonStepHandler, interaction: ComponentInteraction
) -> TableState | Course:
    try:
        state = await load_here(interaction.raw, interaction.custom_id.table)
    except Refusal:
        # The table was deleted: the member has opened another step since this message was sent.
        return await current(interaction)
    at = TableInteraction(interaction.raw, state, **interaction.inputs)
    step = private_tables.step_of(state)
    return await (current(interaction) if step is None else handler(at, step))


async def mark_round_read(interaction: TableInteraction) -> TableState:
    """Save that the member has read the score of the last round. Return the new state."""
    score = unread_round_score(interaction.state)
    if score is None:
        return interaction.state
    table_id = interaction.state.row.id
    before = interaction.state.circumstances.coaching or CoachingRow()
    is_same_table = before.heard.get(TABLE_KEY) == table_id
    heard = before.heard if is_same_table else fresh_table(before.heard, table_id)
    after = replace(before, heard={**heard, READ_ROUND_KEY: score.round})
    await interaction.database.lessons.save_coaching_row(interaction.user_id, after)
    interaction.services.sessions.changed(table_id)
    return await interaction.services.sessions.load(table_id)


async def current(interaction: ComponentInteraction) -> TableState:
    """Return the table of the member's current lesson.

    Raises:
        Refusal: The member has started no lesson.
    """
    state = await interaction.services.private_tables.current(interaction.raw.user)
    if state is None:
        raise Refusal("table.gone")
    return state


async def show_private_table(interaction: ComponentInteraction, state: TableState) -> None:
    """Show a private table to its member, then let the computer players move."""
    # In this order: the panel must be registered before a computer player moves, or it is not
    # edited.
    await interaction.services.hand_panels.show(interaction.raw, state, LEARNER, HandPage())
    interaction.services.activity.continue_game(state)


async def next_step_table(interaction: TableInteraction, step: LessonStep) -> TableState | Course:
    """Return the table of the next step, or the same table while the step's aim is not met.

    Returns the course if this was its last step.
    """
    if private_tables.step_status(interaction.state, step).status is not StepStatus.MET:
        return interaction.state
    following = await interaction.services.private_tables.after(interaction.raw.user, step)
    return following or courses()[lessons()[step.lesson].course]


async def restart_step(interaction: TableInteraction, step: LessonStep) -> TableState:
    """Return the table of a restarted step, with one more miss counted.

    While the step is open, return the same table.
    """
    if private_tables.step_status(interaction.state, step).is_open:
        return interaction.state
    misses = interaction.state.row.misses + 1
    return await interaction.services.private_tables.open(interaction.raw.user, step, misses=misses)


async def practice(
    interaction: ComponentInteraction, game: str, *, anew: bool = False
) -> TableState:
    """Return the member's unfinished practice game of a card game, or deal a new one.

    With `anew`, always deal a new one.
    """
    service = interaction.services.private_tables
    unfinished = _unfinished_practice(await service.learner(interaction.user_id), game)
    if unfinished is not None and not anew:
        return await interaction.services.sessions.load(unfinished.id)
    return await service.practise(interaction.raw.user, game, usual_seats(game))


async def is_practising(interaction: ComponentInteraction, game: str) -> bool:
    """Return whether the member has an unfinished practice game of this card game."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    return _unfinished_practice(learner, game) is not None


def course_at(number: int) -> Course:
    """Return the course with this index.

    Raises:
        Refusal: There is no such course.
    """
    return at_index(list(courses().values()), number)


def at_index(found: Sequence[T], number: int) -> T:
    """Return the item at an index from a custom id.

    Raises:
        Refusal: There is no such item. Custom ids can be forged.
    """
    if not 0 <= number < len(found):
        raise Refusal("room.old_control")
    return found[number]


class PrivateTableService:
    """The lessons and practice games of one bot. `entropy` returns that many random bytes."""

    def __init__(
        self, lessons_: LessonRepository, tables: TableSessions, entropy: Callable[[int], bytes]
    ) -> None:
        self._lessons = lessons_
        self._tables = tables
        self._entropy = entropy

    async def learner(self, user_id: int) -> LearnerState:
        """Return a member's progress in the lessons, and their private tables."""
        return await self._lessons.learner_state(user_id)

    async def open(
        self, member: discord.abc.User, step: LessonStep, *done: LessonProgress, misses: int = 0
    ) -> TableState:
        """Set up a step for a member, and save the member's progress.

        The new table replaces the member's last lesson table.

        Args:
            member: The learner.
            step: The step to open. The member's progress is set to it.
            done: Further progress to save, such as a lesson that the member has just finished.
            misses: How often the member has missed this step.
        """
        game, seats = step.position["game"], step.position["seats"]
        return await self._opened(
            NewPrivateTable(
                TablePurpose.LESSON,
                game,
                engine.GAMES[game].version,
                tuple(_players(member, seats)),
                UNSHUFFLED,
                start=step.start,
                lesson=step.key,
                misses=misses,
                reached=(*done, LessonProgress(step.lesson, step.id)),
            )
        )

    async def practise(self, member: discord.abc.User, game: str, seats: int) -> TableState:
        """Deal a practice game for a member.

        It replaces the member's earlier practice game of the same card game.
        """
        return await self._opened(
            NewPrivateTable(
                TablePurpose.PRACTICE,
                game,
                engine.GAMES[game].version,
                tuple(_players(member, seats)),
                self._entropy(32),
            )
        )

    async def _opened(self, new: NewPrivateTable) -> TableState:
        return await self._tables.load((await self._lessons.create_private_table(new)).id)

    async def resume(self, member: discord.abc.User, course: str) -> TableState:
        """Continue a course at the member's step.

        If the member has finished the course, start it from the beginning.
        """
        learner = await self.learner(member.id)
        step = next_step(learner.reached, course)
        table = _unfinished_lesson(learner, step)
        return await (self._tables.load(table.id) if table else self.open(member, step))

    async def study(self, member: discord.abc.User, lesson: Lesson) -> TableState:
        """Open a lesson at the member's step in it."""
        step = step_in((await self.learner(member.id)).reached, lesson)
        return await self.open(member, step)

    async def current(self, member: discord.abc.User) -> TableState | None:
        """Return the table of the lesson that a member was in last.

        None if the member has started no lesson.
        """
        learner = await self.learner(member.id)
        last = next(started_lessons(learner.reached), None)
        return None if last is None else await self.resume(member, last.course)

    async def suspend(self, member: discord.abc.User, course: Course) -> None:
        """Save that a member suspends this course to take an earlier one first."""
        # "Not begun" must not overwrite the progress of a member who has begun this course.
        if not is_begun(course, (await self.learner(member.id)).reached):
            await self._lessons.save_progress(
                member.id, LessonProgress(course.lessons[0].id, LESSON_NOT_BEGUN)
            )

    async def after(self, member: discord.abc.User, step: LessonStep) -> TableState | None:
        """Return the table of the next step, perhaps of the next lesson.

        None if the course is finished.
        """
        following = step_after(step)
        if following is not None:
            return await self.open(member, following)
        done = LessonProgress(step.lesson, LESSON_DONE)
        lesson = lesson_after(lessons()[step.lesson])
        if lesson is not None:
            return await self.open(member, lesson.steps[0], done)
        await self._lessons.save_progress(member.id, done)
        return None

    async def missed(self, state: TableState) -> None:
        """Count that the learner has missed the step of this table."""
        await self._lessons.count_miss(state.row.id)
        self._tables.changed(state.row.id)

    async def typed_onward(
        self, interaction: TableInteraction, text: str
    ) -> TableState | Course | None:
        """If the member typed a word for "continue", continue after a step or a round.

        Return None for any other text.
        """
        if not waits_for_member(interaction.state) or not is_onward(text):
            return None
        step = private_tables.step_of(interaction.state)
        if step is None:
            return await mark_round_read(interaction)
        is_met = private_tables.step_status(interaction.state, step).status is StepStatus.MET
        return await (
            next_step_table(interaction, step) if is_met else restart_step(interaction, step)
        )

    async def show_done(self, interaction: ComponentInteraction, course: Course) -> None:
        """Show the page of a course after its last lesson."""
        learner = await self.learner(interaction.user_id)
        view = course_layout(
            course, learner.reached, through=is_course_done(course, learner.reached)
        )
        await answer_deferred(interaction.raw, Reply(view))


def _players(member: discord.abc.User, seats: int) -> Iterator[Player]:
    """Yield the member as a player, then computer players for all other seats."""
    learner = member_player(member)
    yield learner
    taken = [learner.name]
    for _ in range(1, seats):
        other = make_computer_player(taken, EASY)
        taken.append(other.name)
        yield other


def _unfinished_lesson(learner: LearnerState, step: LessonStep) -> TableRow | None:
    """Return the member's unfinished table for this step, or None."""
    playing = (row for row in learner.tables if row.status is TableStatus.PLAYING)
    return next((row for row in playing if row.lesson == step.key), None)


def _unfinished_practice(learner: LearnerState, game: str) -> TableRow | None:
    """Return the member's unfinished practice game of this card game, or None."""
    practices = (row for row in learner.tables if row.purpose is TablePurpose.PRACTICE)
    return next((r for r in practices if r.game == game and r.status is TableStatus.PLAYING), None)
