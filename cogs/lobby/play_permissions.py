"""The permission to use `/play`, as the managers of a server have set it in Discord.

Discord enforces that for the command alone. Buttons and `/invite` open tables too, so the bot asks
Discord for the settings and applies them itself.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, with_timeout

log = logging.getLogger(__name__)

LASTS: Final = 10 * 60.0
"""Seconds for which the settings of a server are used."""
ASK_SECONDS: Final = 1.0
"""Seconds in which Discord must answer. The answer to an interaction is due after 3."""
ASK_AGAIN: Final = 20.0
"""Seconds before Discord is asked again after it did not answer."""
ROLE, USER, CHANNEL = (one.value for one in discord.AppCommandPermissionType)

Target: TypeAlias = tuple[int, int]
"""One of `ROLE`, `USER` and `CHANNEL`, and an id."""
Rules: TypeAlias = Mapping[Target, bool]
"""Whether a command is allowed, for each role, member or channel with a setting of its own."""


class PlayPermissions:
    """The settings of `/play` on the servers of one bot. They are only in memory."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._command_ids: tuple[int, ...] = ()
        self._known: dict[int, tuple[float, Sequence[Rules]]] = {}

    async def check(self, raw: Interaction) -> None:
        """Raise `Refusal` if a member may not use `/play` where they are.

        If Discord does not answer, use the last known settings. Without any, everybody may.
        """
        # Discord has checked the command itself, and administrators may use all commands.
        if (raw.command and raw.command.name == "play") or raw.permissions.administrator:
            return
        assert isinstance(raw.user, discord.Member)  # only servers have tables
        place = raw.channel
        channel_id = place.parent_id if isinstance(place, discord.Thread) else raw.channel_id
        if not is_allowed(await self._newest(raw.user.guild.id), raw.user, channel_id or 0):
            raise Refusal("limits.play")

    async def ask(self, guild_id: int) -> Sequence[Rules]:
        """Ask Discord for the settings: those of `/play`, then those of the whole application.

        Raises:
            discord.HTTPException: Discord did not answer.
        """
        application = self._bot.application_id or 0
        if not self._command_ids:
            home = self._bot.settings.home_guild
            scope = discord.Object(home) if home else None
            commands = await self._bot.tree.fetch_commands(guild=scope)
            play = [command.id for command in commands if command.name == "play"]
            self._command_ids = (*play, application)
        asked = (self._rules_of(application, guild_id, one) for one in self._command_ids)
        rules = await asyncio.gather(*asked)
        self._known[guild_id] = (self._bot.clock(), rules)
        return rules

    async def _rules_of(self, application: int, guild_id: int, command_id: int) -> Rules:
        ask = self._bot.http.get_application_command_permissions
        try:
            found = await ask(application, guild_id, command_id)
        except discord.NotFound:  # nobody has set anything
            return {}
        return {(one["type"], int(one["id"])): one["permission"] for one in found["permissions"]}

    async def _newest(self, guild_id: int) -> Sequence[Rules]:
        at, known = self._known.get(guild_id, (0.0, ()))
        if at > self._bot.clock() - LASTS:
            return known
        try:
            return await with_timeout(self._bot, self.ask(guild_id), ASK_SECONDS)
        except DISCORD_ERRORS as error:
            log.info("cannot ask who may use /play: %r", error)
            # Otherwise each press would repeat a request that fails.
            self._known[guild_id] = (self._bot.clock() - LASTS + ASK_AGAIN, known)
            return known


def is_allowed(rules: Sequence[Rules], member: discord.Member, channel_id: int) -> bool:
    """Return whether a member may use a command in a channel, by Discord's order of settings.

    A channel comes before all channels. A member comes before their roles, and these before
    `@everyone`.
    """
    guild_id = member.guild.id
    roles = {(ROLE, role.id) for role in member.roles if role.id != guild_id}
    channels = ({(CHANNEL, channel_id)}, {(CHANNEL, guild_id - 1)})
    people = ({(USER, member.id)}, roles, {(ROLE, guild_id)})
    return all(_first_answer(rules, order) for order in (channels, people))


def _first_answer(rules: Sequence[Rules], order: Sequence[set[Target]]) -> bool:
    """Return the answer of the first setting that applies. Of two roles, one that allows counts."""
    for scope in rules:
        for targets in order:
            answers = [allowed for target, allowed in scope.items() if target in targets]
            if answers:
                return any(answers)
    return True
