"""The welcome: one message on a server that has just added the bot.

`data.guilds.notices` records that it was sent, so a server that adds the bot again gets no second
welcome. The record is erased with the server's data, 30 days after the bot was removed.
`cogs.members` has the settings of a server.
"""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.delivery.notices import send_notice
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.gateway.guild_cache import CompressedGuild
from cogs.ui.actions import Action
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import Style, action_row, button, layout_view, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.replies import Reply, send
from cogs.ui.texts import say
from data.models.messages import Notice

log = logging.getLogger(__name__)

WELCOME: Final = "welcome"
NOWHERE: Final = 0
"""`Notice.place` if the bot may write in no channel. A manager's command then shows the welcome."""
MAKE_UP_SECONDS: Final = timedelta(days=1).total_seconds()
"""Seconds after the bot was added for which the bot tries to send the welcome."""
FIRST_DELAY: Final = 60.0
LONGEST_DELAY: Final = 3600.0


def welcome_layout() -> ui.LayoutView:
    """Return the welcome with its two buttons."""
    settings = button(Action.SETTINGS, *NO_TABLE, label=say("owners.welcome_settings"))
    learn = button(Action.LEARN, *NO_TABLE, label=say("owners.welcome_learn"), style=Style.primary)
    return layout_view(text_display(say("owners.welcome")), action_row(settings, learn))


def welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for the welcome; None if the bot may write in none.

    The system channel comes first, then the first text channel that @everyone may view.
    """
    return next((one for one in _candidates(guild) if _may_write(one)), None)


def _candidates(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    if guild.system_channel is not None:
        yield guild.system_channel
    everyone = guild.default_role
    for channel in sorted(guild.text_channels, key=lambda one: (one.position, one.id)):
        if channel.permissions_for(everyone).view_channel and not channel.is_news():
            yield channel


def _may_write(channel: discord.TextChannel) -> bool:
    granted = channel.permissions_for(channel.guild.me)
    return granted.view_channel and granted.send_messages


class WelcomeService:
    """Sends the welcomes of one bot. Several processes may do so at once."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._guilds = bot.database.guilds
        self._delivering: dict[int, asyncio.Task[None]] = {}
        self._done: set[int] = set()
        """Servers without a welcome to show. For others `answer_manager` reads the notice."""

    def consider(self, guild: discord.Guild) -> None:
        """Begin to welcome a server that has added the bot less than a day ago.

        Discord reports every server at each start. So this also continues a welcome that an outage
        or a restart has interrupted.
        """
        self._done.discard(guild.id)  # another process may have served it meanwhile
        is_ours = self._bot.ownership.owns(guild.id)
        if is_ours and self._is_new(guild) and guild.id not in self._delivering:
            task = asyncio.create_task(self._deliver(guild.id))
            self._delivering[guild.id] = task
            task.add_done_callback(lambda _: self._delivering.pop(guild.id, None))

    def _is_new(self, guild: discord.Guild) -> bool:
        # Not from `guild.me`: that would decompress every server at each start.
        added = guild.bot_added if isinstance(guild, CompressedGuild) else 0.0
        return added > self._bot.clock() - MAKE_UP_SECONDS

    async def _deliver(self, guild_id: int) -> None:
        """Try until the welcome is sent, no channel can have it, or a day is over."""
        delay = FIRST_DELAY
        while not await self._try_logged(guild_id):
            await self._bot.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    async def _try_logged(self, guild_id: int) -> bool:
        try:
            return await self._send_or_give_up(guild_id)
        except DISCORD_ERRORS as error:
            log.info("a server is not welcomed yet: %r", error)
        except Exception:  # such as a lost database; the task must survive to try again
            log.exception("a server cannot be welcomed yet")
        return False

    async def _send_or_give_up(self, guild_id: int) -> bool:
        """Send the welcome or give it up. Return False if it must be tried again."""
        guild = self._bot.get_guild(guild_id)
        if guild is None or not self._is_new(guild):
            return True
        place = welcome_channel(guild)
        await self._guilds.create_notice(guild_id, WELCOME, place.id if place else NOWHERE)
        notice = await self._guilds.notice(guild_id, WELCOME)
        if notice is None or notice.message_id:
            return True
        notice = await self._placed(guild, notice)
        if notice.place == NOWHERE:
            self._done.discard(guild_id)
            return True
        return await self._attempt(notice)

    async def _placed(self, guild: discord.Guild, notice: Notice) -> Notice:
        """Move the notice to a channel in which the bot may write, or to NOWHERE. Return it.

        If the welcome may exist, its channel stays, because `send_notice` searches that channel.
        """
        channel = welcome_channel(guild)
        place = channel.id if channel is not None else NOWHERE
        if notice.tried or place == notice.place:
            return notice
        await self._guilds.move_notice(notice, place)
        return await self._guilds.notice(guild.id, WELCOME) or notice

    async def _attempt(self, notice: Notice) -> bool:
        async with speaking_guild_locale(self._bot, notice.guild_id):
            view = welcome_layout()
        letter = {
            "view": view,
            "silent": True,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        return await with_timeout(self._bot, send_notice(self._bot, self._guilds, notice, letter))

    async def answer_manager(self, raw: Interaction) -> None:
        """Show the welcome after a manager's command, if no channel could have it.

        The welcome is marked as tried first. If the process dies in between, nobody gets it. The
        bot cannot search for an ephemeral message, and a second welcome would be worse than none.
        """
        guild_id = raw.guild_id
        if guild_id is None or guild_id in self._done or not raw.permissions.manage_guild:
            return
        self._done.add(guild_id)  # first: a delivery may discard it during the query
        try:
            notice = await self._guilds.notice(guild_id, WELCOME)
        except BaseException:
            self._done.discard(guild_id)
            raise
        if notice is None or notice.place != NOWHERE or notice.tried:
            return
        if guild_id in self._delivering:
            return
        if await self._guilds.mark_notice_tried(notice):
            await send(raw, Reply(welcome_layout()))
            await self._guilds.mark_notice_sent(notice, raw.id)

    def close(self) -> None:
        """Stop all attempts. The rows stay, so the next process continues."""
        for task in self._delivering.values():
            task.cancel()


class WelcomeCog(commands.Cog):
    """Listens for servers that have added the bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild_there(self, guild: discord.Guild) -> None:
        """Welcome a new server. Discord also reports each server at every start."""
        self.bot.services.welcomes.consider(guild)

    async def cog_unload(self) -> None:
        """Stop before the connections to Discord close."""
        self.bot.services.welcomes.close()


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(WelcomeCog(bot))
