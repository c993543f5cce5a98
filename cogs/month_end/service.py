"""Ends the months of servers that want the post, and sends the posts.

Each step can be repeated after a restart, or run in two processes at once. `data.leaderboards` ends
a month only once. `data.guilds.notices` lets each post be sent only once.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.notices import send_notice
from cogs.delivery.outbox import Letter
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.month_end.due import DAY, HOUR, due_at, first_due, month_due_at
from cogs.month_end.message import month_layout, month_poster
from cogs.ui.layout import picture_file
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.permissions import THREAD_PERMISSIONS, missing_permissions
from data.core.timestamps import month_after
from data.models.leaderboards import MonthDue
from data.models.members import GuildSettings
from data.models.messages import Notice

log = logging.getLogger(__name__)

LATEST: Final = 7 * DAY
"""Seconds after its due time from which a post is too late to be sent."""
PATIENCE: Final = 3 * DAY
"""Seconds for which a post is tried for which the bot lacks a permission, or any channel."""
FIRST_PAUSE: Final = 60.0
LONGEST_PAUSE: Final = float(HOUR)

Key = tuple[int, str]
"""A notice: its guild and its kind."""


class MonthEndService:
    """Ends the months of one bot's servers. The timer loop calls `poll`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._guilds = bot.database.guilds
        self._months = bot.database.leaderboards
        self._round: asyncio.Task[None] | None = None
        self._pauses: dict[Key, tuple[float, float]] = {}
        """When a post that has failed is tried again, and the pause after the next failure."""

    def poll(self) -> None:
        """Start a round in the background, unless the previous round is still running.

        A round is a task of its own, because drawing and sending would delay the timer loop.
        """
        if self._round is None or self._round.done():
            self._round = asyncio.create_task(self._run_logged())

    def close(self) -> None:
        """Stop. The rows stay, so the next process continues."""
        if self._round is not None:
            self._round.cancel()

    async def _run_logged(self) -> None:
        try:
            await self.run()
        except Exception:  # the database may be away: the next poll tries again
            log.exception("the month's end could not be done; it is tried again")

    async def run(self) -> None:
        """Compute missing due times, end the months that are due, then send the posts."""
        now, owns = self._bot.clock(), self._bot.ownership.owns
        for guild_id, zone in await self._months.unscheduled():
            if owns(guild_id):
                await self._months.schedule(guild_id, zone, first_due(now, zone, guild_id))
        for ended in await self._months.due_months(now):
            if owns(ended.guild_id):
                await self._end(ended, now)
        for notice in await self._guilds.pending_months():
            if owns(notice.guild_id):
                await self._try_logged(notice)

    async def _end(self, ended: MonthDue, now: float) -> None:
        """End all months of a server that are over. After an outage these are several."""
        while ended.due <= now:
            month = month_due_at(ended.due)
            following = due_at(month_after(month), ended.zone, ended.guild_id)
            await self._months.end_month(ended, month, following)
            ended = replace(ended, due=following)

    # ---- the post

    async def _try_logged(self, notice: Notice) -> None:
        """Try to send a post, unless the last attempt was a short time ago."""
        key, now = (notice.guild_id, notice.what), self._bot.clock()
        again_at, pause = self._pauses.get(key, (now, FIRST_PAUSE))
        if now < again_at:
            return
        try:
            settled = await self._send_or_give_up(notice)
        except DISCORD_ERRORS as error:
            log.info("a month's end is not posted yet: %r", error)
            settled = False
        except Exception:  # one server's failure must not delay the others
            log.exception("a month's end cannot be posted yet")
            settled = False
        if settled:
            self._pauses.pop(key, None)
        else:
            self._pauses[key] = (now + pause, min(2 * pause, LONGEST_PAUSE))

    async def _send_or_give_up(self, notice: Notice) -> bool:
        """Send a post or give it up. Return False if it must be tried again."""
        settings = await self._guilds.settings(notice.guild_id)
        if not settings.month or self._is_late(notice, settings):
            return await self._give_up(notice)
        guild = self._bot.get_guild(notice.guild_id)
        if guild is None:
            return False
        place = month_channel(guild, settings)
        try:
            if place is not None or notice.tried:
                return await self._send_to(notice, guild, place)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("a month's end is not posted yet: %r", error)
        # Asked only after a try: an outage of Discord, or of the bot, must not cost the post.
        if self._bot.clock() <= notice.at + PATIENCE:
            return False
        return await self._give_up(notice)

    async def _send_to(
        self, notice: Notice, guild: discord.Guild, place: discord.TextChannel | None
    ) -> bool:
        """Send a post, or give it up if nobody may be shown. `place` is where it belongs now."""
        # A post that may have been sent is searched in its own channel.
        if place is not None and not notice.tried and place.id != notice.place:
            await self._guilds.move_notice(notice, place.id)
            notice = await self._guilds.notice(notice.guild_id, notice.what) or notice
        letter = await self._letter(guild, notice.month)
        if letter is None:  # all champions have hidden themselves since
            return await self._give_up(notice)
        sending = send_notice(self._bot, self._guilds, notice, letter)
        return await with_timeout(self._bot, sending)

    async def _give_up(self, notice: Notice) -> bool:
        await self._guilds.give_up_notice(notice)
        return True

    def _is_late(self, notice: Notice, settings: GuildSettings) -> bool:
        due = due_at(notice.month, settings.zone, notice.guild_id)
        return self._bot.clock() > due + LATEST

    async def _letter(self, guild: discord.Guild, month: str) -> Letter | None:
        """Return the message about a month; None if nobody may be shown."""
        found = await self._months.month_champions(guild.id, month)
        champions = [one for one in found if not one.hidden]
        if all(one.game for one in champions):
            return None
        totals = await self._months.month_totals(guild.id, month)
        async with speaking_guild_locale(self._bot, guild.id):
            poster = month_poster(guild, month, champions, totals)
            picture = await self._bot.services.renderer.month(poster)
            view = month_layout(month, champions, totals, picture)
        no_pings = discord.AllowedMentions.none()
        return {"view": view, "file": picture_file(picture), "allowed_mentions": no_pings}


def month_channel(guild: discord.Guild, settings: GuildSettings) -> discord.TextChannel | None:
    """Return the channel for a server's posts: the one chosen for posts, else the home channel.

    None if the bot may not post there, or if it is a forum.
    """
    channel = guild.get_channel(settings.month_place or settings.home or 0)
    if not isinstance(channel, discord.TextChannel):
        return None
    missing = missing_permissions(channel.permissions_for(guild.me))
    return None if set(missing) - THREAD_PERMISSIONS else channel
