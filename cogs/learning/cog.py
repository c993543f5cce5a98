"""`/help`, `/rules`, `/learn` and `/practice`, and the components of lessons and practice games."""

from dataclasses import replace

from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.game import private_tables
from cogs.game.interactions import TableInteraction, load_table_interaction, look_up
from cogs.game.state import TableState
from cogs.game.visibility import visible_row
from cogs.hand.interaction import PLAY, HandInteraction, StalePanel, accept_stale, hand_component
from cogs.hand.panel import HandPage
from cogs.learning.courses_page import course_layout, courses_layout
from cogs.learning.help_page import TOPICS, Topic, help_layout, topic_layout
from cogs.learning.private_tables import (
    at_index,
    course_at,
    is_practising,
    lesson_step_component,
    mark_round_read,
    next_step_table,
    open_private_table,
    practice,
    private_table_component,
    restart_step,
    show_private_table,
)
from cogs.lessons.book import Course, LessonStep, course_of_game, lessons
from cogs.narration.games_list import game_sections
from cogs.table.details import rules_layout
from cogs.ui.actions import Action
from cogs.ui.commands import anywhere, autocomplete, parse_game
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.first_answer import deferring
from cogs.ui.layout import Item, Style, action_row, button, layout_view, text_display
from cogs.ui.replies import Reply, mark_committed, send, update_or_send
from cogs.ui.texts import say
from data.models.members import CoachingRow


@component(Action.LEARN)
async def show_courses_or_course(interaction: ComponentInteraction) -> None:
    """Show the course for the table that has the button. Without a table, show all courses."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    table = await visible_row(interaction.raw, interaction.custom_id.table)
    if table is None:
        view = courses_layout(learner.reached)
    else:
        view = course_layout(course_of_game(table.game), learner.reached)
    await send(interaction.raw, Reply(view))


@component(Action.HOWTO)
async def show_lessons_of_game(interaction: ComponentInteraction) -> None:
    """Show the lessons for the game of a lobby."""
    lobby = await look_up(interaction)
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    await send(interaction.raw, Reply(course_layout(course_of_game(lobby.game), learner.reached)))


@component(Action.COURSES)
async def show_courses(interaction: ComponentInteraction) -> None:
    """Show the page of all courses, or the page of one course."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    # -1 means all courses. Any other number is the index of a course.
    reached, number = learner.reached, interaction.argument()
    view = courses_layout(reached) if number < 0 else course_layout(course_at(number), reached)
    await update_or_send(interaction.raw, Reply(view))


@component(Action.COURSE)
async def show_course(interaction: ComponentInteraction) -> None:
    """Show the lessons of the selected course."""
    learner = await interaction.services.private_tables.learner(interaction.user_id)
    view = course_layout(course_at(interaction.choice), learner.reached)
    await update_or_send(interaction.raw, Reply(view))


@private_table_component(Action.STUDY)
async def continue_course(interaction: ComponentInteraction) -> TableState | Course:
    """Continue a course at the member's step.

    The button may also name a second course. The member suspends that one to take the first.
    """
    service, member = interaction.services.private_tables, interaction.raw.user
    course = course_at(interaction.argument())
    if interaction.argument(1) >= 0:
        await service.suspend(member, course_at(interaction.argument(1)))
    return await service.resume(member, course.id)


@private_table_component(Action.LESSON)
async def open_lesson(interaction: ComponentInteraction) -> TableState | Course:
    """Open the selected lesson, even if the member has not reached it."""
    lesson = at_index(list(lessons().values()), interaction.choice)
    return await interaction.services.private_tables.study(interaction.raw.user, lesson)


@lesson_step_component(Action.NEXT_STEP)
async def next_step(interaction: TableInteraction, step: LessonStep) -> TableState | Course:
    """Open the step that follows a step whose aim is met."""
    return await next_step_table(interaction, step)


@lesson_step_component(Action.RETRY_STEP)
async def retry_step(interaction: TableInteraction, step: LessonStep) -> TableState | Course:
    """Open a missed step again."""
    return await restart_step(interaction, step)


@hand_component(Action.SHOWME)
async def play_best_move(interaction: HandInteraction) -> HandPage:
    """Make the next move of a best way for the member. If the step was missed, restart it first."""
    step = private_tables.step_of(interaction.state)
    if step is None:
        raise StalePanel
    interaction.state = await restart_step(interaction, step)
    # The member has not seen the restarted table. Without this line their move there would be
    # refused as stale.
    interaction.seen = interaction.state.row.seq
    body = private_tables.next_best_move(interaction.state)
    if body is not None:
        await interaction.play(body)
    return PLAY


ANEW, SURELY_ANEW = 1, 2
"""Arguments of the button for a new practice game. `ANEW` asks first if one is unfinished."""


@component(Action.PRACTISE)
async def open_practice_game(interaction: ComponentInteraction) -> None:
    """Open the member's unfinished practice game, or a new one.

    If a new game would replace an unfinished one, ask for confirmation first.
    """
    number, wanted = interaction.argument(), interaction.argument(1)
    game = at_index(list(engine.GAMES), number)
    if wanted == ANEW and await is_practising(interaction, game):
        await update_or_send(interaction.raw, Reply(anew_question(number)))
        return
    await open_private_table(_practice_game, interaction)


async def _practice_game(interaction: ComponentInteraction) -> TableState:
    game = at_index(list(engine.GAMES), interaction.argument())
    return await practice(interaction, game, anew=interaction.argument(1) in {ANEW, SURELY_ANEW})


def anew_question(number: int) -> ui.LayoutView:
    """Return the question whether to replace an unfinished practice game."""
    keep = button(Action.PRACTISE, *NO_TABLE, number, label=say("learn.keep"))
    sure, style = say("learn.anew_sure"), Style.danger
    anew = button(Action.PRACTISE, *NO_TABLE, number, SURELY_ANEW, label=sure, style=style)
    return layout_view(text_display(say("learn.anew_question")), action_row(keep, anew))


@private_table_component(Action.NEXT_PRACTICE_ROUND)
async def next_practice_round(interaction: ComponentInteraction) -> TableState | Course:
    """Continue the practice game after the member has read the score of a round."""
    at = await load_table_interaction(interaction)
    at.seated()
    return await mark_round_read(at)


# Also from a stale hand panel, because this action makes no move.
@hand_component(Action.COACH, check=accept_stale)
async def toggle_coach(interaction: HandInteraction) -> HandPage:
    """Switch the coach on or off."""
    before = interaction.state.circumstances.coaching or CoachingRow()
    after = replace(before, silent=not before.silent)
    await interaction.database.lessons.save_coaching_row(interaction.user_id, after)
    interaction.services.sessions.changed(interaction.state.row.id)
    return PLAY


def practice_page() -> ui.LayoutView:
    """Return the page of `/practice`: all games, each with a button for a practice game."""
    label = say("learn.practice_button")

    def button_of(number: int) -> Item:
        return button(Action.PRACTISE, *NO_TABLE, number, label=label, style=Style.primary)

    return layout_view(text_display(say("learn.practice_heading")), *game_sections(button_of))


@component(Action.PRACTICE_PAGE)
async def show_practice_page(interaction: ComponentInteraction) -> None:
    """Show all games with their buttons for practice."""
    await send(interaction.raw, Reply(practice_page()))


@component(Action.HELP_TOPIC)
async def show_help_topic(interaction: ComponentInteraction) -> None:
    """Show one topic of `/help`."""
    await send(interaction.raw, Reply(topic_layout(at_index(TOPICS, interaction.argument()))))


class LearningCog(commands.Cog):
    """The commands `/help`, `/rules`, `/learn` and `/practice`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="What you can do here, with a button for each")
    @app_commands.describe(topic="One topic; without it, the whole page")
    @anywhere
    async def help(self, raw: Interaction, topic: Topic | None = None) -> None:
        """Show the page of `/help`, or one topic."""
        await send(raw, Reply(topic_layout(topic) if topic else help_layout(raw)))

    @app_commands.command(description="The rules of a game, in short")
    @app_commands.describe(game="Which game", rule="One rule by its number, as a refusal names it")
    @app_commands.autocomplete(game=autocomplete)
    @anywhere
    async def rules(self, raw: Interaction, game: str, rule: str = "") -> None:
        """Show the rules of a game, or one rule."""
        view = rules_layout(parse_game(game), rule)
        await send(raw, Reply(view))

    @app_commands.command(description="Learn a game in short lessons, at a table only you can see")
    @anywhere
    async def learn(self, raw: Interaction) -> None:
        """Show the courses to this member only."""
        learner = await self.bot.services.private_tables.learner(raw.user.id)
        await send(raw, Reply(courses_layout(learner.reached)))

    @app_commands.command(description="A practice game with a coach, at a table only you can see")
    @app_commands.describe(game="Which game to practise; without it, you see all games")
    @app_commands.autocomplete(game=autocomplete)
    @anywhere
    async def practice(self, raw: Interaction, game: str = "") -> None:
        """Open the member's unfinished practice game, or a new one.

        Without a game, show all games.
        """
        if not game:
            await send(raw, Reply(practice_page()))
            return
        interaction, slug = ComponentInteraction(raw), parse_game(game)
        async with deferring(raw, thinking=True):
            state = await practice(interaction, slug)
            mark_committed(raw)
        await show_private_table(interaction, state)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(LearningCog(bot))
