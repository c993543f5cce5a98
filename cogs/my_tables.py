"""`/tables`: a member's tables on a server, with a link to each table that can be reached.

Discord sends no later event for messages that were deleted while the bot was down. So the bot asks
Discord for each message before it shows a link. If Discord does not answer in time, the bot assumes
that the message exists. `cogs.channels` pauses and moves tables without a channel.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, NO_CHANNEL, NO_MESSAGE, with_timeout
from cogs.game.deadlines import PACES
from cogs.game.interactions import look_up
from cogs.game.state import TableState, has_member_player, is_seat_taken_over
from cogs.narration.table_words import (
    deadline_timestamp,
    deciding_player,
    decision_in_words,
    game_name,
)
from cogs.ui.actions import Action, ActionId, ButtonAction
from cogs.ui.commands import anywhere
from cogs.ui.component import ComponentInteraction, Handler, component, component_by
from cogs.ui.layout import (
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    text_display,
)
from cogs.ui.replies import Reply, answer_deferred, defer, mark_committed, send
from cogs.ui.texts import channel_of_table, join_words, link_to_table, say
from data.models.deadlines import WHOLE_TABLE, Pause
from data.models.tables import TableRow, TableStatus

PROBE_TIMEOUT: Final = 1.5
"""Seconds for the requests to Discord, which run in parallel.

The command's answer is due after 3.
"""
SHOWN_IN: Final = 2.0
"""Seconds that an answer waits until the repaint queue has shown the table."""


class Reachability(Enum):
    """Whether a member can reach a table.

    MESSAGE: the table's message exists. PLACE: the channel exists, and the bot will send the
    message again. LOCKED: the channel exists, but the bot cannot write there. UNSENT: the lobby's
    message is still pending. NOWHERE: the channel is gone, or the lobby's message was deleted.
    """

    MESSAGE = "message"
    PLACE = "place"
    LOCKED = "locked"
    UNSENT = "unsent"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of the list.

    `state` is None for a lobby. `paused` is the pause of the whole table, or None. `homeless` means
    that the table's channel is gone.
    """

    row: TableRow
    state: TableState | None
    reach: Reachability
    paused: Pause | None
    homeless: bool


# ---- layout


def my_tables_layout(found: Sequence[ListedTable], user_id: int, notice: str = "") -> ui.LayoutView:
    """Return the list: games that wait for the member, then other games, then lobbies."""
    mine = sorted(found, key=lambda one: _sort_key(one, user_id))
    heading = text_display(say("tables.heading"), notice, "" if found else say("tables.none"))
    return layout_view(heading, *(item for one in mine for item in _entry(one, user_id)))


def _sort_key(found: ListedTable, user_id: int) -> tuple[bool, bool, float]:
    """Return the sort key: first games that wait for the member, then other games, then lobbies."""
    if found.state is None:
        return True, True, found.row.created
    return False, not _is_due(found.state, user_id), _deadline(found.state, user_id) or 0


def _entry(found: ListedTable, user_id: int) -> list[Item]:
    """Return the line of a table and its buttons."""
    state = found.state
    line = _lobby_line(found.row) if state is None else _game_line(state, user_id)
    paused = say("tables.paused", at=round(found.paused.until)) if found.paused else ""
    has_substitute = state is not None and is_seat_taken_over(state, user_id)
    key = "tables.held" if has_member_player(found.row) else "tables.held_alone"
    substitute = say(key) if has_substitute else ""
    parts = (line, substitute, paused, _link_line(found))
    words = text_display(" ".join(filter(None, parts)))
    back = [_take_back_button(found.row)] if has_substitute else []
    buttons = back + _remedies(found, user_id)
    return [words, action_row(*buttons)] if buttons else [words]


def _take_back_button(table: TableRow) -> Item:
    """Return the button with which a member takes their seat back."""
    return labelled_button(Action.TAKE_SEAT_BACK, table, "clock.do_", style=Style.success)


def _link_line(found: ListedTable) -> str:
    """Return the link to a table, or the reason why there is none."""
    match found.reach:
        case Reachability.NOWHERE:
            return say("tables.unseen")
        case Reachability.UNSENT:
            return say("tables.unsent")
        case Reachability.LOCKED:
            return say("tables.locked", link=link_to_table(found.row))
        case _:
            return link_to_table(found.row)


def _remedies(found: ListedTable, user_id: int) -> list[Item]:
    """Return the buttons that help with a table that the member cannot reach.

    Also for a table in whose channel the bot cannot write.
    """
    if found.reach in {Reachability.MESSAGE, Reachability.PLACE}:
        return []
    hosts = found.row.host_id == user_id
    again = [] if found.reach is Reachability.UNSENT else [Action.SHOWAGAIN]
    if found.state is not None:
        here = Action.MOVEHERE if found.homeless else Action.REOPEN
        shown = [here, *([Action.MODERATION_PAGE] if hosts else [])]
    elif hosts:
        shown = [*([Action.MOVEHERE] if found.homeless else again), Action.CLOSE]
    else:
        shown = [*([] if found.homeless else again), Action.LEAVE_LOST_LOBBY]
    return [_remedy_button(found.row, action) for action in shown]


def _remedy_button(table: TableRow, action: ButtonAction) -> Item:
    # The custom id needs the version of the game for a game's action, and of the lobby otherwise.
    seen = table.seq if action in {Action.REOPEN, Action.MODERATION_PAGE} else table.revision
    style = (
        Style.success
        if action in {Action.REOPEN, Action.MOVEHERE, Action.SHOWAGAIN}
        else Style.secondary
    )
    return button(action, table.id, seen, label=say(f"tables.{action}"), style=style)


def _is_due(state: TableState, user_id: int) -> bool:
    """Return whether the game waits for the member's decision."""
    return state.seat_of(user_id) in state.deciding()


def _deadline(state: TableState, user_id: int) -> float | None:
    """Return the deadline of the member's decision, or else the table's next deadline."""
    seat = state.seat_of(user_id)
    own = None if seat is None else state.open_decision(seat)
    return state.row.deadline if own is None else own.deadline


def _game_line(state: TableState, user_id: int) -> str:
    seats, at = state.deciding(), _deadline(state, user_id)
    if _is_due(state, user_id):
        what = decision_in_words(state, state.seat_of(user_id) or 0)
    else:
        what = say("tables.waits", who=join_words(deciding_player(state, seat) for seat in seats))
    return say(
        "tables.game",
        mark=say("tables.yours" if _is_due(state, user_id) else "tables.others"),
        game=game_name(state),
        round=state.view(None).round,
        what=what,
        until=deadline_timestamp(at) if at is not None and PACES[state.row.pace].reminds else "",
    )


def _lobby_line(table: TableRow) -> str:
    empty = sum(seat.player is None for seat in table.seats)
    return say("tables.lobby", game=engine.GAMES[table.game].name, n=empty)


# ---- whether the member can reach a table


async def my_tables(bot: TuppenceBot, guild: discord.Guild, user_id: int) -> list[ListedTable]:
    """Return the lobbies and games in which a member has a seat, and the lobbies they host."""
    store = bot.database
    rows = await store.tables.tables_of_member(guild.id, user_id)
    rows += await store.lobbies.hosted_by(guild.id, user_id)
    # In parallel: each table needs a request to Discord, and our answer is due after three seconds.
    return list(await asyncio.gather(*(_list_table(bot, guild, row) for row in rows)))


async def _list_table(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> ListedTable:
    """Return a table as an entry of the list. Asks Discord whether the member can reach it."""
    pauses = await bot.database.pauses.of_table(row.id)
    is_lost = any(pause.reason == "place" for pause in pauses)
    reach = await (_probe_missing_channel if is_lost else probe_message)(bot, guild, row)
    state = None if row.status is TableStatus.LOBBY else await load_listed_table(bot, row)
    paused = next((pause for pause in pauses if pause.seat == WHOLE_TABLE), None)
    return ListedTable(row, state, reach, paused, guild.get_channel(row.channel_id) is None)


async def load_listed_table(bot: TuppenceBot, row: TableRow) -> TableState:
    """Return the state of a game, with its open decisions while the game is in play."""
    try:
        return await bot.services.sessions.load(row.id)
    except Refusal:
        # The game has ended since `row` was read, so it has no open decisions.
        return await bot.services.sessions.load_ended(row)


async def _probe_missing_channel(
    bot: TuppenceBot, guild: discord.Guild, row: TableRow
) -> Reachability:
    """Ask Discord whether a channel that a table has lost is gone, locked, or back."""
    try:
        await with_timeout(bot, guild.fetch_channel(channel_of_table(row)), PROBE_TIMEOUT)
    except discord.NotFound:
        return Reachability.NOWHERE
    except discord.Forbidden:
        return Reachability.LOCKED
    except DISCORD_ERRORS:  # without an answer, show the link
        return Reachability.PLACE
    return Reachability.LOCKED


async def probe_message(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> Reachability:
    """Ask Discord for the table's message.

    If the message is missing, record that. The message of a game is then sent again.
    """
    is_lobby = row.status is TableStatus.LOBBY
    channel_id = row.channel_id if is_lobby else channel_of_table(row)
    message_id = row.lobby_message_id if is_lobby else row.message_id
    # Without an id there is no need to ask: the message was deleted, or is still pending.
    missing = NO_MESSAGE if message_id is None else await _missing_code(bot, channel_id, message_id)
    if missing is None:
        return Reachability.MESSAGE
    if message_id is not None:
        await bot.database.messages.mark_message_deleted(row.id, message_id)
    if is_lobby:
        return await _lobby_without_message(bot, guild, row)
    # The repaint queue sends the message again, or finds that the channel is missing.
    bot.services.activity.show(row)
    return Reachability.NOWHERE if missing == NO_CHANNEL else Reachability.PLACE


async def _lobby_without_message(
    bot: TuppenceBot, guild: discord.Guild, row: TableRow
) -> Reachability:
    """Return UNSENT if the lobby's message is pending, else NOWHERE."""
    has_channel = guild.get_channel(row.channel_id) is not None
    pending = await bot.database.messages.find_pending(row.id, "lobby")
    return Reachability.UNSENT if has_channel and pending else Reachability.NOWHERE


async def _missing_code(bot: TuppenceBot, channel_id: int, message_id: int) -> int | None:
    """Return Discord's code for the missing message or channel.

    Returns None if nothing is missing, or if Discord does not answer.
    """
    channel = bot.get_partial_messageable(channel_id)
    try:
        await with_timeout(bot, channel.fetch_message(message_id), PROBE_TIMEOUT)
    except discord.NotFound as error:
        return error.code if error.code in {NO_MESSAGE, NO_CHANNEL} else None
    except DISCORD_ERRORS:
        return None  # no answer in time, or no permission to ask
    return None


# ---- component handlers, and the command


def my_tables_component(
    action: ActionId, said: str, *, reappears: bool = False
) -> Callable[[Handler[ComponentInteraction]], Handler[ComponentInteraction]]:
    """Register the decorated function as the handler of an action in the list of tables.

    Args:
        action: The action, for a table that the member cannot reach.
        said: The catalogue key of the notice that the list shows after the action.
        reappears: Whether to show the notice only if the member can then reach the table.
    """

    async def answer(
        handler: Handler[ComponentInteraction], interaction: ComponentInteraction
    ) -> None:
        raw, table_id = interaction.raw, interaction.custom_id.table
        await defer(raw)
        await look_up(interaction)
        await handler(interaction)
        mark_committed(raw)
        # Wait before loading the list, so that the list shows whether the message was sent.
        await interaction.services.repaint_queue.wait_until_idle(table_id, SHOWN_IN)
        found = await load_my_tables(raw)
        is_so = not reappears or is_reachable(found, table_id)
        await answer_deferred(
            raw, Reply(my_tables_layout(found, raw.user.id, say(said) if is_so else ""))
        )

    return component_by(action, answer)


def is_reachable(found: Iterable[ListedTable], table_id: int) -> bool:
    ways = {Reachability.MESSAGE, Reachability.PLACE}
    return any(one.row.id == table_id and one.reach in ways for one in found)


@my_tables_component(Action.SHOWAGAIN, "tables.shown", reappears=True)
async def resend_lobby_message(interaction: ComponentInteraction) -> None:
    """Send a lobby's message again after somebody deleted it.

    Any member of the lobby may do this.
    """
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.placement.show_again(table_id, interaction.user_id))


@my_tables_component(Action.MOVEHERE, "tables.shown", reappears=True)
async def move_table_here(interaction: ComponentInteraction) -> None:
    """Move a table to the channel of this list, because its own channel is gone."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.wake(await services.placement.move(table_id, interaction.raw))


@my_tables_component(Action.LEAVE_LOST_LOBBY, "tables.stood_up")
async def leave_unreachable_lobby(interaction: ComponentInteraction) -> None:
    """Leave a lobby that the member cannot reach."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.lobbies.leave(table_id, interaction.user_id))


async def load_my_tables(raw: Interaction) -> list[ListedTable]:
    """Return the member's tables. Raises `Refusal` outside of a server."""
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    return await my_tables(raw.client, raw.guild, raw.user.id)


@component(Action.MY_TABLES)
async def show_my_tables(interaction: ComponentInteraction) -> None:
    """List the member's tables, as `/tables` does."""
    found = await load_my_tables(interaction.raw)
    await send(interaction.raw, Reply(my_tables_layout(found, interaction.user_id)))


class MyTablesCog(commands.Cog):
    """The command `/tables`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Your tables on this server, and who they are waiting for")
    @anywhere
    async def tables(self, raw: Interaction) -> None:
        """List the member's tables. Tables that wait for the member come first."""
        found = await load_my_tables(raw)
        await send(raw, Reply(my_tables_layout(found, raw.user.id)))


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(MyTablesCog(bot))
