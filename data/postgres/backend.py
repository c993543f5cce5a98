"""PostgreSQL as a backend: a change at a table needs the lease of the table's shard."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from data.core.backend import Backend
from data.core.connection import Connection, Row
from data.core.pipelining import PipelinedTransaction, Precondition
from data.core.timestamps import Millis
from data.leases import fencing

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PostgresBackend(Backend):
    """One open PostgreSQL database, which several processes may share.

    What counts wherever it was received needs no lease, and is a plain `transaction`: what a member
    has chosen or prepared, the token of a hand panel, that a message is outdated, a digest.
    """

    def table_transaction(
        self, table_id: int, work: Callable[[Connection, Millis], T]
    ) -> Awaitable[T]:
        """Run `work` at one table, and check the lease of its shard in the same transaction.

        Raises `NotOwner`, with nothing changed, where another process owns the shard by now.
        """
        if self.portion.owns_everything:
            return self.transaction(work)
        return self.transaction(
            with_precondition(work, fencing.lease_precondition(self.portion, table_id), table_id)
        )


def with_precondition(
    work: Callable[[Connection, Millis], T], guard: Precondition, table_id: int
) -> PipelinedTransaction[T]:
    """Return `work` with a guard before it. Both first questions are asked in one round trip."""
    if isinstance(work, PipelinedTransaction):
        return replace(work, guard=guard)

    def judged(connection: Connection, now: Millis, row: Row | None) -> T:
        guard.judge(connection, row)
        return work(connection, now)

    return PipelinedTransaction(table_id, guard.sql, guard.parameters, judged)
