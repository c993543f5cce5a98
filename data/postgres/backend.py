"""PostgreSQL as a backend: a change at a table needs the lease of the table's shard."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from data.core.backend import Backend
from data.core.connection import Connection, Row
from data.core.pipelining import PipelinedTransaction, Precondition, TableFence
from data.core.timestamps import Millis

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PostgresBackend(Backend):
    """One open PostgreSQL database.

    If several processes share it, each has a `fence`, which checks that this process owns the
    table. Some changes are valid whichever process receives them: preferences, prepared moves, the
    token of a hand panel, outdated messages, digests. They need no lease, so each is a plain
    `transaction`.
    """

    fence: TableFence | None = None

    def table_transaction(
        self, table_id: int, work: Callable[[Connection, Millis], T]
    ) -> Awaitable[T]:
        """Run `work` at one table, and ask the fence in the same transaction.

        Raises `NotOwner`, with nothing changed, if another process owns the table by now.
        """
        guard = self.fence and self.fence(table_id)
        return self.transaction(with_precondition(work, guard, table_id) if guard else work)


def with_precondition(
    work: Callable[[Connection, Millis], T], guard: Precondition, table_id: int
) -> PipelinedTransaction[T]:
    """Return `work` with a guard before it.

    The initial queries of both are sent in one round trip.
    """
    if isinstance(work, PipelinedTransaction):
        return replace(work, guard=guard)

    def judged(connection: Connection, now: Millis, row: Row | None) -> T:
        guard.judge(connection, row)
        return work(connection, now)

    return PipelinedTransaction(table_id, guard.sql, guard.parameters, judged)
