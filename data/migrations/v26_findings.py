"""Columns for the findings of issue 46, one function for each change: version 26."""

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Make all changes of this version."""
    add_substitution(connection)
    add_unseen(connection)
    add_terms(connection)
    add_week_to_ladder(connection)


def add_substitution(connection: Connection) -> None:
    """Add the members' answer to who may play their seat. Seats left earlier are open to nobody."""
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


def add_week_to_ladder(connection: Connection) -> None:
    """Add a member's rating at the start of the week, for the places at that time.

    Older rows have no week: they count as unchanged until the member's next rated game.
    """
    connection.execute("ALTER TABLE ladder ADD COLUMN week INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE ladder ADD COLUMN week_rating REAL")
