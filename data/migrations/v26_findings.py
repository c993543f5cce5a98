"""Schema version 26: adds tables and columns for issue 46. Each change has its own function."""

from typing import Final

from data.core.connection import Connection

SPECTATORS: Final = (
    """CREATE TABLE follower (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX follower_user ON follower (user_id)",
    """CREATE TABLE reaction (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (table_id, user_id, seq)
        ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX reaction_user ON reaction (user_id)",
)


def make(connection: Connection) -> None:
    """Make all changes of this version."""
    add_substitution(connection)
    add_unseen(connection)
    add_terms(connection)
    add_channel_of_results(connection)
    add_creator_of_presets(connection)
    add_week_to_ladder(connection)
    add_cloth(connection)
    add_spectators(connection)


def add_substitution(connection: Connection) -> None:
    """Add the members' answer to who may play their seat.

    Seats left earlier are open to no member.
    """
    connection.execute(
        """ALTER TABLE preference ADD COLUMN substitution TEXT NOT NULL DEFAULT 'computer'
           CHECK (substitution IN ('computer', 'member'))"""
    )
    connection.execute("UPDATE seat_driver SET open = 0 WHERE player_id IS NULL")


def add_unseen(connection: Connection) -> None:
    """Add the list of members who cannot see a vote."""
    connection.execute("ALTER TABLE vote ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0")


def add_terms(connection: Connection) -> None:
    """Add when a lobby's terms changed, and which revision each member has accepted."""
    connection.execute(
        "ALTER TABLE card_table ADD COLUMN terms_revision INTEGER NOT NULL DEFAULT 0"
    )
    connection.execute("ALTER TABLE contribution ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0")


def add_channel_of_results(connection: Connection) -> None:
    """Add the channel of a finished game, and an index to count a guild's games by channel."""
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
    """Add the creator of a preset. Earlier presets have none."""
    connection.execute("ALTER TABLE preset ADD COLUMN creator_id INTEGER REFERENCES player (id)")
    connection.execute(
        "CREATE INDEX preset_creator ON preset (creator_id) WHERE creator_id IS NOT NULL"
    )


def add_week_to_ladder(connection: Connection) -> None:
    """Add a member's rating at the start of the week, for the places at that time.

    Older rows have no week: they count as unchanged until the member's next rated game.
    """
    connection.execute("ALTER TABLE ladder ADD COLUMN week INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE ladder ADD COLUMN week_rating REAL")


def add_cloth(connection: Connection) -> None:
    """Add the cloth that a table chose for its pictures. Earlier tables have the default one."""
    connection.execute("ALTER TABLE card_table ADD COLUMN cloth TEXT NOT NULL DEFAULT ''")


def add_spectators(connection: Connection) -> None:
    """Add the followers of games, and spectators' reactions to turns."""
    for statement in SPECTATORS:
        connection.execute(statement)
