"""Handles channels, threads and guilds that disappear or return: pauses, notices, listeners.

If a game has lost its channel, the bot pauses the game and notifies its players once. The pause
lasts a week for a lost channel, and a month for a lost guild. `placement` gives a table a new
thread or channel.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import ui
from discord.ext import commands

from cogs.channels.placement import members_thread
from cogs.core.bot import TuppenceBot
from cogs.delivery.request import DISCORD_ERRORS, NO_CHANNEL, NO_GUILD, THREAD_LOCKED, with_timeout
from cogs.game.interactions import look_up
from cogs.reminders.messenger import allow_mentions
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import Style, action_row, button, layout_view, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.permissions import missing_table_permissions
from cogs.ui.replies import Reply, mark_committed, send
from cogs.ui.texts import say
from data.models.deadlines import WHOLE_TABLE, PauseReason
from data.models.tables import TableRow, TableStatus
from engine import GAMES
from render.text.catalogue import use_language

log = logging.getLogger(__name__)


class MissingChannels:
    """Pauses games whose channel or guild disappears.

    Resumes them when the channel or guild returns.
    """

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._tables = bot.database.tables
        self._messages = bot.database.messages
        self._pauses = bot.database.pauses

    async def mark_missing(self, table_id: int, code: int) -> None:
        """Pause a game that the bot can no longer show, and notify its players once.

        The bot does not pause a lobby or a finished table, but deletes its pending messages. For a
        locked thread the bot deletes nothing, because somebody may unlock the thread.

        Args:
            table_id: The table.
            code: Discord's error code: `NO_GUILD`, `NO_CHANNEL` or `THREAD_LOCKED`.
        """
        row = await self._tables.find(table_id)
        if row is None or row.status is not TableStatus.PLAYING:
            if code != THREAD_LOCKED:
                await self._messages.clear_location(table_id)
            return
        reason: PauseReason = "server" if code == NO_GUILD else "place"
        if (
            await self._bot.services.pauses.pause_unreachable(table_id, reason)
            and reason == "place"
        ):
            await self._notify_players(row, code)

    async def channel_deleted(self, channel_id: int) -> None:
        """Pause the games of a deleted channel or thread."""
        for table_id in await self._tables.playing_in_channel(channel_id):
            await self.mark_missing(table_id, NO_CHANNEL)

    async def thread_unlocked(self, thread_id: int) -> None:
        """Resume the games of a thread that is not locked."""
        for table_id in await self._tables.playing_in_channel(thread_id):
            await self.mark_found(table_id)

    async def guild_removed(self, guild_id: int) -> None:
        """Pause the games of a guild that removed the bot."""
        for table_id in await self._tables.playing_in_guild(guild_id):
            await self.mark_missing(table_id, NO_GUILD)

    async def guild_available(self, guild: discord.Guild) -> None:
        """Resume the games of an available guild, and check its threads."""
        if not self._bot.ownership.owns(guild.id):  # another process serves this guild
            return
        for table_id in await self._pauses.paused_in_guild(guild.id, "server"):
            await self.mark_found(table_id, "server")
        for table_id in await self._pauses.paused_in_guild(guild.id, "place"):
            await self.resume_if_unlocked(table_id)
        await self.check_threads(guild)

    async def mark_found(self, table_id: int, reason: PauseReason = "place") -> None:
        """End the pause of a table whose channel or guild has returned."""
        await self._bot.services.pauses.end(table_id, WHOLE_TABLE, reason)

    async def resume_if_unlocked(self, table_id: int) -> None:
        """Resume a table whose thread was unlocked while the bot was not connected."""
        row = await self._tables.get(table_id)
        guild = self._bot.get_guild(row.guild_id)
        if guild is None or not self._may_show(row):
            return
        if guild.get_thread(row.thread_id or 0) is not None or await self._is_open(guild, row):
            await self.mark_found(table_id)

    async def _is_open(self, guild: discord.Guild, row: TableRow) -> bool:
        """Return whether a member's thread, which the cache lacks, is not locked."""
        thread_id = members_thread(row)
        if thread_id is None:
            return False
        try:
            thread = await with_timeout(self._bot, guild.fetch_channel(thread_id))
        except DISCORD_ERRORS as error:
            log.info("table %d: cannot ask for its thread: %r", row.id, error)
            return False
        return isinstance(thread, discord.Thread) and not thread.locked

    async def check_threads(self, guild: discord.Guild) -> None:
        """Pause the games whose threads were deleted while the bot was not connected.

        Discord sends no later event for these threads. The cache lacks archived threads too, so the
        bot asks Discord about each missing thread.
        """
        for table_id, thread_id in await self._tables.threads_in(guild.id):
            if guild.get_thread(thread_id) is None and await self._is_gone(guild, thread_id):
                await self.mark_missing(table_id, NO_CHANNEL)

    async def _is_gone(self, guild: discord.Guild, thread_id: int) -> bool:
        try:
            await with_timeout(self._bot, guild.fetch_channel(thread_id))
        except DISCORD_ERRORS as error:
            # Any other failure will come again when the table is next shown, and is handled there.
            return isinstance(error, discord.NotFound) and error.code == NO_CHANNEL
        return False

    async def allowed(self, table_id: int) -> Callable[[], bool]:
        """Return a function that tells whether the bot may show a table in its present channel.

        The function uses only the cache, so callers may call it often.
        """
        row = await self._tables.find(table_id)
        return partial(self._may_show, row) if row is not None else lambda: True

    def _may_show(self, row: TableRow) -> bool:
        guild = self._bot.get_guild(row.guild_id)
        channel = guild.get_channel(row.channel_id) if guild is not None else None
        if guild is None or channel is None:
            return False
        granted = channel.permissions_for(guild.me)
        thread = guild.get_thread(row.thread_id) if row.thread_id else None
        if thread is not None and thread.locked and not granted.manage_threads:
            return False
        return not missing_table_permissions(
            granted, in_thread=row.thread_id not in {None, row.channel_id}
        )

    async def _notify_players(self, row: TableRow, code: int) -> None:
        """Notify each player directly. If only the thread is gone, also post in the channel."""
        notices = (
            self._try_to_send(row, self._notify_player(row, code, member_id))
            for member_id in members(row)
        )
        # all at the same time, because one request may hang until its timeout
        await asyncio.gather(*notices)
        if code == NO_CHANNEL and row.thread_id != row.channel_id and self._has_channel(row):
            channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
            async with speaking_guild_locale(self._bot, row.guild_id):
                view = missing_thread_layout(row, GAMES[row.game].name)
            await self._try_to_send(row, channel.send(view=view, allowed_mentions=allow_mentions()))

    async def _notify_player(self, row: TableRow, code: int, user_id: int) -> None:
        """Notify one player, even in quiet hours, because nothing would store the message."""
        members = self._bot.database.members
        way = (await members.reminder_preferences(user_id)).way
        # Nobody gets a direct message who has neither chosen it nor pressed something there.
        if way == "none" or (way == "thread" and not await members.has_mailbox(user_id)):
            return
        with use_language(await self._bot.languages.of_member(row.guild_id, user_id)):
            key = "world.locked" if code == THREAD_LOCKED else "world.lost"
            sentence = say(key, game=GAMES[row.game].name)
        await self._bot.services.reminders.directly(user_id, sentence)

    def _has_channel(self, row: TableRow) -> bool:
        guild = self._bot.get_guild(row.guild_id)
        return guild is not None and guild.get_channel(row.channel_id) is not None

    async def _try_to_send(self, row: TableRow, sending: Awaitable[object]) -> None:
        """Await a message.

        Log a failure, because the game is paused whether the message arrives or not.
        """
        try:
            await with_timeout(self._bot, sending)
        except DISCORD_ERRORS as error:
            log.info("table %d: its missing channel is not announced: %r", row.id, error)


def members(row: TableRow) -> tuple[int, ...]:
    """Return the Discord ids of the members who play at the table."""
    players = (seat.player for seat in row.seats)
    return tuple(d.user_id for d in players if d and d.kind == "member" and d.user_id is not None)


def missing_thread_layout(table: TableRow, game: str) -> ui.LayoutView:
    """Return a message for the channel of a deleted thread, with a button for a new thread."""
    label = say("world.reopen")
    reopen = button(Action.REOPEN, table.id, table.seq, label=label, style=Style.success)
    return layout_view(text_display(say("world.thread_gone", game=game)), action_row(reopen))


# ---- the button for a new thread, and Discord's events


@component(Action.REOPEN)
async def reopen_thread(interaction: ComponentInteraction) -> None:
    table_id = (await look_up(interaction)).id
    row = await interaction.services.placement.reopen(table_id, interaction.user_id)
    mark_committed(interaction.raw)
    interaction.services.activity.wake(row)
    await send(interaction.raw, Reply(text=say("world.reopened")))


class MissingChannelsCog(commands.Cog):
    """Listens for channels, threads and guilds that disappear or return."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self.missing_channels = bot.services.missing_channels

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the games of the channel and of its threads."""
        await self.missing_channels.channel_deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.missing_channels.channel_deleted(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Resume the games of a thread that was unlocked."""
        if not payload.data["thread_metadata"].get("locked"):
            await self.missing_channels.thread_unlocked(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of the guild. Discord does not send this event for an outage."""
        await self.missing_channels.guild_removed(guild.id)

    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_resumed")
    async def on_discord_back(self) -> None:
        """Retry failed messages at once, because the gateway has reconnected."""
        self.bot.services.repaint_queue.retry_now()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild_there(self, guild: discord.Guild) -> None:
        """Check the games of a guild that is available again.

        Discord also sends this at each start.
        """
        await self.missing_channels.guild_available(guild)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(MissingChannelsCog(bot))
