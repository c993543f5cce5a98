"""What a member has written down for themselves at a table; nobody else is ever shown it."""

import sqlite3

from data.people import kept


def find(connection: sqlite3.Connection, table_id: int, user_id: int) -> str:
    """What they have written; "" for nothing."""
    row = connection.execute(
        "SELECT body FROM memo WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return "" if row is None else str(row["body"])


def keep(connection: sqlite3.Connection, table_id: int, user_id: int, body: str) -> None:
    """Keep it in place of what was there; "" for nothing. Not of who was forgotten meanwhile.

    JSON can carry half a surrogate pair; SQLite's texts cannot.
    """
    body = body.encode(errors="replace").decode()
    connection.execute("DELETE FROM memo WHERE table_id = ? AND user_id = ?", (table_id, user_id))
    if body and kept.is_of_table(connection, table_id, user_id):
        connection.execute(
            "INSERT INTO memo (table_id, user_id, body) VALUES (?, ?, ?)",
            (table_id, user_id, body),
        )


def over(connection: sqlite3.Connection, table_id: int) -> None:
    """The game is over."""
    connection.execute("DELETE FROM memo WHERE table_id = ?", (table_id,))


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Know nothing of what the member has written."""
    connection.execute("DELETE FROM memo WHERE user_id = ?", (user_id,))
