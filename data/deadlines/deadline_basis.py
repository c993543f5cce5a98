"""An optimistic lock for deadlines. Its basis is the pauses and deadlines of an earlier read.

A member's holiday pauses all their tables, wherever they asked for it. So a pause may begin or end
between the reading of a table and the commit of its next deadlines. A caller computes new deadlines
from this basis, and passes the basis with them. If the basis has changed, nothing is written, and
the caller computes the deadlines again.
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

    `by` is the basis from which the times were computed. If the stored pauses and deadlines differ
    from it, changes nothing and returns False. With None, nothing is checked.
    """
    if not still_holds(connection, table_id, by):
        return False
    open_decisions.replace_open_decisions(connection, now, table_id, now_waiting)
    return True
