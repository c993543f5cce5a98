"""The permissions that the bot asks for and checks before it acts, and who may read a channel.

`cogs.game.permissions` decides what members may do at a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeGuard

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


def install_link(application_id: int) -> str:
    """Return the link that offers to add the bot to a server, or to install it for oneself.

    What it offers is set in Discord's developer portal.
    """
    return f"https://discord.com/oauth2/authorize?client_id={application_id}"


def user_install_link(application_id: int) -> str:
    """Return the link that installs the commands for oneself."""
    return f"{install_link(application_id)}&integration_type=1&scope=applications.commands"


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


def usable_tags(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """Return the tags that the bot may give to a post of a forum."""
    may_all = forum.permissions_for(forum.guild.me).manage_threads
    return [tag for tag in forum.available_tags if may_all or not tag.moderated]


HOME_TYPES: Final = (discord.ChannelType.text, discord.ChannelType.forum)
"""The kinds of channels that a server can choose as the home of its tables."""


def lacks_tag(channel: discord.abc.GuildChannel) -> bool:
    """Return whether a forum requires a tag on each post, and the bot may use none."""
    if not isinstance(channel, discord.ForumChannel):
        return False
    return channel.flags.require_tag and not usable_tags(channel)


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


# ---- who may read a channel


def may_read(channel: discord.abc.GuildChannel, who: discord.Member | discord.Role) -> bool:
    """Return whether a member, or everybody with a role, may read the messages of a channel."""
    granted = channel.permissions_for(who)
    return all(getattr(granted, name) for name in _to_read(channel))


def is_open_to_all(channel: discord.abc.GuildChannel) -> bool:
    """Return whether @everyone may read a channel, and it is denied to no role and no member."""
    overwrites, needed = channel.overwrites.values(), _to_read(channel)
    is_denied = any(getattr(one, name) is False for one in overwrites for name in needed)
    return not is_denied and may_read(channel, channel.guild.default_role)


def _to_read(channel: discord.abc.GuildChannel) -> tuple[str, ...]:
    """Return the permissions that reading a channel takes."""
    # Discord shows the name of a voice channel to members who may not connect, but not its chat.
    is_voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return ("view_channel", "connect") if is_voice else ("view_channel",)


# ---- the channel of a table


# Without these two permissions, the bot shows a table in the channel instead of a thread.
THREAD_PERMISSIONS: Final = frozenset({"create_public_threads", "send_messages_in_threads"})


TableChannel: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.ForumChannel


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place in which a table opens: a channel, or an existing public thread of that channel.

    In a forum without a thread, the table gets a post of its own.
    """

    channel: TableChannel
    thread_id: int | None = None

    @property
    def id(self) -> int:
        """The id of the thread, or of the channel."""
        return self.thread_id or self.channel.id


def check_channel(raw: Interaction) -> TablePlace:
    """Return the channel or thread in which a member sent a command.

    Raises:
        Refusal: No table can be there, or the bot is timed out.
        MissingPermissions: The bot lacks permissions there. The refusal names each one.
    """
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    place = _place_of(raw.guild, raw.channel)
    if place is None:
        raise Refusal("place.not_a_text_channel")
    check_permissions(raw, in_thread=place.thread_id is not None)
    return place


def _place_of(guild: discord.Guild, channel: object) -> TablePlace | None:
    """Return the place of a table in a channel or thread; None if no table can be there."""
    if isinstance(channel, discord.Thread):
        # Who sees a private thread changes with each mention.
        is_public = channel.type is discord.ChannelType.public_thread
        parent = guild.get_channel(channel.parent_id)
        if is_public and (_is_text(parent) or _is_forum(parent)):
            return TablePlace(parent, channel.id)
        return None
    if _is_text(channel) or isinstance(channel, discord.VoiceChannel):
        return TablePlace(channel)
    return None


def _is_text(channel: object) -> TypeGuard[discord.TextChannel]:
    """Return whether this is a text channel that is not for announcements."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def _is_forum(channel: object) -> TypeGuard[discord.ForumChannel]:
    """Return whether this is a forum. discord.py has the same class for media channels."""
    return isinstance(channel, discord.ForumChannel) and not channel.is_media()


def check_permissions(raw: Interaction, *, in_thread: bool = False) -> None:
    """Raise `Refusal` unless the bot can show a table in the channel of this interaction.

    `in_thread` tells whether that is an existing thread.
    """
    missing = raw.client.missing(raw.app_permissions)
    needless = {"create_public_threads", "send_messages"} if in_thread else THREAD_PERMISSIONS
    needed = [name for name in missing if name not in needless]
    if needed:
        raise lacking(raw, needed)


def lacking(
    raw: Interaction, names: Iterable[str], key: str = "room.missing_permissions"
) -> Refusal:
    """Return the refusal for permissions that the bot lacks here.

    While a moderator has timed the bot out, the refusal names the timeout instead.
    """
    return bot_timeout(raw) or MissingPermissions(names, key)


def bot_timeout(raw: Interaction) -> Refusal | None:
    """Return the refusal that says until when the bot is timed out; None if it is not.

    During a timeout the bot lacks permissions even though its role grants them.
    """
    me = raw.guild.me if raw.guild is not None else None
    until = me.timed_out_until if me is not None else None
    if until is None or until.timestamp() <= raw.client.clock():
        return None
    return Refusal("room.timed_out", at=round(until.timestamp()))


def missing_table_permissions(granted: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to show a table that is already in play.

    The names are discord.py's. `in_thread` tells whether a thread shows the table.
    """
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    needless = {"create_public_threads", elsewhere}
    return tuple(name for name in missing_permissions(granted) if name not in needless)
