"""The place of a table: a public thread on its lobby message, or the channel itself."""

from typing import Final

import discord

from cogs._kit.client import Client
from cogs._kit.names import plain
from cogs._kit.places import FOR_THREADS
from cogs._kit.texts import say, shortened
from data.game.rows import TableRow
from engine import GAMES

LONGEST_NAME: Final = 100
ARCHIVE_AFTER: Final = 10080
"""Minutes without a message, Discord's longest: games last for days."""
EXISTS_ALREADY: Final = 160004


async def open_place(bot: Client, row: TableRow) -> int:
    """The id of the channel where the table is shown; a thread is opened when there may be one.

    Asking twice is harmless: a message has one thread, and that thread has the message's id.
    """
    channel = bot.get_channel(row.channel_id)
    if not isinstance(channel, discord.TextChannel) or not may_open_threads(channel):
        return row.channel_id
    if row.lobby_message_id is None:
        thread = await channel.create_thread(
            name=thread_name(row),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_AFTER,
        )
        return thread.id
    return await thread_on(channel.get_partial_message(row.lobby_message_id), thread_name(row))


async def thread_on(message: discord.PartialMessage, name: str) -> int:
    """The thread of a message."""
    try:
        thread = await message.create_thread(name=name, auto_archive_duration=ARCHIVE_AFTER)
    except discord.HTTPException as error:
        if error.code != EXISTS_ALREADY:
            raise
        return message.id
    return thread.id


def may_open_threads(channel: discord.TextChannel) -> bool:
    """Whether the bot has the permissions that a thread takes."""
    granted = channel.permissions_for(channel.guild.me)
    return all(getattr(granted, name) for name in FOR_THREADS)


def thread_name(row: TableRow) -> str:
    """The game and the players; Discord shows a thread's name as plain text."""
    players = say("thread.and").join(plain(s.driver.name) for s in row.seats if s.driver)
    return shortened(say("thread.name", game=GAMES[row.game].name, players=players), LONGEST_NAME)
