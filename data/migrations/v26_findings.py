"""Columns for the findings of issue 46, one function for each change: version 26."""

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Make all changes."""
    add_cloth(connection)


def add_cloth(connection: Connection) -> None:
    """Add the cloth that a table chose for its pictures. Earlier tables have the usual one."""
    connection.execute("ALTER TABLE card_table ADD COLUMN cloth TEXT NOT NULL DEFAULT ''")
