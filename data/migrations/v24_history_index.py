"""An index with which a guild's finished games are counted by month and game: version 24."""

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Replace the index of results by guild."""
    connection.execute("DROP INDEX result_guild")
    connection.execute("CREATE INDEX result_guild ON result (guild_id, at, number, game)")
