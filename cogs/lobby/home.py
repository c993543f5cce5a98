"""The home channel: where `/play` opens a lobby, wherever it was typed."""

from dataclasses import dataclass
from typing import Final

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.permissions import check_home_limits, check_lobby_limits
from cogs.ui.permissions import (
    HOME_TYPES,
    THREAD_PERMISSIONS,
    TableChannel,
    TablePlace,
    bot_timeout,
    check_channel,
    lacks_tag,
    may_read,
    missing_in,
)
from cogs.ui.replies import Reply, send
from cogs.ui.texts import say
from data.tables.lobby_opening import Admit

NEEDED: Final = ("send_messages", "use_application_commands")
"""The permissions that a member needs in the home. Muted members lack at least one."""


@dataclass(frozen=True, slots=True)
class LobbyPlace:
    """The channel in which a lobby opens.

    Attributes:
        place: The channel or thread.
        is_home: Whether that is the server's home channel.
        broken_home: The id of a home channel that cannot be used. None otherwise.
    """

    place: TablePlace
    is_home: bool = False
    broken_home: int | None = None

    @property
    def admit(self) -> Admit:
        """The check of the limits on tables. A home channel may have more tables than others."""
        return check_home_limits if self.is_home else check_lobby_limits


async def find_place(raw: Interaction) -> LobbyPlace:
    """Return the home channel, or else the channel of the interaction.

    Raises:
        Refusal: No table can be there, or the member may not read or write in the home channel.
    """
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    home = (await raw.client.database.guilds.settings(raw.guild.id)).home
    if home is None:
        return LobbyPlace(check_channel(raw))
    channel = raw.guild.get_channel(home)
    if not is_usable(channel):
        return LobbyPlace(await _place_instead(raw, home), broken_home=home)
    assert isinstance(channel, discord.TextChannel | discord.ForumChannel)  # `/settings` checks it
    check_home(raw, channel)
    return LobbyPlace(TablePlace(channel), is_home=True)


def check_home(raw: Interaction, home: TableChannel) -> None:
    """Raise `Refusal` if the member may not read the home channel, or may not write there."""
    if not isinstance(raw.user, discord.Member) or not may_read(home, raw.user):
        raise Refusal("owners.home_hidden")
    granted = home.permissions_for(raw.user)
    # A manager may deny these to everybody, so that only the bot posts in the home.
    everybody = home.overwrites_for(home.guild.default_role)
    if not all(getattr(granted, name) or getattr(everybody, name) is False for name in NEEDED):
        raise Refusal("owners.home_closed", channel=f"<#{home.id}>")


async def _place_instead(raw: Interaction, home: int) -> TablePlace:
    """Return the channel of the interaction, because the home channel cannot be used."""
    timeout = bot_timeout(raw)
    if timeout is not None:  # the home may be well, but the bot can do nothing anywhere
        raise timeout
    try:
        return check_channel(raw)
    except Refusal:
        await tell_managers(raw, home)
        raise


def is_usable(channel: discord.abc.GuildChannel | None) -> bool:
    """Return whether the bot can open tables in a home channel."""
    if channel is None or channel.type not in HOME_TYPES or lacks_tag(channel):
        return False
    needless = () if isinstance(channel, discord.ForumChannel) else THREAD_PERMISSIONS
    return not [name for name in missing_in(channel) if name not in needless]


async def tell_managers(raw: Interaction, broken_home: int | None) -> None:
    """If the member manages the server and its home channel is unusable, tell them so."""
    if broken_home is not None and raw.permissions.manage_guild:
        text = say("owners.home_broken", channel=f"<#{broken_home}>")
        await send(raw, Reply(text=text))
