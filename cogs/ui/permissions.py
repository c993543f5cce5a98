"""The permissions that the bot asks for when it is invited, and checks before it acts.

What members may do at a table: `cogs.game.permissions`.
"""

from typing import Final

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import MissingPermissions, Refusal

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)


def invitation(application_id: int) -> str:
    """Return the link that adds the bot to a server with these permissions."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=scopes)


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
        Refusal: The command was not sent in a text channel.
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
    """Raise `MissingPermissions` unless a table can be shown in the channel of this interaction."""
    missing = raw.client.missing(raw.app_permissions)
    needed = [name for name in missing if name not in THREAD_PERMISSIONS]
    if needed:
        raise MissingPermissions(needed)


def missing_table_permissions(granted: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to go on showing a table, by discord.py's names."""
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    needless = {"create_public_threads", elsewhere}
    return tuple(name for name in missing_permissions(granted) if name not in needless)
