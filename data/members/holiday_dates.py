"""End dates of members' holidays, for all guilds. Table `holiday`."""

from data.core.connection import Connection
from data.core.timestamps import optional_seconds, to_ms


def holiday_until(connection: Connection, user_id: int) -> float | None:
    """Return the end of a member's holiday; None without one."""
    row = connection.execute("SELECT until FROM holiday WHERE user_id = ?", (user_id,)).fetchone()
    return optional_seconds(None if row is None else row["until"])


def lock_holiday_until(connection: Connection, user_id: int) -> float | None:
    """Return the end of the holiday like `holiday_until`, and lock the row until the COMMIT."""
    row = connection.execute(
        "SELECT until FROM holiday WHERE user_id = ? /*! FOR UPDATE */", (user_id,)
    ).fetchone()
    return optional_seconds(None if row is None else row["until"])


def save(connection: Connection, user_id: int, until: float) -> None:
    """Save the end of a member's holiday."""
    connection.execute(
        """INSERT INTO holiday (user_id, until) VALUES (?, ?)
           ON CONFLICT (user_id) DO UPDATE SET until = excluded.until""",
        (user_id, to_ms(until)),
    )


def ended(connection: Connection, now: float) -> tuple[int, ...]:
    """Return the members whose holiday is over at a time."""
    rows = connection.execute(
        "SELECT user_id FROM holiday WHERE until <= ? ORDER BY until, user_id", (to_ms(now),)
    )
    return tuple(row["user_id"] for row in rows)


def delete(connection: Connection, user_id: int) -> bool:
    """Delete a member's holiday. Returns False if there was none."""
    ended = connection.execute("DELETE FROM holiday WHERE user_id = ?", (user_id,)).rowcount
    return ended == 1
