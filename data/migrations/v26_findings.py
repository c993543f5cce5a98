"""Tables and columns of the findings of issue 46, one function for each change: version 26."""

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
    add_spectators(connection)


def add_spectators(connection: Connection) -> None:
    """Keep who follows a game, and how spectators react to its turns."""
    for statement in SPECTATORS:
        connection.execute(statement)
