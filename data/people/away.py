"""Until when members are away, on every server alike."""

from data.file.clock import maybe_seconds, to_ms
from data.sql.connection import Connection


def find(connection: Connection, user_id: int) -> float | None:
    """The end of a member's holiday; None where they have none."""
    row = connection.execute("SELECT until FROM holiday WHERE user_id = ?", (user_id,)).fetchone()
    return maybe_seconds(None if row is None else row["until"])


def settled(connection: Connection, user_id: int) -> float | None:
    """The same, and nobody gives the holiday another end until the COMMIT."""
    row = connection.execute(
        "SELECT until FROM holiday WHERE user_id = ? /*! FOR UPDATE */", (user_id,)
    ).fetchone()
    return maybe_seconds(None if row is None else row["until"])


def keep(connection: Connection, user_id: int, until: float) -> None:
    """The member is away, or away for another while than was known."""
    connection.execute(
        """INSERT INTO holiday (user_id, until) VALUES (?, ?)
           ON CONFLICT (user_id) DO UPDATE SET until = excluded.until""",
        (user_id, to_ms(until)),
    )


def over(connection: Connection, now: float) -> tuple[int, ...]:
    """The members whose holiday is over at a time."""
    rows = connection.execute(
        "SELECT user_id FROM holiday WHERE until <= ? ORDER BY until, user_id", (to_ms(now),)
    )
    return tuple(row["user_id"] for row in rows)


def forget(connection: Connection, user_id: int) -> bool:
    """The member is back; False for who was not away."""
    ended = connection.execute("DELETE FROM holiday WHERE user_id = ?", (user_id,)).rowcount
    return ended == 1
