"""An optimistic check of the pauses and deadlines by which a table's times were computed.

A member's holiday pauses all their tables, wherever they asked for it. So a pause may begin or end
between reading a table and committing its next deadlines. A caller that commits deadlines says by
what they were computed. If that has changed, nothing is written, and the caller computes them
again.
"""

from collections.abc import Sequence

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import open_decisions, pauses
from data.models.deadlines import DeadlineBasis, OpenDecision


def still_holds(connection: Connection, table_id: int, by: DeadlineBasis | None) -> bool:
    """Whether the basis is unchanged; None always is. The caller has locked the table."""
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
    """Replace the open decisions of a table; one that was open before keeps its times.

    Returns False, and changes nothing, where the times were computed `by` pauses and deadlines that
    have changed since. None is no condition.
    """
    if not still_holds(connection, table_id, by):
        return False
    open_decisions.replace_open_decisions(connection, now, table_id, now_waiting)
    return True
