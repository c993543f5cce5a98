"""Whether somebody is still known: asked in the unit of work that would write about them.

What was read before a member was forgotten must not come back by being written after it. Only a
member's own press brings somebody in; see `data.people.people.player_id`.
"""

import sqlite3
from typing import Final

# The hyphens give a number at either end a neighbour that is no digit.
ABOUT_A_MEMBER: Final = """
    key NOT LIKE 'presets:%' AND (
        '-' || key || '-' GLOB '*[^0-9]' || :user || '[^0-9]*'
        OR '-' || value || '-' GLOB '*[^0-9]' || :user || '[^0-9]*')"""
"""Which unread settings may be about a member: those with the whole number of theirs.

Not a server's house rules, whatever they were named: nobody is in those.
"""


def number_of(connection: sqlite3.Connection, guild_id: int, user_id: int) -> int | None:
    """Our number for a member of a server; None for who was forgotten, or was never there."""
    row = connection.execute(
        "SELECT id FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return None if row is None else int(row[0])


def is_of_table(connection: sqlite3.Connection, table_id: int, user_id: int) -> bool:
    """Whether a member who is still known plays at a table, or has played there."""
    row = connection.execute(
        """SELECT EXISTS (
               SELECT 1 FROM seat_driver AS d JOIN player AS p ON p.id = d.player_id
               WHERE d.table_id = ? AND p.user_id = ?)""",
        (table_id, user_id),
    ).fetchone()
    return bool(row[0])
