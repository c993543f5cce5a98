"""The world outside: a place that is gone or locked, a server that lost the bot and has it again.

A game whose place is gone is paused, its players are told once, and it waits: a week for a place,
a month for a server. A thread that was deleted is not opened again unasked, for somebody wanted
it away; anybody who plays may ask for a new one in the channel.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import ui
from discord.ext import commands

from cogs.core.bot import TuppenceBot
from cogs.delivery.request import DISCORD_ERRORS, NO_CHANNEL, NO_GUILD, THREAD_LOCKED, with_timeout
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
    """Answers what happens to the places where tables are shown."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._rows = bot.database.tables
        self._messages = bot.database.messages
        self._pauses = bot.database.pauses

    async def lost(self, table_id: int, code: int) -> None:
        """A table cannot be shown any more: pause it, and tell its players once.

        Where it is not being played, what was still to be shown of it is let go; a thread that is
        locked may be opened again, and is waited for.
        """
        row = await self._rows.find(table_id)
        if row is None or row.status is not TableStatus.PLAYING:
            if code != THREAD_LOCKED:
                await self._messages.clear_location(table_id)
            return
        reason: PauseReason = "server" if code == NO_GUILD else "place"
        if await self._bot.services.pauses.by_world(table_id, reason) and reason == "place":
            await self._tell(row, code)

    async def place_lost(self, channel_id: int) -> None:
        """A channel or thread is gone: so is what was shown there."""
        for table_id in await self._rows.playing_in_channel(channel_id):
            await self.lost(table_id, NO_CHANNEL)

    async def place_open(self, thread_id: int) -> None:
        """A thread that was locked may be open again."""
        for table_id in await self._rows.playing_in_channel(thread_id):
            await self.found(table_id)

    async def server_lost(self, guild_id: int) -> None:
        """A server has sent the bot away."""
        for table_id in await self._rows.playing_in_guild(guild_id):
            await self.lost(table_id, NO_GUILD)

    async def server_there(self, guild: discord.Guild) -> None:
        """A server is there, again or since a start: see what has become of its places."""
        if not self._bot.ownership.owns(guild.id):  # another process looks after it, so far
            return
        for table_id in await self._pauses.paused_in_guild(guild.id, "server"):
            await self.found(table_id, "server")
        for table_id in await self._pauses.paused_in_guild(guild.id, "place"):
            await self.look_again(table_id)
        await self.look_around(guild)

    async def found(self, table_id: int, reason: PauseReason = "place") -> None:
        """The place is there again."""
        await self._bot.services.pauses.end(table_id, WHOLE_TABLE, reason)

    async def look_again(self, table_id: int) -> None:
        """A thread may have been opened again while the bot was not listening."""
        row = await self._rows.get(table_id)
        guild = self._bot.get_guild(row.guild_id)
        is_active = guild is not None and guild.get_thread(row.thread_id or 0) is not None
        if is_active and self._may_show(row):
            await self.found(table_id)

    async def look_around(self, guild: discord.Guild) -> None:
        """Threads deleted while the bot did not listen: nobody tells of them later.

        A thread that sleeps is not among the active ones either, so Discord is asked.
        """
        for table_id, thread_id in await self._rows.threads_in(guild.id):
            if guild.get_thread(thread_id) is None and await self._is_gone(guild, thread_id):
                await self.lost(table_id, NO_CHANNEL)

    async def _is_gone(self, guild: discord.Guild, thread_id: int) -> bool:
        try:
            await with_timeout(self._bot, guild.fetch_channel(thread_id))
        except DISCORD_ERRORS as error:
            # Whatever else keeps us from looking is met again by whoever next shows something.
            return isinstance(error, discord.NotFound) and error.code == NO_CHANNEL
        return False

    async def allowed(self, table_id: int) -> Callable[[], bool]:
        """A question about a table: whether all we know lets us show it where it is."""
        row = await self._rows.find(table_id)
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

    async def _tell(self, row: TableRow, code: int) -> None:
        """One direct message to each player, and a note in the channel if that is still there."""
        told = (self._quietly(row, self._tell_member(row, code, one)) for one in members(row))
        await asyncio.gather(*told)  # one whose messages hang keeps nobody else from hearing
        if code == NO_CHANNEL and row.thread_id != row.channel_id and self._has_channel(row):
            channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
            async with speaking_guild_locale(self._bot, row.guild_id):
                view = missing_thread_layout(row, GAMES[row.game].name)
            await self._quietly(row, channel.send(view=view, allowed_mentions=allow_mentions()))

    async def _tell_member(self, row: TableRow, code: int, user_id: int) -> None:
        """In quiet hours too: no row keeps it until the morning, and the game waits but a week."""
        wish = await self._bot.database.members.reminder_preferences(user_id)
        if wish.way == "none":
            return
        with use_language(await self._bot.languages.of_member(row.guild_id, user_id)):
            key = "world.locked" if code == THREAD_LOCKED else "world.lost"
            sentence = say(key, game=GAMES[row.game].name)
        await self._bot.services.reminders.directly(user_id, sentence)

    def _has_channel(self, row: TableRow) -> bool:
        guild = self._bot.get_guild(row.guild_id)
        return guild is not None and guild.get_channel(row.channel_id) is not None

    async def _quietly(self, row: TableRow, sending: Awaitable[object]) -> None:
        """Send something that may not arrive; the pause stands all the same."""
        try:
            await with_timeout(self._bot, sending)
        except DISCORD_ERRORS as error:
            log.info("table %d: a lost place is not announced: %r", row.id, error)


def members(row: TableRow) -> tuple[int, ...]:
    """The ids of the members who play."""
    drivers = (seat.player for seat in row.seats)
    return tuple(d.user_id for d in drivers if d and d.kind == "member" and d.user_id is not None)


def missing_thread_layout(table: TableRow, game: str) -> ui.LayoutView:
    """The thread of a table is gone; the way to a new one."""
    label = say("world.reopen")
    reopen = button(Action.REOPEN, table.id, table.seq, label=label, style=Style.success)
    return layout_view(text_display(say("world.thread_gone", game=game)), action_row(reopen))


# ---- What happens around the tables: places and servers that go and come back


@component(Action.REOPEN)
async def reopen_thread(interaction: ComponentInteraction) -> None:
    """Continue in a new thread after the old one was deleted."""
    row = await interaction.services.placement.reopen(
        interaction.custom_id.table, interaction.user_id
    )
    mark_committed(interaction.raw)
    interaction.services.activity.wake(row)
    await send(interaction.raw, Reply(text=say("world.reopened")))


class MissingChannelsCog(commands.Cog):
    """Listens to what Discord says of places and servers."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self.world = bot.services.missing_channels

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and every thread in it."""
        await self.world.place_lost(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self.world.place_lost(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread that was locked may be open again."""
        if not payload.data["thread_metadata"].get("locked"):
            await self.world.place_open(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; a mere outage of Discord is no such event."""
        await self.world.server_lost(guild.id)

    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_resumed")
    async def on_discord_back(self) -> None:
        """The gateway is back: what failed need not wait any longer."""
        self.bot.services.repaint_queue.again()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild_there(self, guild: discord.Guild) -> None:
        """A server is there, also after each start: what happened there meanwhile, nobody tells."""
        await self.world.server_there(guild)


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(MissingChannelsCog(bot))
