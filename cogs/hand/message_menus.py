"""The menus on a message: *Read this table aloud* and *What happened since?*.

The menus read the table's number from the custom ids of the message. If the message has no
components, its thread identifies the table. `cogs.ui.menus` has the menus on a member.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.game.visibility import load_here, sees_channel, visible_row
from cogs.hand.about_page import table_in_words_layout
from cogs.narration.events import LogLine
from cogs.narration.interventions import lines
from cogs.narration.table_words import game_name, heading
from cogs.table.details import MAX_LOG_TEXT, log_detail_lines, older_row, page
from cogs.table.layout import LINES, absences, attention, last_turns
from cogs.ui.actions import Action
from cogs.ui.commands import on_messages
from cogs.ui.custom_id import CustomId, custom_ids_in
from cogs.ui.layout import layout_view, text_display
from cogs.ui.replies import Reply, send
from cogs.ui.texts import say, shorten
from render.text.alt_text import table_text

SHOW_AN_ENTRY: Final = frozenset(
    action.name for action in (Action.HAND, Action.SCORE, Action.ABOUT_PAGE)
)
"""Actions with a custom id whose version is the newest log entry that the message shows."""


async def read_aloud(raw: Interaction, message: discord.Message) -> None:
    """Show the table of a message in words, with what the member's own seat may know."""
    state = await _table_of(raw, message)
    seat = state.seat_of(raw.user.id)
    if seat is None:
        view = _public_words_layout(state)
    else:
        view = table_in_words_layout(state, seat, sees=sees_channel(raw, state.row))
    await send(raw, Reply(view))


def _public_words_layout(state: TableState) -> ui.LayoutView:
    """Return the table in words for members without a seat."""
    recent = last_turns(state, None, LINES) or [say("board.nothing_yet")]
    return layout_view(
        text_display(heading(state, state.view(None)), attention(state), *absences(state)),
        text_display(table_text(state.view(None), state.names())),
        text_display(*recent),
    )


async def tell_since(raw: Interaction, message: discord.Message) -> None:
    """Show the log since a message, with what the member's own seat may know."""
    state = await _table_of(raw, message)
    tables = raw.client.database.tables
    since = _shown_entry(message, state.row.id)
    if since is None:
        # An edited message shows the table as it was at the edit.
        at = (message.edited_at or message.created_at).timestamp()
        since = await tables.newest_entry_at(state.row.id, at)
    done = await lines(tables, state)
    await send(raw, Reply(_since_layout(state, state.seat_of(raw.user.id), done, since)))


def _since_layout(
    state: TableState, viewer: int | None, done: Sequence[LogLine], since: int
) -> ui.LayoutView:
    """Return the newest page of the log after an entry.

    An intervention has the number of the log entry before it. So those with number `since` are
    included.
    """
    later = [line for line in done if line.seq >= since]
    moves = [line for line in log_detail_lines(state, viewer, (), 0) if line.seq > since]
    found = sorted([*moves, *later], key=lambda line: line.seq)
    shown = page(found)
    told = [shorten(line.words, MAX_LOG_TEXT) for line in shown]
    words = told or [say("message_menus.nothing")]
    title = say("message_menus.since", game=game_name(state))
    older = [] if len(shown) == len(found) else [older_row(state, shown)]
    return layout_view(text_display(title, *words), *older)


# ---- the table of a message


async def _table_of(raw: Interaction, message: discord.Message) -> TableState:
    """Return the state of the table that a message is about.

    Raises:
        Refusal: The message is about none of the tables that the member may see. Or the game has
            not begun.
    """
    table_id = await _table_id_of(raw, message)
    if table_id is None or await visible_row(raw, table_id) is None:
        raise Refusal("message_menus.no_table")
    return await load_here(raw, table_id)


async def _table_id_of(raw: Interaction, message: discord.Message) -> int | None:
    """Return the only table that one of our messages is about; None for other messages."""
    bot = raw.client.user
    if bot is None or message.author.id != bot.id:
        return None
    named = {custom_id.table for custom_id in _custom_ids(message) if custom_id.table}
    if not named:
        named = await _tables_in_thread(raw, message.channel.id)
    return named.pop() if len(named) == 1 else None


def _custom_ids(message: discord.Message) -> list[CustomId]:
    return [*custom_ids_in(message.components)]


async def _tables_in_thread(raw: Interaction, place: int) -> set[int]:
    """Return the tables in play in the interaction's thread; none outside of a thread.

    A message in an ordinary channel may belong to any of several tables.
    """
    if not isinstance(raw.channel, discord.Thread):
        return set()
    return {*await raw.client.database.tables.playing_in_channel(place)}


def _shown_entry(message: discord.Message, table_id: int) -> int | None:
    """Return the newest log entry that a message shows; None if no custom id has it."""
    return next(
        (
            custom_id.version
            for custom_id in _custom_ids(message)
            if custom_id.action in SHOW_AN_ENTRY and custom_id.table == table_id
        ),
        None,
    )


# ---- the menus


def _message_menu(
    name: str, callback: Callable[[Interaction, discord.Message], Awaitable[None]]
) -> app_commands.ContextMenu:
    """Return a menu on a message. `name` is its English name."""

    # discord.py reads the kind of the menu from the annotation of a function of two arguments.
    async def chosen(raw: Interaction, message: discord.Message) -> None:
        await callback(raw, message)

    return on_messages(app_commands.ContextMenu(name=name, callback=chosen))


class MessageMenusCog(commands.Cog):
    """The menus on a message."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self.menus = (
            _message_menu("Read this table aloud", read_aloud),
            _message_menu("What happened since?", tell_since),
        )

    async def cog_load(self) -> None:
        for menu in self.menus:
            self.bot.tree.add_command(menu)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(MessageMenusCog(bot))
