"""Transactions that begin with a query about one subject, such as a table.

For PostgreSQL, the initial queries of several transactions are sent together (see
`data.postgres.commit`). For SQLite these are ordinary transactions.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from data.core.connection import Connection, Parameters, Row

T_co = TypeVar("T_co", covariant=True)


Question = tuple[str, Mapping[str, Any]]
"""A statement and its parameters."""


@dataclass(frozen=True, slots=True)
class Precondition:
    """A query that runs before all others.

    `judge` raises if the query's row forbids the transaction.
    """

    sql: str
    parameters: Mapping[str, Any]
    judge: Callable[[Connection, Row | None], None]


TableFence = Callable[[int], Precondition | None]
"""Returns what a change at a table must check first, given the table's id. None for nothing."""


@dataclass(frozen=True, slots=True)
class PipelinedTransaction(Generic[T_co]):
    """A transaction that begins with a query. `then` continues with the query's row, or None.

    Another transaction of this kind must have another `subject` if it changes this row, or the row
    of the `guard`.
    """

    subject: Hashable
    sql: str
    parameters: Mapping[str, Any]
    then: Callable[[Connection, Any, Row | None], T_co]
    guard: Precondition | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The initial queries in order."""
        own = (self.sql, self.parameters)
        return (own,) if self.guard is None else ((self.guard.sql, self.guard.parameters), own)

    def answered(self, connection: Connection, now: Any, rows: Sequence[Row | None]) -> T_co:
        """Continue with one row for each query. Raises what the guard raises."""
        if self.guard is not None:
            self.guard.judge(connection, rows[0])
        return self.then(connection, now, rows[-1])

    def __call__(self, connection: Connection, now: Any) -> T_co:
        """Run the whole transaction on a connection."""
        rows = [connection.execute(*question).fetchone() for question in self.questions]
        return self.answered(connection, now, rows)


# ---- Prefetching: queries that are sent before their answer is needed


Answer = Callable[[], list[Row]]
"""Waits for the rows of a query. Call it once, before a statement that changes these rows."""


@runtime_checkable
class SupportsPrefetch(Protocol):
    """A connection that can send a query without waiting."""

    def ask_ahead(self, sql: str, parameters: Parameters, /) -> Answer:
        """Send a query without waiting for the answer."""
        ...


def prefetch(connection: Connection, sql: str, parameters: Parameters) -> Answer:
    """Send a query, and return a function that waits for its rows."""
    if isinstance(connection, SupportsPrefetch):
        return connection.ask_ahead(sql, parameters)
    return partial(_answer, connection, sql, parameters)


def _answer(connection: Connection, sql: str, parameters: Parameters) -> list[Row]:
    return connection.execute(sql, parameters).fetchall()
