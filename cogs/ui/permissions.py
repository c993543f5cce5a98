"""The permissions that the bot asks for when it is invited, and checks before it acts.

What members may do at a table: `cogs.game.permissions`.
"""

from collections.abc import Iterable
from typing import Final

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import MissingPermissions, Refusal
from cogs.delivery.request import DISCORD_ERRORS, NO_ACCESS, NO_GUILD, with_timeout

PROBE_SECONDS: Final = 1.5
"""Seconds for Discord to say whether the bot is on a server: a command's answer is due after 3."""
ABSENT_FOR: Final = 10 * 60.0
"""Seconds for which "not on this server" is believed."""
NOT_THERE: Final = frozenset({NO_ACCESS, NO_GUILD})

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)


def invitation(application_id: int, guild_id: int | None = None) -> str:
    """Return the link that adds the bot with these permissions, to a chosen server if given."""
    scopes = ("bot", "applications.commands")
    link = discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=scopes)
    return link if guild_id is None else f"{link}&guild_id={guild_id}"


class NotInvited:
    """Servers that have the commands of the bot without the bot itself.

    Discord offers such an installation. The bot could post nothing there, so a table would be seen
    by nobody.
    """

    def __init__(self) -> None:
        self._absent: dict[int, float] = {}

    async def check(self, raw: Interaction) -> None:
        """Raise `Refusal` with an invitation if the bot is not on the server of an interaction."""
        bot, guild_id = raw.client, raw.guild_id
        if guild_id is None or bot.get_guild(guild_id) is not None:
            return
        now = bot.clock()
        if self._absent.get(guild_id, 0.0) <= now:
            # Asked once, because the event of a new server can come after its first command.
            if not await is_absent(bot, guild_id):
                return
            self._absent = {one: until for one, until in self._absent.items() if until > now}
            self._absent[guild_id] = now + ABSENT_FOR
        raise Refusal("room.not_invited", link=invitation(raw.application_id, guild_id))


async def is_absent(bot: TuppenceBot, guild_id: int) -> bool:
    """Return whether Discord says that the bot is not on a server; False without an answer."""
    try:
        await with_timeout(bot, bot.fetch_guild(guild_id, with_counts=False), PROBE_SECONDS)
    except (discord.Forbidden, discord.NotFound) as error:
        return error.code in NOT_THERE
    except DISCORD_ERRORS:
        return False
    return False


def missing_permissions(granted: discord.Permissions) -> tuple[str, ...]:
    """Return the permissions that the bot needs and lacks, by discord.py's names.

    An administrator lacks none.
    """
    missing = 0 if granted.administrator else PERMISSIONS.value & ~granted.value
    if not missing:  # every interaction asks, and the loop below goes through fifty names
        return ()
    return tuple(name for name, is_missing in discord.Permissions(missing) if is_missing)


# ---- the channel of a table


# Without these two a table is shown in the channel itself.
THREAD_PERMISSIONS: Final = frozenset({"create_public_threads", "send_messages_in_threads"})


def check_channel(raw: Interaction) -> discord.TextChannel:
    """Return the text channel of a command.

    Raises:
        Refusal: The command was not sent in a text channel, or the bot is timed out.
        MissingPermissions: The bot lacks permissions there. The refusal names each one.
    """
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    channel = raw.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Refusal("place.not_a_text_channel")
    check_permissions(raw)
    return channel


def check_permissions(raw: Interaction) -> None:
    """Raise `Refusal` unless a table can be shown in the channel of this interaction."""
    missing = raw.client.missing(raw.app_permissions)
    needed = [name for name in missing if name not in THREAD_PERMISSIONS]
    if needed:
        raise lacking(raw, needed)


def lacking(
    raw: Interaction, names: Iterable[str], key: str = "room.missing_permissions"
) -> Refusal:
    """Return the refusal for permissions that the bot lacks here.

    A moderator's timeout takes permissions that the bot's role still has, so that is told instead.
    """
    me = raw.guild.me if raw.guild is not None else None
    until = me.timed_out_until if me is not None else None
    if until is not None and until.timestamp() > raw.client.clock():
        return Refusal("room.timed_out", at=round(until.timestamp()))
    return MissingPermissions(names, key)


def missing_table_permissions(granted: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to go on showing a table, by discord.py's names."""
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    needless = {"create_public_threads", elsewhere}
    return tuple(name for name in missing_permissions(granted) if name not in needless)
