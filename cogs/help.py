"""`/help`, `/rules`, `/learn` and `/practice`: what to press, and how a game is played."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

import engine
from cogs._game import lesson_step
from cogs._game.live import Live
from cogs._kit import verbs
from cogs._kit.address import NO_TABLE
from cogs._kit.client import Client, Press
from cogs._kit.components import Style, button, row, screen, text
from cogs._kit.controls import ComponentInteraction, component
from cogs._kit.replies import Reply, acknowledged, done, tell, turned
from cogs._kit.texts import say
from cogs._learning.book import Course, LessonStep, courses, lessons
from cogs._learning.courses_page import course_screen, courses_screen
from cogs._lobby.games import autocomplete, slug_of
from cogs._panel.panel import Page
from cogs._press.panel import PLAY, AtSeat, StaleScreen, accept_stale, hand_component
from cogs._press.presses import AtTable, load_table_interaction, look_up
from cogs._press.private_tables import (
    after,
    anew,
    course_at,
    lesson_step_component,
    one_of,
    practice,
    private_table_component,
    read_on,
    shown,
)
from cogs._screens.rules import rules_screen
from data.people.learning import CoachingRow


@component(verbs.LEARN)
async def show_courses_or_course(interaction: ComponentInteraction) -> None:
    """Show the course of the table that has the button, or all courses."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    row_ = await interaction.store.tables.find(interaction.custom_id.table)
    course = None if row_ is None else courses().get(row_.game)
    view = course_screen(course, learner.reached) if course else courses_screen(learner.reached)
    await tell(interaction.raw, Reply(view))


@component(verbs.HOWTO)
async def show_lessons_of_game(interaction: ComponentInteraction) -> None:
    """Show the lessons of the game, and its practice game."""
    lobby = await look_up(interaction)
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    await tell(interaction.raw, Reply(course_screen(courses()[lobby.game], learner.reached)))


@component(verbs.COURSES)
async def show_courses(interaction: ComponentInteraction) -> None:
    """Go back to the courses, or to the lessons of one."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    reached, number = learner.reached, interaction.argument()
    view = courses_screen(reached) if number < 0 else course_screen(course_at(number), reached)
    await turned(interaction.raw, Reply(view))


@component(verbs.COURSE)
async def show_course(interaction: ComponentInteraction) -> None:
    """Show the lessons of a course."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    view = course_screen(course_at(interaction.choice), learner.reached)
    await turned(interaction.raw, Reply(view))


@private_table_component(verbs.STUDY)
async def continue_course(interaction: ComponentInteraction) -> Live | Course:
    """Continue a course at the member's step."""
    service, member = interaction.services.private_tables, interaction.raw.user
    course = course_at(interaction.argument())
    if interaction.argument(1) >= 0:
        await service.wait(member, course_at(interaction.argument(1)))
    return await service.resume(member, course.id)


@private_table_component(verbs.LESSON)
async def open_lesson(interaction: ComponentInteraction) -> Live | Course:
    """Open a lesson, whether or not it is the member's next."""
    lesson = one_of(list(lessons().values()), interaction.choice)
    return await interaction.services.private_tables.study(interaction.raw.user, lesson)


@lesson_step_component(verbs.NEXT)
async def next_step(interaction: AtTable, step: LessonStep) -> Live | Course:
    """Open the next step after an aim is met."""
    return await after(interaction, step)


@lesson_step_component(verbs.AGAIN)
async def retry_step(interaction: AtTable, step: LessonStep) -> Live | Course:
    """Open a missed step again."""
    return await anew(interaction, step)


@hand_component(verbs.SHOWME)
async def play_best_move(interaction: AtSeat) -> Page:
    """Make the next of the best moves; restart the step first if it was missed."""
    step = lesson_step.step_of(interaction.live)
    if step is None:
        raise StaleScreen
    interaction.live = await anew(interaction, step)
    interaction.seen = interaction.live.row.seq
    body = lesson_step.best_of(interaction.live)
    if body is not None:
        await interaction.play(body)
    return PLAY


@private_table_component(verbs.PRACTISE)
async def open_practice_game(interaction: ComponentInteraction) -> Live | Course:
    """Open the practice game as it was left, or a new one."""
    game = one_of(list(engine.GAMES), interaction.argument())
    return await practice(interaction, game, anew=interaction.argument(1) == 1)


@private_table_component(verbs.ROUND)
async def next_practice_round(interaction: ComponentInteraction) -> Live | Course:
    """Continue the practice game after the score of a round."""
    at = await load_table_interaction(interaction)
    at.seated()
    return await read_on(at)


@hand_component(verbs.COACH, check=accept_stale)
async def toggle_coach(interaction: AtSeat) -> Page:
    """Switch the coach on or off."""
    services, now = interaction.services, interaction.live.beside.coaching or CoachingRow()
    row_ = replace(now, silent=not now.silent)
    await interaction.store.learning.coach(interaction.user_id, row_)
    services.tables.changed(interaction.live.row.id)
    return PLAY


class Help(commands.Cog):
    """The commands that explain."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="How to play here, in a minute")
    async def help(self, raw: Press) -> None:
        """Tell the one who asked."""
        way = button(verbs.LEARN, *NO_TABLE, label=say("learn.how_to_play"), style=Style.primary)
        await tell(raw, Reply(screen(text(say("help.text")), row(way))))

    @app_commands.command(description="The rules of a game, in short")
    @app_commands.describe(game="Which game", rule="One rule by its number, as a refusal names it")
    @app_commands.autocomplete(game=autocomplete)
    async def rules(self, raw: Press, game: str, rule: str = "") -> None:
        """Tell the one who asked."""
        view = rules_screen(slug_of(game), rule)
        await tell(raw, Reply(view))

    @app_commands.command(description="Learn a game in short lessons, at a table only you can see")
    @app_commands.guild_only()
    async def learn(self, raw: Press) -> None:
        """Show the courses, for nobody else."""
        learner = await self.bot.services.private_tables.learner(raw.user.id)
        await tell(raw, Reply(courses_screen(learner.reached)))

    @app_commands.command(description="A practice game with a coach, at a table only you can see")
    @app_commands.describe(game="Which game to practise")
    @app_commands.autocomplete(game=autocomplete)
    @app_commands.guild_only()
    async def practice(self, raw: Press, game: str) -> None:
        """Open it where its member left it, or a new one."""
        interaction, slug = ComponentInteraction(raw), slug_of(game)
        async with acknowledged(raw, thinking=True):
            live = await practice(interaction, slug)
            done(raw)
        await shown(interaction, live)


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Help(bot))
