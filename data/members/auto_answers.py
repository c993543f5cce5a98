"""A member's auto-answers at a table, by seat.

Tables `standing_answer`, `staging`, `proposal`. Functions that write ignore members who were erased
meanwhile.
"""

from collections.abc import Mapping
from dataclasses import asdict

from data.core.connection import Connection
from data.members import lookup
from data.models.members import AutoAnswer


def auto_answers_by_seat(
    connection: Connection, table_id: int, user_id: int
) -> Mapping[int, AutoAnswer]:
    """Return a member's auto-answers at a table, by seat."""
    rows = connection.execute(
        "SELECT * FROM standing_answer WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    )
    return {row["seat"]: AutoAnswer(**dict(row)) for row in rows}


def auto_answer(
    connection: Connection, table_id: int, seat: int, user_id: int
) -> AutoAnswer | None:
    """Return a member's auto-answers for a seat; None without any."""
    row = connection.execute(
        "SELECT * FROM standing_answer WHERE table_id = ? AND seat = ? AND user_id = ?",
        (table_id, seat, user_id),
    ).fetchone()
    return None if row is None else AutoAnswer(**dict(row))


def save_auto_answer(connection: Connection, said: AutoAnswer) -> None:
    """Save auto-answers in place of the earlier ones."""
    if not lookup.has_played_at(connection, said.table_id, said.user_id):
        return
    connection.execute(
        """INSERT INTO standing_answer (table_id, seat, user_id, offer, leave, until)
           VALUES (:table_id, :seat, :user_id, :offer, :leave, :until)
           ON CONFLICT (table_id, seat, user_id) DO UPDATE SET
               offer = excluded.offer, leave = excluded.leave, until = excluded.until""",
        asdict(said),
    )


def delete_for_member(connection: Connection, user_id: int) -> bool:
    """Delete a member's auto-answers, staged cards and proposals at all tables.

    Return whether there were any.
    """
    gone = [
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,)).rowcount  # noqa: S608
        for table in ("standing_answer", "staging", "proposal")
    ]
    return any(gone)
