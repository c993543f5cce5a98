"""By which pauses and deadlines a table's times were computed: an optimistic check.

A member's holiday pauses all their tables, wherever they asked for it. So a pause may begin or end
between reading a table and committing its next deadlines. Whoever commits deadlines says by what
they were computed. Where that has changed, nothing is written, and the caller computes them again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data.file.clock import Millis, to_ms
from data.sql.connection import Connection
from data.time import holds, waits
from data.time.rows import Hold, Wait


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The basis of computed deadlines: a table's pauses and the deadlines of its decisions."""

    holds: frozenset[Hold]
    deadlines: frozenset[tuple[int, int, Millis]]


def reckoned(pauses: Iterable[Hold], open_now: Iterable[Wait]) -> Reckoned:
    """Return the basis of whoever knows these pauses and open decisions of a table.

    Deadlines are compared as they are stored, in whole milliseconds: whoever has just committed
    some still knows the fraction.
    """
    deadlines = frozenset((wait.seat, wait.seq, to_ms(wait.deadline)) for wait in open_now)
    return Reckoned(frozenset(pauses), deadlines)


def stands(connection: Connection, table_id: int, by: Reckoned | None) -> bool:
    """Whether the basis is unchanged; None always is. The caller has locked the table."""
    if by is None:
        return True
    return by == reckoned(holds.of(connection, table_id), waits.of(connection, table_id))


def wait_for(
    connection: Connection,
    now: Millis,
    table_id: int,
    now_waiting: Sequence[Wait],
    by: Reckoned | None = None,
) -> bool:
    """Replace the open decisions of a table; one that was open before keeps its times.

    Returns False, and changes nothing, where the times were computed `by` pauses and deadlines that
    have changed since. None is no condition.
    """
    if not stands(connection, table_id, by):
        return False
    waits.replace(connection, now, table_id, now_waiting)
    return True
