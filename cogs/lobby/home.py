"""The home channel: where `/play` opens a lobby, wherever it was typed."""

from dataclasses import dataclass

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.permissions import check_home_limits, check_lobby_limits
from cogs.ui.permissions import (
    HOMES,
    THREAD_PERMISSIONS,
    TableChannel,
    TablePlace,
    bot_timeout,
    check_channel,
    lacks_tag,
    missing_in,
)
from cogs.ui.replies import Reply, send
from cogs.ui.texts import say
from data.tables.lobbies import Admit


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
        Refusal: No table can be there, or the member cannot see the home channel.
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
    if not isinstance(raw.user, discord.Member) or not may_view(channel, raw.user):
        raise Refusal("owners.home_hidden")
    return LobbyPlace(TablePlace(channel), is_home=True)


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
    if channel is None or channel.type not in HOMES or lacks_tag(channel):
        return False
    needless = () if isinstance(channel, discord.ForumChannel) else THREAD_PERMISSIONS
    return not [name for name in missing_in(channel) if name not in needless]


def may_view(channel: TableChannel, member: discord.Member) -> bool:
    return channel.permissions_for(member).view_channel


async def tell_managers(raw: Interaction, broken_home: int | None) -> None:
    """If the member manages the server and its home channel is unusable, tell them so."""
    if broken_home is not None and raw.permissions.manage_guild:
        text = say("owners.home_broken", channel=f"<#{broken_home}>")
        await send(raw, Reply(text=text))
