"""An optimistic lock for deadlines: the pauses and deadlines that they were computed from.

A member's holiday pauses all their tables, wherever they asked for it. So a pause may begin or end
between the reading of a table and the commit of its next deadlines. A caller passes this basis with
new deadlines. If the basis has changed, nothing is written, and the caller computes the deadlines
again.
"""

from collections.abc import Sequence

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import open_decisions, pauses
from data.models.deadlines import DeadlineBasis, OpenDecision


def still_holds(connection: Connection, table_id: int, by: DeadlineBasis | None) -> bool:
    """Whether the basis is unchanged; None counts as unchanged. The caller has locked the table."""
    if by is None:
        return True
    return by == DeadlineBasis.of(
        pauses.pauses(connection, table_id), open_decisions.open_decisions(connection, table_id)
    )


def wait_for(
    connection: Connection,
    now: Millis,
    table_id: int,
    now_waiting: Sequence[OpenDecision],
    by: DeadlineBasis | None = None,
) -> bool:
    """Replace a table's open decisions; a decision that was open before keeps its times.

    Returns False, and changes nothing, if the pauses and deadlines differ from `by`, from which the
    times were computed. None skips the check.
    """
    if not still_holds(connection, table_id, by):
        return False
    open_decisions.replace_open_decisions(connection, now, table_id, now_waiting)
    return True
