"""What the times of a table were reckoned by, and whether it is so still.

Where several processes share a database, another may begin or end a pause between somebody's look
at a table and their commit: a member's holiday holds at all their tables, wherever it was asked
for. Whoever commits times says by what pauses and deadlines they were reckoned; if these are
others by then, nothing is written, and they are reckoned anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from data.sql.connection import Connection
from data.time import holds, waits
from data.time.rows import Hold, Wait


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The pauses of a table, and the deadline of each decision that is open at it."""

    holds: frozenset[Hold]
    deadlines: frozenset[tuple[int, int, float]]


def reckoned(pauses: Iterable[Hold], open_now: Iterable[Wait]) -> Reckoned:
    """What somebody reckons by who has read this of a table."""
    deadlines = frozenset((wait.seat, wait.seq, wait.deadline) for wait in open_now)
    return Reckoned(frozenset(pauses), deadlines)


def stands(connection: Connection, table_id: int, by: Reckoned | None) -> bool:
    """Whether it is so still; None is said by whoever is alone. The caller has locked the table."""
    if by is None:
        return True
    return by == reckoned(holds.of(connection, table_id), waits.of(connection, table_id))
