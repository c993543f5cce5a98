"""How a member wants to be reminded, on every server alike."""

import sqlite3
from collections.abc import Callable

from data.people.rows import Preference


def find(connection: sqlite3.Connection, user_id: int) -> Preference:
    """What the member has chosen; what holds for everybody else otherwise."""
    row = connection.execute(
        "SELECT zone, quiet_from, quiet_to, way FROM preference WHERE user_id = ?", (user_id,)
    ).fetchone()
    return Preference() if row is None else Preference(**dict(row))


def change(
    connection: sqlite3.Connection, user_id: int, how: Callable[[Preference], Preference]
) -> Preference:
    """Keep what becomes of what was chosen before, and give it."""
    new = how(find(connection, user_id))
    connection.execute(
        """INSERT OR REPLACE INTO preference (user_id, zone, quiet_from, quiet_to, way)
           VALUES (?, ?, ?, ?, ?)""",
        (user_id, new.zone, new.quiet_from, new.quiet_to, new.way),
    )
    return new


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Know nothing of the member's wishes any more."""
    connection.execute("DELETE FROM preference WHERE user_id = ?", (user_id,))
