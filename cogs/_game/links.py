"""Addresses in Discord: of a place, or of a message in it; never of one that is not known."""

from data.game.rows import Status, TableRow


def address(guild_id: int, place: int, message_id: int | None = None) -> str:
    """The address of a channel or thread, or of a message in it."""
    where = f"https://discord.com/channels/{guild_id}/{place}"
    return where if message_id is None else f"{where}/{message_id}"


def home(row: TableRow) -> int:
    """The channel where a table is shown: its thread, or the channel itself."""
    return row.thread_id or row.channel_id


def link_to(row: TableRow) -> str:
    """The way to a table, as near as is known: its message, its thread, its channel."""
    if row.status is Status.LOBBY:
        return address(row.guild_id, row.channel_id, row.lobby_message_id)
    return address(row.guild_id, home(row), row.message_id)
