"""Digests: one daily message about all tables that wait for a member."""

from data.core.connection import Connection
from data.core.timestamps import optional_ms, to_ms
from data.models.deadlines import WaitingDecision

# The open decisions of a member that no pause covers, the oldest first.
WAITING = """
    SELECT t.guild_id, coalesce(t.thread_id, t.channel_id) AS place, w.table_id, w.seat, w.seq
    FROM player AS p
    JOIN seat_driver AS d ON d.player_id = p.id AND d.kind = 'member'
    JOIN card_table AS t ON t.id = d.table_id AND t.status = 'playing' AND t.pace <> :hurried
    JOIN wait AS w ON w.table_id = d.table_id AND w.seat = d.seat
    WHERE p.user_id = :user AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    AND NOT EXISTS (
        SELECT 1 FROM hold AS h WHERE h.table_id = w.table_id AND h.seat IN (w.seat, -1))
    ORDER BY w.since, w.table_id, w.seat"""


def members_due(connection: Connection, now: float) -> tuple[int, ...]:
    """Return the members whose digest is due, the earliest first."""
    rows = connection.execute(
        "SELECT user_id FROM preference WHERE digest_due <= ? ORDER BY digest_due, user_id",
        (to_ms(now),),
    )
    return tuple(row["user_id"] for row in rows)


def waiting_decisions(
    connection: Connection, user_id: int, hurried: str
) -> tuple[WaitingDecision, ...]:
    """Return a member's open decisions, except at tables of the pace `hurried`."""
    rows = connection.execute(WAITING, {"user": user_id, "hurried": hurried})
    return tuple(WaitingDecision(**dict(row)) for row in rows)


def claim(connection: Connection, user_id: int, before: float | None, then: float | None) -> bool:
    """Move a digest from `before` to its next time `then`.

    Returns False if the digest was not due at `before`.
    """
    return (
        connection.execute(
            "UPDATE preference SET digest_due = ? WHERE user_id = ? AND digest_due = ?",
            (optional_ms(then), user_id, optional_ms(before)),
        ).rowcount
        == 1
    )
