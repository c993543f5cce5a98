"""Looking up members who were not erased, in the transaction that would write about them.

Data that was read before an erasure must not be written back after it. Only a member's own
interaction inserts them again; see `data.people.people.player_id`.
"""

import re
from typing import Final

from data.sql.connection import Connection

OF_A_SERVER: Final = "presets:"
"""Key prefix of a guild's presets. They are never about a member, whatever their names contain."""


UNREAD: Final = """
    SELECT key, value FROM unread_setting
    WHERE key LIKE '%' || :user || '%' OR value LIKE '%' || :user || '%'"""
"""Settings of an older version that contain a member's digits.

`is_about` decides which are theirs.
"""


def is_about(user_id: int, key: str, value: str) -> bool:
    """Whether an old setting may be about a member: it contains their whole id as a number."""
    number = re.compile(rf"(?<![0-9]){user_id}(?![0-9])")
    return not key.startswith(OF_A_SERVER) and bool(number.search(key) or number.search(value))


def forget_unread(connection: Connection, user_id: int) -> bool:
    """Delete the old settings that may be about a member. Returns whether there were any."""
    rows = connection.execute(UNREAD, {"user": user_id}).fetchall()
    theirs = [(key,) for key, value in rows if is_about(user_id, key, value)]
    connection.executemany("DELETE FROM unread_setting WHERE key = ?", theirs)
    return bool(theirs)


def number_of(connection: Connection, guild_id: int, user_id: int) -> int | None:
    """Return the row id of a member in a guild; None if they were erased or never there."""
    row = connection.execute(
        "SELECT id FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return None if row is None else int(row[0])


def is_of_table(connection: Connection, table_id: int, user_id: int) -> bool:
    """Whether a member who was not erased plays at a table, or has played there."""
    row = connection.execute(
        """SELECT EXISTS (
               SELECT 1 FROM seat_driver AS d JOIN player AS p ON p.id = d.player_id
               WHERE d.table_id = ? AND p.user_id = ?)""",
        (table_id, user_id),
    ).fetchone()
    return bool(row[0])
