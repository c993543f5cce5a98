"""Which messages show a table, and which of them are behind.

A message is a projection of the state: a table whose `rendered_seq` is behind its `seq` must be
repainted, and however often Discord fails, the list does not forget it.
"""

import sqlite3

from data.game.rows import MessageIds

PLACE = {
    "lobby_message_id": "UPDATE card_table SET lobby_message_id = ? WHERE id = ?",
    "thread_id": "UPDATE card_table SET thread_id = ? WHERE id = ?",
    "message_id": "UPDATE card_table SET message_id = ? WHERE id = ?",
}


def place(connection: sqlite3.Connection, table_id: int, ids: MessageIds) -> None:
    """Remember where the table is shown."""
    for name, value in ids.items():
        connection.execute(PLACE[name], (value, table_id))


def painted(connection: sqlite3.Connection, table_id: int, seq: int) -> None:
    """The message shows entry `seq`. A slow, older paint never turns this back."""
    connection.execute(
        "UPDATE card_table SET rendered_seq = max(rendered_seq, ?) WHERE id = ?", (seq, table_id)
    )


def unpaint(connection: sqlite3.Connection, table_id: int) -> None:
    """The message shows something else than what is true, though nobody has moved."""
    connection.execute(
        "UPDATE card_table SET rendered_seq = min(rendered_seq, seq - 1) WHERE id = ?", (table_id,)
    )


def behind(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The tables to repaint."""
    rows = connection.execute(
        """SELECT id FROM card_table
           WHERE status IN ('playing', 'finished') AND rendered_seq < seq ORDER BY id"""
    )
    return tuple(row["id"] for row in rows)
