"""The place of an interaction: a server, the bot's direct messages, or elsewhere.

`cogs.ui.replies` uses this to decide who can read the answer.
"""

from enum import Enum

from cogs.core.bot import Interaction


class Place(Enum):
    """The three kinds of place that `replies` distinguishes."""

    SERVER = "a server with the bot"
    BOT_DM = "the direct messages between a member and the bot"
    ELSEWHERE = "a group, direct messages of two people, a server without the bot, or unknown"


def place_of(raw: Interaction) -> Place:
    """Return the kind of place of an interaction.

    Discord states the context, so a member cannot forge it. Without a context the answer is
    `ELSEWHERE`, because others may read there.
    """
    if raw.guild_id is None:
        return Place.BOT_DM if raw.context.dm_channel else Place.ELSEWHERE
    # On a server that installed only the commands, the bot cannot see the channel.
    is_known = raw.context.guild and raw.client.get_guild(raw.guild_id) is not None
    return Place.SERVER if is_known else Place.ELSEWHERE


def is_in_bot_dm(raw: Interaction) -> bool:
    """Return whether an interaction comes from the direct messages with the bot."""
    return place_of(raw) is Place.BOT_DM


def is_on_server(raw: Interaction, guild_id: int) -> bool:
    """Return whether an interaction comes from server `guild_id`.

    That proves that the member is on this server.
    """
    return raw.guild_id == guild_id and place_of(raw) is Place.SERVER
