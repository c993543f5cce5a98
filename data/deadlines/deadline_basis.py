"""An optimistic check of the pauses and deadlines from which a table's times were computed.

A member's holiday pauses all their tables, whichever server they asked on. So a pause may begin or
end between reading a table and committing its next deadlines. A caller that commits deadlines
passes the values from which it computed them. If these have changed, nothing is written, and the
caller computes the deadlines again.
"""

from collections.abc import Sequence

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import open_decisions, pauses
from data.models.deadlines import DeadlineBasis, OpenDecision


def still_holds(connection: Connection, table_id: int, by: DeadlineBasis | None) -> bool:
    """Return whether the basis is unchanged. None always is. The caller has locked the table."""
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
    """Replace the open decisions of a table. A decision that was open before keeps its times.

    Return False, and change nothing, if the pauses and deadlines in `by` have changed since.
    Without `by`, nothing is compared.
    """
    if not still_holds(connection, table_id, by):
        return False
    open_decisions.replace_open_decisions(connection, now, table_id, now_waiting)
    return True
