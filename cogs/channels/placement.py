"""Opens and reopens the thread of a table, and moves a table to another channel.

The bot does not send a deleted message again unless a player asks. `missing` handles tables whose
channel is missing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import (
    DISCORD_ERRORS,
    HAS_THREAD,
    NO_CHANNEL,
    NO_MESSAGE,
    is_transient,
    with_timeout,
)
from cogs.game.names import seat_names
from cogs.game.permissions import check_channel_limit, no_limit
from cogs.game.sessions import TableSessions
from cogs.game.state import seat_of
from cogs.ui.permissions import THREAD_PERMISSIONS, check_channel, may_read
from cogs.ui.texts import channel_of_table, say, shorten
from data.models.deadlines import WHOLE_TABLE
from data.models.messages import MessageDraft
from data.models.tables import TableRow, TableStatus
from engine import GAMES

log = logging.getLogger(__name__)

ASKED_FOR: Final = 1.5
"""Seconds in which Discord must answer about a member or thread. Our own answer is due after 3."""


class TableRelocation:
    """Gives tables a new channel, thread or lobby message when a player asks."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions) -> None:
        self._bot = bot
        self._tables = bot.database.tables
        self._pauses = bot.database.pauses
        self._messages = bot.database.messages
        self._sessions = tables

    async def reopen(self, table_id: int, user_id: int) -> TableRow:
        """Continue a game in a new thread of its channel.

        Raises:
            Refusal: The member does not play, the channel is gone, or the thread still exists.
        """
        # With the lock, the second of two interactions finds that the pause has ended, and is
        # refused.
        async with self._sessions.changing(table_id):
            state = await self._sessions.load(table_id)
            if seat_of(state.row, user_id) is None:
                raise Refusal("table.not_seated")
            guild = self._bot.get_guild(state.row.guild_id)
            if guild is None or guild.get_channel(state.row.channel_id) is None:
                raise Refusal("world.homeless")
            if not await self._pauses.end(table_id, WHOLE_TABLE, "place"):
                raise Refusal("world.is_there")
            await self._messages.move_table(table_id, state.row.channel_id)
            return (await self._sessions.load(table_id)).row

    async def show_again(self, table_id: int, user_id: int) -> TableRow:
        """Send a deleted lobby message again. Do nothing if the message exists or is pending.

        Raises:
            Refusal: The game has started, or the member is neither seated nor the host.
        """
        row = await self._known(table_id)
        if row.status is not TableStatus.LOBBY:
            raise Refusal("lobby.refused.started")
        if user_id != row.host_id and seat_of(row, user_id) is None:
            raise Refusal("lobby.refused.not_seated")
        if row.lobby_message_id is None:
            row = await self._without_lost_thread(row)
            draft = MessageDraft(row.id, "lobby", channel_of_table(row), tried=False)
            await self._messages.create_pending_lobby(draft)
        return row

    async def _without_lost_thread(self, row: TableRow) -> TableRow:
        """Return a lobby without its thread or post if Discord says that it is gone."""
        guild = self._bot.get_guild(row.guild_id)
        if guild is None or row.thread_id is None:
            return row
        try:
            await with_timeout(self._bot, guild.fetch_channel(row.thread_id), ASKED_FOR)
        except discord.NotFound:
            await self._tables.set_message_ids(row.id, thread_id=None)
            return await self._tables.get(row.id)
        except DISCORD_ERRORS as error:
            log.info("table %d: cannot ask for its thread: %r", row.id, error)
        return row

    async def move(self, table_id: int, raw: Interaction) -> TableRow:
        """Move a table whose channel is gone to the channel of the interaction.

        The host may move a lobby, and any player a game. Every other player must be able to see the
        new channel. Otherwise a player could win by hiding the table.

        Raises:
            Refusal: The member, the channel or the table does not allow the move.
        """
        row = await self._known(table_id)
        place = check_channel(raw)
        self._check_mover(row, raw)
        await self._check_seen(row, place.channel, raw.user.id)
        to, mover = place.channel.id, raw.user.id
        home = (await self._bot.database.guilds.settings(row.guild_id)).home
        limit = no_limit if to == home else check_channel_limit
        async with self._sessions.changing(table_id):
            await self._messages.relocate(table_id, to, mover, limit, place.thread_id)
        return await self._known(table_id)

    def _check_mover(self, row: TableRow, raw: Interaction) -> None:
        assert raw.guild is not None  # `check_channel` has checked it
        if row.guild_id != raw.guild.id or raw.guild.get_channel(row.channel_id) is not None:
            raise Refusal("world.is_there")
        if row.status is TableStatus.LOBBY and row.host_id != raw.user.id:
            raise Refusal("lobby.host_only")
        if row.status is TableStatus.PLAYING and seat_of(row, raw.user.id) is None:
            raise Refusal("table.not_seated")

    async def _check_seen(
        self, row: TableRow, channel: discord.abc.GuildChannel, mover: int
    ) -> None:
        others = [user_id for user_id in seated(row) if user_id != mover]
        asked = (self._sees(channel, user_id) for user_id in others)
        if not all(await asyncio.gather(*asked)):
            raise Refusal("world.unseen")

    async def _sees(self, channel: discord.abc.GuildChannel, user_id: int) -> bool:
        """Return whether a member can see a channel. True for a member who has left the server."""
        try:
            return await can_answer(self._bot, channel, user_id, ASKED_FOR)
        except discord.NotFound:  # a member who has left the guild cannot object
            return True
        # without an answer the member counts as unable to see it: see `move`
        except DISCORD_ERRORS as error:
            log.info("cannot ask whether a member sees a channel: %r", error)
            return False

    async def _known(self, table_id: int) -> TableRow:
        row = await self._tables.find(table_id)
        if row is None or row.status in {TableStatus.CLOSED, TableStatus.FINISHED}:
            raise Refusal("table.gone")
        return row


async def can_answer(
    bot: TuppenceBot, channel: discord.abc.GuildChannel, user_id: int, *patience: float
) -> bool:
    """Return whether a member can read a channel and use the buttons there.

    Args:
        bot: The bot.
        channel: The channel, from the cache.
        user_id: The member, who need not be in the cache.
        patience: Seconds to wait for Discord, instead of the default.

    Raises:
        discord.NotFound: The member has left the server.
        discord.HTTPException: Discord did not answer the question.
    """
    member = await with_timeout(bot, channel.guild.fetch_member(user_id), *patience)
    may_look_back = channel.permissions_for(member).read_message_history
    timeout = member.timed_out_until
    is_timed_out = timeout is not None and timeout.timestamp() > bot.clock()
    return may_read(channel, member) and may_look_back and not is_timed_out


def seated(row: TableRow) -> tuple[int, ...]:
    """Return the Discord ids of all members who own a seat.

    This includes seats that a substitute plays.
    """
    players = (seat.player for seat in row.seats)
    return tuple(d.user_id for d in players if d is not None and d.user_id is not None)


# ---- the thread of a table


Changes = Callable[[TableRow], Awaitable[TableRow]]

LONGEST_NAME: Final = 100  # Discord's limit
ARCHIVE_AFTER: Final = 10080
"""Minutes without a message until Discord archives a thread. This is Discord's maximum."""


class GuildUnavailable(OSError):  # noqa: N818 - a state of Discord, not an error of ours
    """Discord has not sent the guild yet, or the guild has an outage."""


class TableThreads:
    """Opens the threads of one bot's tables.

    `anchored` sends the table's message in its channel, unless the message exists. `lost` notes
    that this message was deleted. Both return the table's new row.
    """

    def __init__(self, bot: TuppenceBot, anchored: Changes, lost: Changes) -> None:
        self._bot = bot
        self._tables = bot.database.tables
        self._anchored = anchored
        self._lost = lost

    async def placed(self, row: TableRow) -> TableRow:
        """Return the table with a thread, or with its channel if the bot may not open a thread.

        In a forum the table has a post, which gets the players' names now.

        Raises:
            discord.HTTPException: Discord failed.
            GuildUnavailable: The guild is not in the cache.
        """
        forum = forum_of(self._bot, row)
        if forum is not None:
            return await self._named(forum, await self._anchored(row))
        if row.thread_id is not None:
            return row
        thread_id = await self._thread(row) if self._may_open(row) else row.channel_id
        await self._tables.set_message_ids(row.id, thread_id=thread_id)
        return await self._tables.get(row.id)

    async def _named(self, forum: discord.ForumChannel, row: TableRow) -> TableRow:
        """Rename the post of a table, once: Discord allows two changes in ten minutes."""
        post = forum.guild.get_thread(row.thread_id or 0)
        if row.message_id is None and post is not None and post.name != thread_name(row):
            try:
                await post.edit(name=thread_name(row))
            except discord.HTTPException as error:
                # Only the name: the game goes on in the post.
                log.info("table %d: its post keeps its name: %s", row.id, error)
        return row

    def _may_open(self, row: TableRow) -> bool:
        guild = self._bot.get_guild(row.guild_id)
        if guild is None or guild.unavailable:
            raise GuildUnavailable(f"server {row.guild_id}")
        channel = guild.get_channel(row.channel_id)
        return isinstance(channel, discord.TextChannel) and may_open_threads(channel)

    async def _thread(self, row: TableRow) -> int:
        """Open the thread on the lobby message.

        If that message was deleted, send a new one before.
        """
        row = await self._anchored(row)
        thread_id = await self._opened(row)
        if thread_id is None:
            row = await self._anchored(await self._lost(row))
            thread_id = await self._opened(row)
        return thread_id or row.channel_id

    async def _opened(self, row: TableRow) -> int | None:
        """Open the thread and return its id, or the channel's id if Discord refuses a thread.

        Returns None if the lobby message is gone.
        """
        assert row.lobby_message_id is not None
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        message = channel.get_partial_message(row.lobby_message_id)
        try:
            await message.create_thread(name=thread_name(row), auto_archive_duration=ARCHIVE_AFTER)
        except discord.HTTPException as error:
            return self._refused(row, error)
        return row.lobby_message_id

    def _refused(self, row: TableRow, error: discord.HTTPException) -> int | None:
        if error.code == HAS_THREAD:
            return row.lobby_message_id
        if error.code == NO_MESSAGE:
            return None
        # The repaint queue catches this error. It retries, or marks the channel as missing.
        if error.code == NO_CHANNEL or is_transient(error):
            raise error
        log.info("table %d stays in its channel: no thread there: %s", row.id, error)
        return row.channel_id


def forum_of(bot: TuppenceBot, row: TableRow) -> discord.ForumChannel | None:
    """Return the forum in which a table is a post of its own.

    None for a table elsewhere, such as in a member's post.
    """
    guild = bot.get_guild(row.guild_id)
    channel = guild.get_channel(row.channel_id) if guild is not None else None
    own = row.thread_id in {None, row.lobby_message_id}
    return channel if isinstance(channel, discord.ForumChannel) and own else None


def place_of_lobby(bot: TuppenceBot, row: TableRow) -> int:
    """Return the id of the channel or thread that has the lobby's message."""
    opened_on_it = row.thread_id in {row.channel_id, row.lobby_message_id}
    is_in_channel = opened_on_it and forum_of(bot, row) is None
    return row.channel_id if is_in_channel else row.thread_id or row.channel_id


def members_thread(row: TableRow) -> int | None:
    """Return the thread of a table that opened in a member's thread or post; None otherwise."""
    is_own = row.thread_id in {row.channel_id, row.lobby_message_id}
    return None if is_own else row.thread_id


def may_open_threads(channel: discord.TextChannel) -> bool:
    """Return whether the bot has the permissions to open a thread in a channel."""
    granted = channel.permissions_for(channel.guild.me)
    return all(getattr(granted, name) for name in THREAD_PERMISSIONS)


def thread_name(row: TableRow) -> str:
    """Return the name of the game and its players. Discord shows thread names as plain text."""
    players = say("thread.and").join(filter(None, seat_names(row)))
    return shorten(say("thread.name", game=GAMES[row.game].name, players=players), LONGEST_NAME)
