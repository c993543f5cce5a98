"""Where a table may stand: a text channel in which the bot has what it needs."""

from typing import Final

import discord

from cogs._kit.client import Press
from cogs._kit.permissions import not_granted
from cogs._kit.refusals import MissingPermissions, Refusal

# Without these two a table still works: it then stands in the channel itself.
FOR_THREADS: Final = frozenset({"create_public_threads", "send_messages_in_threads"})


def check_place(raw: Press) -> discord.TextChannel:
    """The text channel of a command.

    Raises `Refusal` for any other kind of place, `MissingPermissions` that names each one.
    """
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    channel = raw.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Refusal("place.not_a_text_channel")
    check_permissions(raw)
    return channel


def check_permissions(raw: Press) -> None:
    """Raise `MissingPermissions` unless a table can be shown where this was pressed."""
    missing = raw.client.missing(raw.app_permissions)
    needed = [name for name in missing if name not in FOR_THREADS]
    if needed:
        raise MissingPermissions(needed)


def lost(granted: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """The permissions without which a table that has its place is shown there no more."""
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    needless = {"create_public_threads", elsewhere}
    return tuple(name for name in not_granted(granted) if name not in needless)
