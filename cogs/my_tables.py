"""A member's tables on a server, and whether each can be reached.

What moderators delete is not told to the bot: before a way is shown, Discord is asked whether
there is anything at its end. Where Discord does not answer in time, the way is believed.
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
from cogs.game.state import TableState, has_member_player, is_seat_taken_over
from cogs.narration.table_words import (
    deadline_timestamp,
    deciding_player,
    decision_in_words,
    game_name,
)
from cogs.ui.actions import Action, ActionId, ButtonAction
from cogs.ui.component import ComponentInteraction, Handler, component_by
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


class Reachability(Enum):
    """How near one comes to a table: to its message, to its place only, or not at all.

    LOCKED: it can be seen, but not go on there. UNSENT: its message is under way.
    """

    MESSAGE = "message"
    PLACE = "place"
    LOCKED = "locked"
    UNSENT = "unsent"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of a member; `live` once it has been dealt. `homeless`: its channel is gone."""

    row: TableRow
    live: TableState | None
    reach: Reachability
    paused: Pause | None
    homeless: bool


def my_tables_layout(found: Sequence[ListedTable], user_id: int, notice: str = "") -> ui.LayoutView:
    """A member's games, those that wait for them first, then the lobbies."""
    mine = sorted(found, key=lambda one: urgency(one, user_id))
    heading = text_display(say("tables.heading"), notice, "" if found else say("tables.none"))
    return layout_view(heading, *(item for one in mine for item in entry(one, user_id)))


def urgency(found: ListedTable, user_id: int) -> tuple[bool, bool, float]:
    """What comes first: games that wait for the member, then by their deadline; lobbies last."""
    if found.live is None:
        return True, True, found.row.created
    return False, not waits_for(found.live, user_id), deadline(found.live, user_id) or 0


def entry(found: ListedTable, user_id: int) -> list[Item]:
    """One table: its line, and what can be done where no way leads to it."""
    live = found.live
    line = lobby_line(found.row) if live is None else game_line(live, user_id)
    paused = say("tables.paused", at=round(found.paused.until)) if found.paused else ""
    held = live is not None and is_seat_taken_over(live, user_id)
    by_others = "tables.held" if has_member_player(found.row) else "tables.held_alone"
    elsewhere = say(by_others) if held else ""
    words = text_display(
        " ".join(part for part in (line, elsewhere, paused, way_to(found)) if part)
    )
    back = [way_back(found.row)] if held else []
    controls = back + ways_out(found, user_id)
    return [words, action_row(*controls)] if controls else [words]


def way_back(table: TableRow) -> Item:
    """Return the button by which a member takes their seat back."""
    return labelled_button(Action.TAKE_SEAT_BACK, table, "clock.do_", style=Style.success)


def way_to(found: ListedTable) -> str:
    """The way to a table, or why there is none."""
    match found.reach:
        case Reachability.NOWHERE:
            return say("tables.unseen")
        case Reachability.UNSENT:
            return say("tables.unsent")
        case Reachability.LOCKED:
            return say("tables.locked", link=link_to_table(found.row))
        case _:
            return link_to_table(found.row)


def ways_out(found: ListedTable, user_id: int) -> list[Item]:
    """What a member may do with a table that cannot be reached, or that cannot go on there."""
    if found.reach in {Reachability.MESSAGE, Reachability.PLACE}:
        return []
    hosts = found.row.host_id == user_id
    again = [] if found.reach is Reachability.UNSENT else [Action.SHOWAGAIN]
    if found.live is not None:
        here = Action.MOVEHERE if found.homeless else Action.REOPEN
        shown = [here, *([Action.MODERATION_PAGE] if hosts else [])]
    elif hosts:
        shown = [*([Action.MOVEHERE] if found.homeless else again), Action.CLOSE_LOST_LOBBY]
    else:
        shown = [*([] if found.homeless else again), Action.LEAVE_LOST_LOBBY]
    return [control(found.row, verb) for verb in shown]


def control(table: TableRow, verb: ButtonAction) -> Item:
    """One button of the list."""
    seen = table.seq if verb in {Action.REOPEN, Action.MODERATION_PAGE} else table.revision
    style = (
        Style.success
        if verb in {Action.REOPEN, Action.MOVEHERE, Action.SHOWAGAIN}
        else Style.secondary
    )
    return button(verb, table.id, seen, label=say(f"tables.{verb}"), style=style)


def waits_for(live: TableState, user_id: int) -> bool:
    """Whether a game waits for this member."""
    return live.seat_of(user_id) in live.deciding()


def deadline(live: TableState, user_id: int) -> float | None:
    """Until when a game waits for this member; where it waits for others, for the first of them."""
    seat = live.seat_of(user_id)
    own = None if seat is None else live.wait(seat)
    return live.row.deadline if own is None else own.deadline


def game_line(live: TableState, user_id: int) -> str:
    """One game, and what it waits for."""
    seats, at = live.deciding(), deadline(live, user_id)
    if waits_for(live, user_id):
        what = decision_in_words(live, live.seat_of(user_id) or 0)
    else:
        what = say("tables.waits", who=join_words(deciding_player(live, seat) for seat in seats))
    return say(
        "tables.game",
        mark=say("tables.yours" if waits_for(live, user_id) else "tables.others"),
        game=game_name(live),
        round=live.view(None).round,
        what=what,
        until=deadline_timestamp(at) if at is not None and PACES[live.row.pace].reminds else "",
    )


def lobby_line(table: TableRow) -> str:
    """One lobby."""
    empty = sum(seat.player is None for seat in table.seats)
    return say("tables.lobby", game=engine.GAMES[table.game].name, n=empty)


# ---- A member's tables on a server, and whether each can be reached


ASKED_FOR: Final = 1.5
"""Seconds for all questions together: the answer to a command is due after three."""


async def my_tables(bot: TuppenceBot, guild: discord.Guild, user_id: int) -> list[ListedTable]:
    """The lobbies and games where a member sits, and the lobbies they opened."""
    store = bot.database
    rows = await store.tables.tables_of_member(guild.id, user_id)
    rows += await store.lobbies.hosted_by(guild.id, user_id)
    return list(await asyncio.gather(*(looked_at(bot, guild, row) for row in rows)))


async def looked_at(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> ListedTable:
    """A table, and whether it can be reached."""
    holds = await bot.database.pauses.of_table(row.id)
    lost = any(hold.reason == "place" for hold in holds)
    reach = await (waited_for if lost else probe_message)(bot, guild, row)
    live = None if row.status is TableStatus.LOBBY else await load_listed_table(bot, row)
    paused = next((one for one in holds if one.seat == WHOLE_TABLE), None)
    return ListedTable(row, live, reach, paused, guild.get_channel(row.channel_id) is None)


async def load_listed_table(bot: TuppenceBot, row: TableRow) -> TableState:
    """A game, and until when it waits for whom; that of one that has ended since is not known."""
    try:
        return await bot.services.sessions.load(row.id)
    except Refusal:
        return await bot.services.sessions.told(row)


async def waited_for(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> Reachability:
    """What has become of the place that a game waits for: closed to us, or no more."""
    try:
        await with_timeout(bot, guild.fetch_channel(channel_of_table(row)), ASKED_FOR)
    except discord.NotFound:
        return Reachability.NOWHERE
    except discord.Forbidden:
        return Reachability.LOCKED
    except DISCORD_ERRORS:
        return Reachability.PLACE
    return Reachability.LOCKED


async def probe_message(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> Reachability:
    """Ask Discord for the table's message; what is found missing is noted, and shown anew."""
    lobby = row.status is TableStatus.LOBBY
    place, message_id = (
        (row.channel_id, row.lobby_message_id) if lobby else (channel_of_table(row), row.message_id)
    )
    missing = NO_MESSAGE if message_id is None else await answered(bot, place, message_id)
    if missing is None:
        return Reachability.MESSAGE
    if message_id is not None:
        await bot.database.messages.mark_message_deleted(row.id, message_id)
    if lobby:
        return await unseen(bot, guild, row)
    bot.services.activity.show(
        row
    )  # anew where it was, or what is missing is found to be its place
    return Reachability.NOWHERE if missing == NO_CHANNEL else Reachability.PLACE


async def unseen(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> Reachability:
    """Whether a lobby without message will have one: where it has its channel, we go on trying."""
    homeless = guild.get_channel(row.channel_id) is None
    under_way = await bot.database.messages.find_pending(row.id, "lobby")
    return Reachability.NOWHERE if homeless or under_way is None else Reachability.UNSENT


async def answered(bot: TuppenceBot, place: int, message_id: int) -> int | None:
    """Discord's code for what is missing; None where all is there, or nobody knows."""
    channel = bot.get_partial_messageable(place)
    try:
        await with_timeout(bot, channel.fetch_message(message_id), ASKED_FOR)
    except discord.NotFound as error:
        return error.code if error.code in {NO_MESSAGE, NO_CHANNEL} else None
    except DISCORD_ERRORS:
        return None
    return None


# ---- `/tables`: the tables of a member, the way to each, and how to leave one without a way


SHOWN_IN = 2.0
"""Seconds that an action of the list waits for the queue to show a table."""


def my_tables_component(
    action: ActionId, said: str, *, reappears: bool = False
) -> Callable[[Handler[ComponentInteraction]], Handler[ComponentInteraction]]:
    """Register the decorated function as the handler of an action in the list of tables.

    Args:
        action: The action, about a table that cannot be reached.
        said: The key of the text that the list then shows.
        reappears: Say so only if the table can be reached then.
    """

    async def answer(
        handler: Handler[ComponentInteraction], interaction: ComponentInteraction
    ) -> None:
        raw, table_id = interaction.raw, interaction.custom_id.table
        await defer(raw)
        await handler(interaction)
        mark_committed(raw)
        await interaction.services.repaint_queue.rested(table_id, SHOWN_IN)
        found = await mine(raw)
        is_so = not reappears or is_reachable(found, table_id)
        await answer_deferred(
            raw, Reply(my_tables_layout(found, raw.user.id, say(said) if is_so else ""))
        )

    return component_by(action, answer)


def is_reachable(found: Iterable[ListedTable], table_id: int) -> bool:
    """Return whether a table of the list can be reached."""
    ways = {Reachability.MESSAGE, Reachability.PLACE}
    return any(one.row.id == table_id and one.reach in ways for one in found)


@my_tables_component(Action.SHOWAGAIN, "tables.shown", reappears=True)
async def resend_lobby_message(interaction: ComponentInteraction) -> None:
    """Send the message of a lobby again after somebody deleted it; for all its members."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.placement.show_again(table_id, interaction.user_id))


@my_tables_component(Action.MOVEHERE, "tables.shown", reappears=True)
async def move_table_here(interaction: ComponentInteraction) -> None:
    """Move a table whose channel is gone to the channel of the list."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.wake(await services.placement.move(table_id, interaction.raw))


@my_tables_component(Action.CLOSE_LOST_LOBBY, "tables.given_up")
async def close_unreachable_lobby(interaction: ComponentInteraction) -> None:
    """Close a lobby; for its host."""
    services, table_id = interaction.services, interaction.custom_id.table
    lobby = await services.lobbies.hosted(table_id, interaction.user_id)
    services.activity.show(await services.lobbies.close(lobby))


@my_tables_component(Action.LEAVE_LOST_LOBBY, "tables.stood_up")
async def leave_unreachable_lobby(interaction: ComponentInteraction) -> None:
    """Leave a lobby."""
    services, table_id = interaction.services, interaction.custom_id.table
    services.activity.show(await services.lobbies.leave(table_id, interaction.user_id))


async def mine(raw: Interaction) -> list[ListedTable]:
    """Return the tables of the member."""
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    return await my_tables(raw.client, raw.guild, raw.user.id)


class MyTablesCog(commands.Cog):
    """The command `/tables`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Your tables on this server, and who they are waiting for")
    @app_commands.guild_only()
    async def tables(self, raw: Interaction) -> None:
        """List them, those that wait for the member first."""
        found = await mine(raw)
        await send(raw, Reply(my_tables_layout(found, raw.user.id)))


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(MyTablesCog(bot))
