"""Whether somebody is still known: asked in the unit of work that would write about them.

What was read before a member was forgotten must not come back by being written after it. Only a
member's own press brings somebody in; see `data.people.people.player_id`.
"""

import re
from typing import Final

from data.sql.connection import Connection

OF_A_SERVER: Final = "presets:"
"""How the keys of house rules begin, whatever those were named: nobody is in them."""


UNREAD: Final = """
    SELECT key, value FROM unread_setting
    WHERE key LIKE '%' || :user || '%' OR value LIKE '%' || :user || '%'"""
"""The unread settings that have a member's digits somewhere; `is_about` says of which it is."""


def is_about(user_id: int, key: str, value: str) -> bool:
    """Whether an unread setting may be about a member: it has the whole number of theirs."""
    number = re.compile(rf"(?<![0-9]){user_id}(?![0-9])")
    return not key.startswith(OF_A_SERVER) and bool(number.search(key) or number.search(value))


def forget_unread(connection: Connection, user_id: int) -> bool:
    """Let go of the unread settings that may be about a member; whether there were any."""
    rows = connection.execute(UNREAD, {"user": user_id}).fetchall()
    theirs = [(key,) for key, value in rows if is_about(user_id, key, value)]
    connection.executemany("DELETE FROM unread_setting WHERE key = ?", theirs)
    return bool(theirs)


def number_of(connection: Connection, guild_id: int, user_id: int) -> int | None:
    """Our number for a member of a server; None for who was forgotten, or was never there."""
    row = connection.execute(
        "SELECT id FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return None if row is None else int(row[0])


def is_of_table(connection: Connection, table_id: int, user_id: int) -> bool:
    """Whether a member who is still known plays at a table, or has played there."""
    row = connection.execute(
        """SELECT EXISTS (
               SELECT 1 FROM seat_driver AS d JOIN player AS p ON p.id = d.player_id
               WHERE d.table_id = ? AND p.user_id = ?)""",
        (table_id, user_id),
    ).fetchone()
    return bool(row[0])
