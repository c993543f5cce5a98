"""Usage limits of a seat: pause days used, and the last nudge.

Tables `pause_budget`, `nudge`.
"""

from data.core.connection import Connection
from data.core.timestamps import to_ms, to_seconds


def pause_days_used(connection: Connection, table_id: int, seat: int) -> int:
    """Return the pause days that a seat has used."""
    row = connection.execute(
        "SELECT days FROM pause_budget WHERE table_id = ? AND seat = ?", (table_id, seat)
    ).fetchone()
    return 0 if row is None else int(row["days"])


def set_pause_days_used(connection: Connection, table_id: int, seat: int, days: int) -> None:
    """Save the number of pause days that a seat has used in all."""
    connection.execute(
        """INSERT INTO pause_budget (table_id, seat, days) VALUES (?, ?, ?)
           ON CONFLICT (table_id, seat) DO UPDATE SET days = excluded.days""",
        (table_id, seat, days),
    )


def last_nudge(connection: Connection, table_id: int, seat: int) -> float | None:
    """Return the time of a seat's last nudge; None without one."""
    row = connection.execute(
        "SELECT at FROM nudge WHERE table_id = ? AND seat = ?", (table_id, seat)
    ).fetchone()
    return None if row is None else to_seconds(row["at"])


def record_nudge(connection: Connection, table_id: int, seat: int, at: float) -> None:
    """Record the time of a seat's nudge."""
    connection.execute(
        """INSERT INTO nudge (table_id, seat, at) VALUES (?, ?, ?)
           ON CONFLICT (table_id, seat) DO UPDATE SET at = excluded.at""",
        (table_id, seat, to_ms(at)),
    )
