"""A member's tables on a server, and whether each can be reached.

What moderators delete is not told to the bot: before a way is shown, Discord is asked whether
there is anything at its end. Where Discord does not answer in time, the way is believed.
"""

import asyncio
from typing import Final

import discord

from cogs._game.links import home
from cogs._game.live import Live
from cogs._kit.client import Client
from cogs._kit.refusals import Refusal
from cogs._screens.tables import Found, Reach
from cogs._traffic.codes import NO_CHANNEL, NO_MESSAGE, TROUBLES
from cogs._traffic.patience import in_time
from data.game.rows import Status, TableRow
from data.time.rows import WHOLE_TABLE

ASKED_FOR: Final = 1.5
"""Seconds for all questions together: the answer to a command is due after three."""


async def my_tables(bot: Client, guild: discord.Guild, user_id: int) -> list[Found]:
    """The lobbies and games where a member sits, and the lobbies they opened."""
    store = bot.store
    rows = await store.tables.of_member(guild.id, user_id)
    rows += await store.lobbies.of_host(guild.id, user_id)
    return list(await asyncio.gather(*(looked_at(bot, guild, row) for row in rows)))


async def looked_at(bot: Client, guild: discord.Guild, row: TableRow) -> Found:
    """A table, and whether it can be reached."""
    holds = await bot.store.time.holds(row.id)
    lost = any(hold.reason == "place" for hold in holds)
    reach = await (waited_for if lost else reached)(bot, guild, row)
    live = None if row.status is Status.LOBBY else await as_it_stands(bot, row)
    paused = next((one for one in holds if one.seat == WHOLE_TABLE), None)
    return Found(row, live, reach, paused, guild.get_channel(row.channel_id) is None)


async def as_it_stands(bot: Client, row: TableRow) -> Live:
    """A game, and until when it waits for whom; that of one that has ended since is not known."""
    try:
        return await bot.services.tables.load(row.id)
    except Refusal:
        return await bot.services.tables.told(row)


async def waited_for(bot: Client, guild: discord.Guild, row: TableRow) -> Reach:
    """What has become of the place that a game waits for: closed to us, or no more."""
    try:
        await in_time(bot, guild.fetch_channel(home(row)), ASKED_FOR)
    except discord.NotFound:
        return Reach.NOWHERE
    except discord.Forbidden:
        return Reach.LOCKED
    except TROUBLES:
        return Reach.PLACE
    return Reach.LOCKED


async def reached(bot: Client, guild: discord.Guild, row: TableRow) -> Reach:
    """Ask Discord for the table's message; what is found missing is noted, and shown anew."""
    lobby = row.status is Status.LOBBY
    place, message_id = (
        (row.channel_id, row.lobby_message_id) if lobby else (home(row), row.message_id)
    )
    missing = NO_MESSAGE if message_id is None else await answered(bot, place, message_id)
    if missing is None:
        return Reach.MESSAGE
    if message_id is not None:
        await bot.store.messages.message_gone(row.id, message_id)
    if lobby:
        return await unseen(bot, guild, row)
    bot.services.activity.show(
        row
    )  # anew where it was, or what is missing is found to be its place
    return Reach.NOWHERE if missing == NO_CHANNEL else Reach.PLACE


async def unseen(bot: Client, guild: discord.Guild, row: TableRow) -> Reach:
    """Whether a lobby without message will have one: where it has its channel, we go on trying."""
    homeless = guild.get_channel(row.channel_id) is None
    under_way = await bot.store.messages.post(row.id, "lobby")
    return Reach.NOWHERE if homeless or under_way is None else Reach.UNSENT


async def answered(bot: Client, place: int, message_id: int) -> int | None:
    """Discord's code for what is missing; None where all is there, or nobody knows."""
    channel = bot.get_partial_messageable(place)
    try:
        await in_time(bot, channel.fetch_message(message_id), ASKED_FOR)
    except discord.NotFound as error:
        return error.code if error.code in {NO_MESSAGE, NO_CHANNEL} else None
    except TROUBLES:
        return None
    return None
