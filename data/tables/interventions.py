"""Interventions of hosts and moderators at a table. They are not in the move log. Table `act`.

A row names a role and a seat, never a person, so an erasure need not delete it.
"""

from data.core.connection import Connection
from data.models.tables import InterventionRow


def interventions(connection: Connection, table_id: int) -> tuple[InterventionRow, ...]:
    """Return all interventions at a table, oldest first."""
    rows = connection.execute(
        "SELECT seq, kind, role, seat FROM act WHERE table_id = ? ORDER BY number", (table_id,)
    )
    return tuple(InterventionRow(**dict(row)) for row in rows)


def add(connection: Connection, table_id: int, act: InterventionRow) -> None:
    """Append an intervention of a host or moderator."""
    connection.execute(
        """INSERT INTO act (table_id, number, seq, kind, role, seat)
           SELECT :table, coalesce(max(number), 0) + 1, :seq, :kind, :role,
                  CAST(:seat AS BIGINT)
           FROM act WHERE table_id = :table""",
        {"table": table_id, "seq": act.seq, "kind": act.kind, "role": act.role, "seat": act.seat},
    )
