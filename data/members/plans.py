"""Plans for the next turn, one per member and table. Table `plan`.

Only `cogs` interprets the text.
"""

from dataclasses import asdict

from data.core.connection import Connection
from data.members import lookup
from data.models.members import PlanRow


def plan(connection: Connection, table_id: int, user_id: int) -> PlanRow | None:
    """Return a member's plan at a table, or None."""
    row = connection.execute(
        "SELECT * FROM plan WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else PlanRow(**dict(row) | {"armed": bool(row["armed"])})


def save(connection: Connection, plan: PlanRow) -> None:
    """Save a plan in place of the member's earlier one. Does nothing for an erased member."""
    if not lookup.has_played_at(connection, plan.table_id, plan.user_id):
        return
    connection.execute(
        """INSERT INTO plan (table_id, user_id, round, seq, armed, body, note)
           VALUES (:table_id, :user_id, :round, :seq, :armed, :body, :note)
           ON CONFLICT (table_id, user_id) DO UPDATE SET round = excluded.round,
               seq = excluded.seq, armed = excluded.armed, body = excluded.body,
               note = excluded.note""",
        asdict(plan),
    )


def delete(connection: Connection, table_id: int, user_id: int) -> None:
    """Delete a member's plan."""
    connection.execute("DELETE FROM plan WHERE table_id = ? AND user_id = ?", (table_id, user_id))


def delete_for_table(connection: Connection, table_id: int) -> None:
    """Delete all plans at a table whose game is over."""
    connection.execute("DELETE FROM plan WHERE table_id = ?", (table_id,))


def delete_for_member(connection: Connection, user_id: int) -> bool:
    """Delete all plans of a member. Returns whether there were any."""
    gone = connection.execute("DELETE FROM plan WHERE user_id = ?", (user_id,)).rowcount
    return gone > 0
