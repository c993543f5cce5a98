"""Members' private notes at a table. Only the member sees them. Table `memo`."""

from typing import Final

from data.core.connection import Connection, storable_text
from data.members import lookup


def note(connection: Connection, table_id: int, user_id: int) -> str:
    """Return a member's note at a table; "" without one."""
    row = connection.execute(
        "SELECT body FROM memo WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return "" if row is None else str(row["body"])


PLAYED: Final = "SELECT id FROM card_table WHERE id = ? AND status = 'playing' /*! FOR UPDATE */"
"""Selects a game in play, and locks it until the COMMIT, because its end deletes its notes."""


def save(connection: Connection, table_id: int, user_id: int, body: str) -> bool:
    """Save a note. The text "" deletes the note. Does nothing for an erased member.

    Returns False if the game is over, because nothing would delete the note any longer.
    """
    if connection.execute(PLAYED, (table_id,)).fetchone() is None:
        return False
    body = storable_text(body)
    connection.execute("DELETE FROM memo WHERE table_id = ? AND user_id = ?", (table_id, user_id))
    if body and lookup.has_played_at(connection, table_id, user_id):
        connection.execute(
            "INSERT INTO memo (table_id, user_id, body) VALUES (?, ?, ?)",
            (table_id, user_id, body),
        )
    return True


def delete_for_table(connection: Connection, table_id: int) -> None:
    """Delete all notes at a table whose game is over."""
    connection.execute("DELETE FROM memo WHERE table_id = ?", (table_id,))


def delete_orphaned(connection: Connection) -> None:
    """Delete notes that were written after the end of their game."""
    connection.execute(
        "DELETE FROM memo WHERE table_id IN (SELECT id FROM card_table WHERE status <> 'playing')"
    )


def delete_for_member(connection: Connection, user_id: int) -> bool:
    """Delete all notes of a member. Returns whether there were any."""
    gone = connection.execute("DELETE FROM memo WHERE user_id = ?", (user_id,)).rowcount
    return gone > 0
