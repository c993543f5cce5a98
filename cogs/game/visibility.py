"""Decides which tables a member may see. Every component, page and list asks here.

A member may see a table if they have or had a seat there, or may view its channel now. A thread
counts as its parent channel. A private table is visible only to its member. A lobby is also visible
to its host. To all other members, the bot answers as if the table did not exist.

These functions use the roles and overwrites in the guild cache, without a request to Discord.
"""

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.ui.places import is_on_server
from cogs.ui.texts import link_to_table
from data.models.leaderboards import Viewer
from data.models.tables import TableRow, TableStatus


def may_view(raw: Interaction, channel_id: int) -> bool:
    """Return whether the member may now view a channel of the interaction's guild."""
    channel = raw.guild.get_channel(channel_id) if raw.guild is not None else None
    return channel is not None and _views(raw, channel)


def _views(raw: Interaction, channel: discord.abc.GuildChannel) -> bool:
    # Outside of a guild Discord sends a user, who has no roles.
    member = raw.user
    return isinstance(member, discord.Member) and channel.permissions_for(member).view_channel


def sees_channel(raw: Interaction, row: TableRow) -> bool:
    """Return whether the member may view a table's channel, as far as the bot knows.

    The interaction may come from anywhere.
    """
    return raw.client.services.proofs.sees(row.guild_id, raw.user.id, row.channel_id)


def may_be_shown_here(raw: Interaction, row: TableRow) -> bool:
    """Return whether everybody who reads the interaction's channel may see a table.

    In the table's own channel and its threads, everybody may. In other channels, they may if
    everybody may view the table's channel.
    """
    parent_id = getattr(raw.channel, "parent_id", None)
    if _is_here(raw, row) or parent_id == row.channel_id:
        return True
    channel = raw.guild.get_channel(row.channel_id) if raw.guild is not None else None
    return channel is not None and _is_open_to_all(channel)


def _is_open_to_all(channel: discord.abc.GuildChannel) -> bool:
    """Return whether @everyone may view a channel, and it is denied to no role and no member."""
    denied = any(one.view_channel is False for one in channel.overwrites.values())
    return not denied and channel.permissions_for(channel.guild.default_role).view_channel


def viewer_of(raw: Interaction) -> Viewer:
    """Return the member, and every channel of the guild that they may view now."""
    channels = raw.guild.channels if raw.guild is not None else ()
    return Viewer(raw.user.id, tuple(one.id for one in channels if _views(raw, one)))


async def visible_row(raw: Interaction, table_id: int) -> TableRow | None:
    """Return a table; None if there is none, or if the member must not see it."""
    row = await raw.client.database.tables.find(table_id)
    return row if row is not None and await may_see(raw, row) else None


async def find_visible(raw: Interaction, table_id: int, absent: str = "table.gone") -> TableRow:
    """Return a table. Raises `Refusal` with the text `absent` if `visible_row` returns None."""
    row = await visible_row(raw, table_id)
    if row is None:
        raise Refusal(absent)
    return row


async def find_here(raw: Interaction, table_id: int) -> TableRow:
    """Return a table that the member may use in the interaction's channel.

    Raises:
        Refusal: The member must not see the table. Or the member has no seat, and the interaction
            is not in the table's channel or thread. Or the member is not on the table's server.
    """
    row = await find_visible(raw, table_id)
    await _check_here(raw, row)
    return row


async def load_here(raw: Interaction, table_id: int) -> TableState:
    """Return the state of a table in play or finished.

    Raises:
        Refusal: As for `find_here`. Or the game has not begun, or has ended without a result.
    """
    try:
        state = await raw.client.services.sessions.load(table_id)
    except Refusal:
        # "Not started" would tell the member about a lobby that they must not see.
        await find_here(raw, table_id)
        raise
    if not await may_see(raw, state.row):
        raise Refusal("table.gone")
    await _check_here(raw, state.row)
    return state


async def may_see(raw: Interaction, row: TableRow) -> bool:
    """Return whether the member may see a table."""
    if _is_own(raw, row):
        return True
    if row.is_private:
        return False
    if _is_here(raw, row) or (row.guild_id == raw.guild_id and may_view(raw, row.channel_id)):
        return True
    return await raw.client.database.tables.has_played(row.id, raw.user.id)


def _is_own(raw: Interaction, row: TableRow) -> bool:
    is_host = row.status is TableStatus.LOBBY and row.host_id == raw.user.id
    return is_host or any(seat.is_of(raw.user.id) for seat in row.seats)


def _is_here(raw: Interaction, row: TableRow) -> bool:
    # Discord has checked that the member may view the interaction's channel.
    return raw.channel_id in {row.channel_id, row.thread_id}


async def _check_here(raw: Interaction, row: TableRow) -> None:
    if not (_is_own(raw, row) or _is_here(raw, row)):
        raise Refusal("table.elsewhere")
    # An interaction elsewhere does not prove that the member is still on the table's server.
    if not (row.is_private or is_on_server(raw, row.guild_id)):
        await raw.client.services.proofs.require(row.guild_id, raw.user.id)


def is_served(raw: Interaction, row: TableRow) -> bool:
    """Return whether this process can make changes at a table.

    Discord sends interactions in direct messages to shard 0, whose process may not serve the table.
    """
    is_ours = row.is_private or raw.client.ownership.owns(row.guild_id)
    return is_ours or is_on_server(raw, row.guild_id)


def check_served(raw: Interaction, row: TableRow) -> None:
    """Raise `Refusal` with a link to the table if this process cannot make changes there."""
    if not is_served(raw, row):
        raise Refusal("dm.only_there", link=link_to_table(row))
