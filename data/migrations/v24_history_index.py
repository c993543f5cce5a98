"""Schema version 24: adds an index to count a guild's finished games by month and game."""

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Replace the index of results keyed by guild."""
    connection.execute("DROP INDEX result_guild")
    connection.execute("CREATE INDEX result_guild ON result (guild_id, at, number, game)")
