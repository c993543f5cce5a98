"""Sends messages that a guild gets only once, even if Discord's answer is lost.

`data.guilds.notices` has their rows. `outbox` sends the messages of tables.
"""

import logging
from datetime import UTC, datetime

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import BEFORE, LOOKED_AT, Letter, ids_in, with_mark
from cogs.delivery.request import SERVER_ERROR
from data.models.messages import Notice
from data.repositories.guilds import GuildRepository

log = logging.getLogger(__name__)


async def send_notice(
    bot: TuppenceBot, guilds: GuildRepository, notice: Notice, letter: Letter
) -> bool:
    """Send a notice, unless an earlier attempt or another process has sent it.

    Args:
        bot: The bot.
        guilds: The repository with the notices.
        notice: The notice, as just read from the database. It must have a channel.
        letter: Keyword arguments of discord.py's `send`, with a `view`.

    Returns:
        Whether the notice needs no further attempt.

    Raises:
        discord.HTTPException: Discord refused the message, or failed. After a server error the
            message may exist.
    """
    if notice.tried:
        found = await _find(bot, notice)
        if found is not None:
            await guilds.mark_notice_sent(notice, found)
            return True
    # The time of this attempt is saved, so that a search after a lost answer begins here.
    if not await guilds.mark_notice_tried(notice):
        return False  # another process sends it now
    message_id = await _send(bot, guilds, notice, letter)
    await guilds.mark_notice_sent(notice, message_id)
    return True


async def _send(bot: TuppenceBot, guilds: GuildRepository, notice: Notice, letter: Letter) -> int:
    letter["view"] = with_mark(letter["view"], notice.mark)
    channel = bot.get_partial_messageable(notice.place, guild_id=notice.guild_id)
    try:
        # Discord answers the same nonce with the first message, if another process has just sent it
        message = await channel.send(nonce=str(notice.nonce), **letter)
    except discord.HTTPException as error:
        # After a server error the message may exist, so the row must stay marked as tried.
        if not notice.tried and error.status < SERVER_ERROR:
            await guilds.mark_notice_refused(notice)
        raise
    return message.id


async def _find(bot: TuppenceBot, notice: Notice) -> int | None:
    """Search the channel for a notice whose answer was lost.

    Raises:
        discord.HTTPException: Discord failed, or the bot may not read the channel. Then nothing may
            be sent: the notice may be there.
    """
    channel = bot.get_partial_messageable(notice.place, guild_id=notice.guild_id)
    # `max`: release 0.4.0 saved 1 in place of the time.
    since = datetime.fromtimestamp(max(notice.at, notice.tried), UTC) - BEFORE
    assert bot.user is not None  # a bot that sends is logged in
    async for message in channel.history(limit=LOOKED_AT, after=since, oldest_first=True):
        if message.author.id == bot.user.id and notice.mark in ids_in(message):
            return message.id
    return None
