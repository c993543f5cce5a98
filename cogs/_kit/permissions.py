"""The permissions the bot asks for when it is invited, and checks before it acts."""

from typing import Final

import discord

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


def not_granted(granted: discord.Permissions) -> tuple[str, ...]:
    """Those of them that are missing, by discord.py's names; an administrator lacks none."""
    missing = 0 if granted.administrator else PERMISSIONS.value & ~granted.value
    if not missing:  # every press asks, and discord.py goes through all of its fifty names
        return ()
    return tuple(name for name, is_missing in discord.Permissions(missing) if is_missing)
