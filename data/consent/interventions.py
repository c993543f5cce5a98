"""What a host or a moderator has done at a table: beside the log of moves, and no part of it.

It names a role and a seat, never a person, so that nothing is left to forget.
"""

from dataclasses import dataclass

from data.sql.connection import Connection


@dataclass(frozen=True, slots=True)
class InterventionRow:
    """One, after entry `seq` of the log; `seat` where it was about one."""

    seq: int
    kind: str
    role: str
    seat: int | None


def of(connection: Connection, table_id: int) -> tuple[InterventionRow, ...]:
    """All interventions at a table, oldest first."""
    rows = connection.execute(
        "SELECT seq, kind, role, seat FROM act WHERE table_id = ? ORDER BY number", (table_id,)
    )
    return tuple(InterventionRow(**dict(row)) for row in rows)


def note(connection: Connection, table_id: int, act: InterventionRow) -> None:
    """Append an intervention of a host or moderator."""
    connection.execute(
        """INSERT INTO act (table_id, number, seq, kind, role, seat)
           SELECT :table, coalesce(max(number), 0) + 1, :seq, :kind, :role,
                  CAST(:seat AS BIGINT)
           FROM act WHERE table_id = :table""",
        {"table": table_id, "seq": act.seq, "kind": act.kind, "role": act.role, "seat": act.seat},
    )
