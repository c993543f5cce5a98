"""When somebody's time is up. A timer is a row, so a restart forgets none."""

import sqlite3

from data.clock import to_ms, to_seconds


def due(connection: sqlite3.Connection, until: float) -> tuple[tuple[int, float], ...]:
    """Tables in play whose deadline is at or before `until`, earliest first."""
    rows = connection.execute(
        """SELECT id, deadline FROM card_table
           WHERE status = 'playing' AND deadline IS NOT NULL AND deadline <= ?
           ORDER BY deadline, id""",
        (to_ms(until),),
    )
    return tuple((row["id"], to_seconds(row["deadline"])) for row in rows)


def grant_grace(connection: sqlite3.Connection, until: float) -> int:
    """Move every earlier deadline to `until`; return how many. For after hours of absence."""
    return connection.execute(
        """UPDATE card_table SET deadline = :until
           WHERE status = 'playing' AND deadline IS NOT NULL AND deadline < :until""",
        {"until": to_ms(until)},
    ).rowcount
