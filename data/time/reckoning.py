"""Optimistic check of computed deadlines.

Several processes may share a database, so another one may begin or end a pause between our query
and our COMMIT. A transaction that saves deadlines therefore states the pauses and deadlines that
they were computed from. If these have changed, nothing is written and the caller computes again.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from data.sql.connection import Connection
from data.time import holds, waits
from data.time.rows import Hold, Wait


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The basis of computed deadlines: a table's pauses and the deadlines of its decisions."""

    holds: frozenset[Hold]
    deadlines: frozenset[tuple[int, int, float]]


def reckoned(pauses: Iterable[Hold], open_now: Iterable[Wait]) -> Reckoned:
    """Return the basis for a caller that has read these pauses and decisions."""
    deadlines = frozenset((wait.seat, wait.seq, wait.deadline) for wait in open_now)
    return Reckoned(frozenset(pauses), deadlines)


def stands(connection: Connection, table_id: int, by: Reckoned | None) -> bool:
    """Whether the basis is unchanged. The caller has locked the table.

    `by` is None if there is only one process, which needs no check.
    """
    if by is None:
        return True
    return by == reckoned(holds.of(connection, table_id), waits.of(connection, table_id))
