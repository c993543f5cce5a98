"""Handlers of the table message's components, and the listener that resumes games at the start.

The layout of the message is in `layout`. The answers to single members are in `details` and
`scores`.
"""

from collections.abc import Callable
from functools import partial

import discord
from discord import ui
from discord.ext import commands

from cogs.core.bot import TuppenceBot
from cogs.game.interactions import TableInteraction
from cogs.game.permissions import load_permissions
from cogs.game.state import TableState, has_member_player, is_seat_taken_over
from cogs.game.visibility import check_served, load_here
from cogs.narration.computer_reasons import reasons_for_turn
from cogs.narration.interventions import lines
from cogs.table import spectators
from cogs.table.details import (
    LETS_SOMEBODY_IN,
    details_layout,
    leave_layout,
    log_layout,
    reasons_layout,
    rules_layout,
    seat_taken_over_layout,
)
from cogs.table.layout import with_moderation_button
from cogs.table.scores import score_layout
from cogs.table.spectators import is_spectator, spectator_row
from cogs.table.stale_messages import shows_table
from cogs.ui.actions import Action, ActionId
from cogs.ui.component import ComponentInteraction, Handler, component_after
from cogs.ui.first_answer import deferring
from cogs.ui.layout import Item, layout_view, text_display
from cogs.ui.off_server import check_works_for, works_here
from cogs.ui.places import is_on_server
from cogs.ui.replies import Reply, answer_deferred, defer, mark_committed, send, update_or_send
from cogs.ui.texts import say
from data.models.tables import TableRow, TableStatus


async def load_board_interaction(
    interaction: ComponentInteraction, table_id: int
) -> TableInteraction:
    """Load the table of an interaction with a table message.

    If the interaction comes from an older table message, mark that message as stale.

    Raises:
        Refusal: The table no longer exists.
    """
    raw = interaction.raw
    state = await load_here(raw, table_id)
    if raw.message is not None and raw.message.id != state.row.message_id:
        await mark_message_stale(raw.client, state, raw.message)
    return TableInteraction(raw, state, **interaction.inputs)


def board_component(
    action: ActionId,
) -> Callable[[Handler[TableInteraction]], Handler[TableInteraction]]:
    """Register the decorated function as the handler of an action on the table message."""

    async def load(interaction: ComponentInteraction) -> TableInteraction:
        loaded = await load_board_interaction(interaction, interaction.custom_id.table)
        check_works_for(loaded.raw, loaded.custom_id.action, loaded.state.row)
        return loaded

    return component_after(action, load)


@board_component(Action.HAND)
async def show_own_hand(interaction: TableInteraction) -> None:
    """Open the member's hand panel."""
    await open_hand(interaction)


@board_component(Action.LOG)
async def show_log(interaction: TableInteraction) -> None:
    """Show the log, with the moves as the member's seat sees them.

    If the custom id names a log entry, the page ends before that entry.
    """
    before = next(iter(interaction.custom_id.args), 0)
    await send(interaction.raw, Reply(await log_page(interaction, before)))


async def log_page(interaction: TableInteraction, before: int = 0) -> ui.LayoutView:
    """Return a page of the log. A spectator also gets buttons to follow the game and to react."""
    tables, state = interaction.database.tables, interaction.state
    done, found = await lines(tables, state), await tables.reactions(state.row.id)
    last = await spectator_rows(interaction, reacts=not before and bool(state.game.steps))
    return log_layout(state, state.seat_of(interaction.user_id), done, before, found, last)


async def spectator_rows(interaction: TableInteraction, *, reacts: bool) -> list[Item]:
    """Return the row of buttons for a spectator, or an empty list for a player."""
    state, user_id = interaction.state, interaction.user_id
    if not is_spectator(state, user_id):
        return []
    follows = user_id in await interaction.database.tables.followers(state.row.id)
    return [spectator_row(state, follows=follows, reacts=reacts)]


@board_component(Action.FOLLOW)
async def follow_game(interaction: TableInteraction) -> None:
    """Let the member follow the game (argument 1) or stop following it (0), and confirm that."""
    wants = await spectators.follow(interaction)
    mark_committed(interaction.raw)
    row = await spectator_rows(interaction, reacts=False)
    words = text_display(say("watch.followed" if wants else "watch.unfollowed"))
    await send(interaction.raw, Reply(layout_view(words, *row)))


@board_component(Action.REACT)
async def react_to_turn(interaction: TableInteraction) -> None:
    """Save a reaction to the newest turn, and show the log with that reaction."""
    await spectators.react(interaction)
    mark_committed(interaction.raw)
    await update_or_send(interaction.raw, Reply(await log_page(interaction)))


@board_component(Action.WHY)
async def explain_computer_turn(interaction: TableInteraction) -> None:
    """Explain the selected turn of a computer player, whose round must be over.

    The select's value is the last log entry of the turn.
    """
    await defer(interaction.raw, thinking=True)
    state, seat = interaction.state, interaction.state.seat_of(interaction.user_id)
    sentences = await interaction.services.sessions.background(
        partial(reasons_for_turn, state, interaction.choice, seat)
    )
    await answer_deferred(interaction.raw, Reply(reasons_layout(state, sentences)))


@board_component(Action.SCORE)
async def show_score(interaction: TableInteraction) -> None:
    await send(interaction.raw, Reply(score_layout(interaction.state)))


@board_component(Action.RULES)
async def show_rules(interaction: TableInteraction) -> None:
    """Show the short rules of the game."""
    row = interaction.state.row
    await send(interaction.raw, Reply(rules_layout(row.game, house=row.options)))


@board_component(Action.DETAILS)
async def show_details(interaction: TableInteraction) -> None:
    """Show seats, shuffle seal and house rules, with a button to leave."""
    state, raw = interaction.state, interaction.raw
    watching = await spectator_rows(interaction, reacts=False)
    seat, works = state.seat_of(interaction.user_id), partial(works_here, raw)
    view = details_layout(state, seat, watching, works)
    powers = await load_permissions(state, raw)
    here = is_on_server(raw, state.row.guild_id)
    if here and powers.is_any and state.row.status is TableStatus.PLAYING:
        view = with_moderation_button(view, state, runs=powers.runs)
    await (update_or_send if interaction.custom_id.args else send)(raw, Reply(view))


@board_component(Action.LEAVE_GAME)
async def leave_game(interaction: TableInteraction) -> None:
    """Ask for confirmation. Once the member confirms, give their seat to a computer player."""
    state, raw = interaction.state, interaction.raw
    if not interaction.custom_id.args:
        await update_or_send(raw, Reply(leave_layout(state, interaction.seated())))
        return
    check_served(raw, state.row)
    opens = interaction.argument() == LETS_SOMEBODY_IN
    row = await interaction.services.seat_changes.leave(
        state.row.id, interaction.user_id, opens=opens
    )
    mark_committed(raw)
    interaction.services.activity.wake(row)
    offered = say("board.left_open") if opens and has_member_player(row) else ""
    words = text_display(say(f"board.{what_follows(row)}"), offered)
    await update_or_send(raw, Reply(layout_view(words)))


def what_follows(row: TableRow) -> str:
    """Return the catalogue key of the text about how a game continues after a member left."""
    if row.status is not TableStatus.PLAYING:
        return "left_last"
    return "left" if has_member_player(row) else "left_waits"


async def mark_message_stale(bot: TuppenceBot, state: TableState, message: discord.Message) -> None:
    """Record that a replaced table message is stale, so that its components are removed later.

    Does nothing for a message that is not a table message.
    """
    if shows_table(message, state.row.id):
        await bot.database.messages.mark_stale(state.row.id, message.channel.id, message.id)
        bot.services.activity.show(state.row)


async def open_hand(interaction: TableInteraction) -> None:
    """Open the member's hand panel. If a substitute plays the seat, offer the seat back instead.

    Raises:
        Refusal: The member does not play at the table.
    """
    state, raw = interaction.state, interaction.raw
    if is_seat_taken_over(state, interaction.user_id):
        await send(raw, Reply(seat_taken_over_layout(state)))
        return
    seat = interaction.seated()
    async with deferring(raw, thinking=True):
        await interaction.services.hand_panels.open(raw, state, seat)


class TableCog(commands.Cog):
    """Resumes the games when the bot starts, and stops all work when it is unloaded."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self.resumed = False

    async def cog_unload(self) -> None:
        self.bot.services.activity.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Resume all games, only once. Discord sends this event again after reconnections."""
        if not self.resumed:
            self.resumed = True
            await self.bot.services.activity.resume()


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(TableCog(bot))
