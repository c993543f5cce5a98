"""Backends: the queries and transactions that repositories run.

`SqliteBackend` and `PostgresBackend` derive from `Backend`. `OpenedBackend` also has what
`data.database` needs to close a backend.
"""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.core.write_queue import WriteQueue

T = TypeVar("T")
Clock = Callable[[], Millis]

READERS: Final = 2
"""Connections for interactions: two, so that one slow query does not block all others."""
LONG_READERS: Final = 1
"""Connections for slow queries, such as a member's data export. Slow queries queue up."""


class RunTransaction(Protocol):
    """Runs a transaction."""

    def __call__(self, work: Callable[[Connection, Millis], T], /) -> Awaitable[T]:
        """Run `work`, and return its value after the COMMIT."""
        ...


class RunQuery(Protocol):
    """Runs a query."""

    def __call__(self, question: Callable[[Connection], T], /) -> Awaitable[T]:
        """Run `question` on one state of the database, and return its value."""
        ...


@dataclass(frozen=True, slots=True)
class Backend:
    """One open database. `name` is its path or address, for the operator."""

    name: str
    transaction: RunTransaction
    query: RunQuery
    slow_query: RunQuery
    """A `query` that waits for other slow ones only."""
    follow: Callable[[], None]
    """Date the next commits by the clock, even if it was set back."""

    def table_transaction(
        self,
        table_id: int,  # noqa: ARG002 - for databases that several processes share
        work: Callable[[Connection, Millis], T],
    ) -> Awaitable[T]:
        """Run `work` as `transaction` does, at one table.

        Here nothing is checked, because only one process uses this backend.
        """
        return self.transaction(work)


@dataclass(frozen=True, slots=True)
class OpenedBackend:
    """An open database. To close the database, close `everything`. `beat` saves a heartbeat."""

    file: Backend
    writer: WriteQueue
    safety_note: str
    everything: AsyncExitStack
    beat: Callable[[], Awaitable[None]]
