"""The permissions that the bot asks for in its invitation, and checks before it acts.

`cogs.game.permissions` decides what members may do at a table.
"""

from collections.abc import Iterable
from typing import Final

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import MissingPermissions, Refusal
from cogs.delivery.request import DISCORD_ERRORS, NO_ACCESS, NO_GUILD, with_timeout

PROBE_SECONDS: Final = 1.5
"""Seconds in which Discord must say whether the bot is on a server. An answer is due after 3."""
ABSENT_FOR: Final = 10 * 60.0
"""Seconds for which the bot remembers that it is not on a server."""
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
    """Return the link that invites the bot. With `guild_id`, the link selects that server."""
    scopes = ("bot", "applications.commands")
    link = discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=scopes)
    return link if guild_id is None else f"{link}&guild_id={guild_id}"


class NotInvited:
    """Servers that have installed the bot's commands, but not the bot.

    Discord allows this. The bot cannot post on such a server, so nobody would see a table.
    """

    def __init__(self) -> None:
        self._absent: dict[int, float] = {}

    async def check(self, raw: Interaction) -> None:
        """Raise `Refusal` with an invitation if the bot is not on the interaction's server."""
        bot, guild_id = raw.client, raw.guild_id
        if guild_id is None or bot.get_guild(guild_id) is not None:
            return
        now = bot.clock()
        if self._absent.get(guild_id, 0.0) <= now:
            # Ask Discord once: the first command of a new server may arrive before the event that
            # announces the server.
            if not await is_absent(bot, guild_id):
                return
            self._absent = {one: until for one, until in self._absent.items() if until > now}
            self._absent[guild_id] = now + ABSENT_FOR
        raise Refusal("room.not_invited", link=invitation(raw.application_id, guild_id))


async def is_absent(bot: TuppenceBot, guild_id: int) -> bool:
    """Return whether Discord says that the bot is not on a server.

    False if Discord does not answer.
    """
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
    if not missing:  # every interaction comes here, and the loop below has fifty steps
        return ()
    return tuple(name for name, is_missing in discord.Permissions(missing) if is_missing)


def missing_in(channel: discord.abc.GuildChannel) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to open and show tables in a channel.

    A channel without threads needs none for threads.
    """
    missing = missing_permissions(channel.permissions_for(channel.guild.me))
    if isinstance(channel, discord.ForumChannel):
        # Discord wants Send Messages for a new post, not Create Public Threads.
        return tuple(name for name in missing if name != "create_public_threads")
    has_threads = isinstance(channel, discord.TextChannel)
    return tuple(name for name in missing if has_threads or name not in THREAD_PERMISSIONS)


# ---- the channel of a table


# Without these two permissions, the bot shows a table in the channel instead of a thread.
THREAD_PERMISSIONS: Final = frozenset({"create_public_threads", "send_messages_in_threads"})


def check_channel(raw: Interaction) -> discord.TextChannel:
    """Return the text channel in which a member sent a command.

    Raises:
        Refusal: The channel is not a text channel, or the bot is timed out.
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
    """Raise `Refusal` unless the bot can show a table in the channel of this interaction."""
    missing = raw.client.missing(raw.app_permissions)
    needed = [name for name in missing if name not in THREAD_PERMISSIONS]
    if needed:
        raise lacking(raw, needed)


def lacking(
    raw: Interaction, names: Iterable[str], key: str = "room.missing_permissions"
) -> Refusal:
    """Return the refusal for permissions that the bot lacks here.

    While a moderator has timed the bot out, the refusal names the timeout instead. During a timeout
    the bot lacks permissions even though its role grants them.
    """
    me = raw.guild.me if raw.guild is not None else None
    until = me.timed_out_until if me is not None else None
    if until is not None and until.timestamp() > raw.client.clock():
        return Refusal("room.timed_out", at=round(until.timestamp()))
    return MissingPermissions(names, key)


def missing_table_permissions(granted: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to show a table that is already in play.

    The names are discord.py's. `in_thread` tells whether a thread shows the table.
    """
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    needless = {"create_public_threads", elsewhere}
    return tuple(name for name in missing_permissions(granted) if name not in needless)
