"""PostgreSQL as a backend: a change at a table needs the lease of the table's shard."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.leases import fence
from data.sql.asking import Asking, Guard
from data.sql.connection import Connection, SqlRow

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PostgresBackend(OpenDatabase):
    """One open PostgreSQL database, which several processes may share.

    What counts wherever it was received needs no lease, and is a plain `transaction`: what a member
    has chosen or prepared, the token of a hand panel, that a message is outdated, a digest.
    """

    def table_transaction(
        self, table_id: int, work: Callable[[Connection, Millis], T]
    ) -> Awaitable[T]:
        """Run `work` at one table, and check the lease of its shard in the same transaction.

        Raises `NotHeld`, with nothing changed, where another process owns the shard by now.
        """
        if self.portion.is_all:
            return self.transaction(work)
        return self.transaction(fenced(work, fence.guard(self.portion, table_id), table_id))


def fenced(work: Callable[[Connection, Millis], T], guard: Guard, table_id: int) -> Asking[T]:
    """Return `work` with a guard before it. Both first questions are asked in one round trip."""
    if isinstance(work, Asking):
        return replace(work, guard=guard)

    def judged(connection: Connection, now: Millis, row: SqlRow | None) -> T:
        guard.judge(connection, row)
        return work(connection, now)

    return Asking(table_id, guard.sql, guard.parameters, judged)
