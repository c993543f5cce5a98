"""Columns for the findings of issue 46: version 26."""

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Make all changes."""
    add_channel_of_results(connection)
    add_creator_of_presets(connection)
    add_week_to_ladder(connection)


def add_channel_of_results(connection: Connection) -> None:
    """Add the channel of a finished game, and count a guild's games by it from the index alone."""
    connection.execute("ALTER TABLE result ADD COLUMN channel_id INTEGER NOT NULL DEFAULT 0")
    connection.execute(
        """UPDATE result SET channel_id = (
               SELECT t.channel_id FROM card_table AS t WHERE t.id = result.table_id)"""
    )
    connection.execute("DROP INDEX result_guild")
    connection.execute(
        "CREATE INDEX result_guild ON result (guild_id, at, number, game, channel_id, table_id)"
    )


def add_creator_of_presets(connection: Connection) -> None:
    """Add who saved a preset first. Nobody is known for the presets of earlier versions."""
    connection.execute("ALTER TABLE preset ADD COLUMN creator_id INTEGER REFERENCES player (id)")
    connection.execute(
        "CREATE INDEX preset_creator ON preset (creator_id) WHERE creator_id IS NOT NULL"
    )


def add_week_to_ladder(connection: Connection) -> None:
    """Add a member's rating at the start of the week, from which the places of then follow.

    Rows of before have no week: they count as unchanged until the member's next rated game.
    """
    connection.execute("ALTER TABLE ladder ADD COLUMN week INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE ladder ADD COLUMN week_rating REAL")
