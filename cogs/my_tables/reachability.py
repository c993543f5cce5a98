"""Whether a member can reach the message of a table.

Discord sends no later event for messages that were deleted while the bot was down. So the list asks
Discord for the messages on the server where it is opened. If Discord does not answer in time, the
bot assumes that the message exists. `cogs.channels` pauses and moves tables without a channel.
"""

from enum import Enum
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, NO_CHANNEL, NO_MESSAGE, with_timeout
from cogs.game.state import TableState
from cogs.ui.texts import channel_of_table
from data.models.tables import TableRow, TableStatus

PROBE_TIMEOUT: Final = 1.5
"""Seconds for the requests to Discord, which run in parallel.

The command's answer is due after 3.
"""


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


REACHED: Final = frozenset({Reachability.MESSAGE, Reachability.PLACE})


async def probe(
    bot: TuppenceBot, guild: discord.Guild, row: TableRow, *, lost: bool
) -> Reachability:
    """Ask Discord whether a member can reach a table.

    `lost` says that the table is paused because its channel is missing.
    """
    return await (_probe_missing_channel if lost else probe_message)(bot, guild, row)


def believed(*, lost: bool) -> Reachability:
    """Return whether a table can be reached, as far as the bot knows without asking Discord."""
    return Reachability.NOWHERE if lost else Reachability.MESSAGE


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
    """Ask Discord for the channel of a table that is paused because its channel was missing.

    Return NOWHERE if the channel is gone, LOCKED if it exists, PLACE if Discord does not answer.
    """
    try:
        await with_timeout(bot, guild.fetch_channel(channel_of_table(row)), PROBE_TIMEOUT)
    except discord.NotFound:
        return Reachability.NOWHERE
    except discord.Forbidden:
        return Reachability.LOCKED
    except DISCORD_ERRORS:  # without an answer, show the link
        return Reachability.PLACE
    # The channel exists, but the pause still lasts. So the member cannot play there yet.
    return Reachability.LOCKED


async def probe_message(bot: TuppenceBot, guild: discord.Guild, row: TableRow) -> Reachability:
    """Ask Discord for the table's message.

    If the message is missing, record that. The message of a game is then sent again.
    """
    is_lobby = row.status is TableStatus.LOBBY
    channel_id = channel_of_table(row)
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
