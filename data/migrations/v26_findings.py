"""Columns for the findings of issue 46: version 26."""

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Make all changes."""
    add_week_to_ladder(connection)


def add_week_to_ladder(connection: Connection) -> None:
    """Add a member's rating at the start of the week, from which the places of then follow.

    Rows of before have no week: they count as unchanged until the member's next rated game.
    """
    connection.execute("ALTER TABLE ladder ADD COLUMN week INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE ladder ADD COLUMN week_rating REAL")
