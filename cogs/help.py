"""`/help`, `/rules`, `/learn` and `/practice`: what to press, and how a game is played."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

import engine
from cogs._game import lesson_step
from cogs._game.live import Live
from cogs._kit import verbs
from cogs._kit.client import Press
from cogs._kit.components import Style, button, row, screen, text
from cogs._kit.replies import Reply, acknowledged, done, tell
from cogs._kit.texts import say
from cogs._learning.book import Course, LessonStep, courses, lessons
from cogs._learning.courses_page import NO_TABLE, course_screen, courses_screen
from cogs._lobby.games import autocomplete, slug_of
from cogs._panel.panel import Page
from cogs._press.panel import AtSeat, PanelControl, StaleScreen, turned
from cogs._press.presses import AtTable, PlainControl, Pressed
from cogs._press.private_tables import (
    PrivateControl,
    StepControl,
    after,
    anew,
    course_at,
    one_of,
    practice,
    read_on,
    shown,
)
from cogs._screens.rules import rules_screen
from cogs._work.services import Furnished, Parlour, install
from data.people.learning import CoachingRow


class Learn(PlainControl, verb=verbs.LEARN):
    """**How to play**: the course of the table it was pressed at, or all of them."""

    async def act(self, press: Pressed) -> None:
        """Show it beside, for nobody else."""
        learner = await press.parlour.lessons.learner(press.user_id)
        row_ = await press.parlour.store.tables.find(self.address.table)
        course = None if row_ is None else courses().get(row_.game)
        view = course_screen(course, learner.reached) if course else courses_screen(learner.reached)
        await tell(press.interaction, Reply(view))


class AllCourses(PlainControl, verb=verbs.COURSES):
    """Back to the courses, or to the lessons of one."""

    async def act(self, press: Pressed) -> None:
        """Show them in place of what was pressed."""
        learner, number = await press.parlour.lessons.learner(press.user_id), self.argument()
        view = (
            courses_screen(learner.reached)
            if number < 0
            else course_screen(course_at(number), learner.reached)
        )
        await turned(press.interaction, Reply(view))


class ChooseCourse(PlainControl, verb=verbs.COURSE):
    """Look at a course."""

    async def act(self, press: Pressed) -> None:
        """Show its lessons."""
        learner = await press.parlour.lessons.learner(press.user_id)
        view = course_screen(course_at(self.choice), learner.reached)
        await turned(press.interaction, Reply(view))


class Study(PrivateControl, verb=verbs.STUDY):
    """Go on in a course."""

    async def led_to(self, press: Pressed) -> Live | Course:
        """The step where its member is."""
        course, member = course_at(self.argument()), press.interaction.user
        if self.argument(1) >= 0:
            await press.parlour.lessons.wait(member, course_at(self.argument(1)))
        return await press.parlour.lessons.resume(member, course.id)


class ChooseLesson(PrivateControl, verb=verbs.LESSON):
    """Go through a lesson, out of turn or once more."""

    async def led_to(self, press: Pressed) -> Live | Course:
        """The step where its member is in it."""
        lesson = one_of(list(lessons().values()), self.choice)
        return await press.parlour.lessons.study(press.interaction.user, lesson)


class NextStep(StepControl, verb=verbs.NEXT):
    """Go on after an aim is met."""

    async def onward(self, press: AtTable, step: LessonStep) -> Live | Course:
        """The next step, or the course that is done."""
        return await after(press, step)


class TryAgain(StepControl, verb=verbs.AGAIN):
    """Set a missed step up anew."""

    async def onward(self, press: AtTable, step: LessonStep) -> Live | Course:
        """The same step."""
        return await anew(press, step)


class ShowMe(PanelControl, verb=verbs.SHOWME):
    """Make the next of the best moves, for who has missed often."""

    async def act(self, press: AtSeat) -> Page:
        """Make it; of a step that was missed, on its table set up anew."""
        step = lesson_step.step_of(press.live)
        if step is None:
            raise StaleScreen
        press.live = await anew(press, step)
        press.seen = press.live.row.seq
        body = lesson_step.best_of(press.live)
        if body is not None:
            await press.play(body)
        return Page()


class Practise(PrivateControl, verb=verbs.PRACTISE):
    """Play against computer players, where nobody sees it."""

    async def led_to(self, press: Pressed) -> Live | Course:
        """The practice game of that game, as it was left or, if that is asked, a new one."""
        game = one_of(list(engine.GAMES), self.argument())
        return await practice(press, game, anew=self.argument(1) == 1)


class NextRound(PrivateControl, verb=verbs.ROUND):
    """Go on after the score of a practice round."""

    async def led_to(self, press: Pressed) -> Live | Course:
        """The same table, where the others play on."""
        live = await press.parlour.tables.load(self.address.table)
        at = AtTable(press.interaction, press.parlour, live)
        at.seated()
        return await read_on(at)


class SwitchCoach(PanelControl, verb=verbs.COACH):
    """Let the coach speak, or be silent."""

    async def tried(self, press: AtSeat) -> Page:
        """Remember it, whatever the panel had seen."""
        parlour, now = press.parlour, press.live.beside.coaching or CoachingRow()
        row_ = replace(now, silent=not now.silent)
        await parlour.store.learning.coach(press.user_id, row_)
        parlour.tables.changed(press.live.row.id)
        return Page()


class Help(commands.Cog):
    """The commands that explain."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    @app_commands.command(description="How to play here, in a minute")
    async def help(self, interaction: Press) -> None:
        """Tell the one who asked."""
        way = button(verbs.LEARN, *NO_TABLE, label=say("learn.how_to_play"), style=Style.primary)
        await tell(interaction, Reply(screen(text(say("help.text")), row(way))))

    @app_commands.command(description="The rules of a game, in short")
    @app_commands.describe(game="Which game", rule="One rule by its number, as a refusal names it")
    @app_commands.autocomplete(game=autocomplete)
    async def rules(self, interaction: Press, game: str, rule: str = "") -> None:
        """Tell the one who asked."""
        view = rules_screen(slug_of(game), rule)
        await tell(interaction, Reply(view))

    @app_commands.command(description="Learn a game in short lessons, at a table only you can see")
    @app_commands.guild_only()
    async def learn(self, interaction: Press) -> None:
        """Show the courses, for nobody else."""
        learner = await self.parlour.lessons.learner(interaction.user.id)
        await tell(interaction, Reply(courses_screen(learner.reached)))

    @app_commands.command(description="A practice game with a coach, at a table only you can see")
    @app_commands.describe(game="Which game to practise")
    @app_commands.autocomplete(game=autocomplete)
    @app_commands.guild_only()
    async def practice(self, interaction: Press, game: str) -> None:
        """Open it where its member left it, or a new one."""
        press = Pressed(interaction, self.parlour)
        slug = slug_of(game)
        async with acknowledged(interaction, thinking=True):
            live = await practice(press, slug)
            done(interaction)
        await shown(press, live)


KINDS = (
    Learn, AllCourses, ChooseCourse, Study, ChooseLesson, NextStep, TryAgain, ShowMe, Practise,
    NextRound, SwitchCoach,
)  # fmt: skip


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, *KINDS)
    await bot.add_cog(Help(bot.parlour))
