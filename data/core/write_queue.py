"""The write queue: the one task that writes.

A transaction is a function of connection and time. The task takes up to 64 waiting transactions and
commits them together, each under a savepoint. A caller gets its answer after the COMMIT.

A submitted transaction runs even if its caller is cancelled. So a timeout does not mean that the
transaction was not saved. A transaction that raises is rolled back alone. If SQLite itself fails,
no caller of that commit is told that it was saved.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.errors import (
    CommitUncertain,
    DatabaseBusy,
    DatabaseClosed,
    NotSaved,
    ServerDisconnected,
    as_not_saved,
    requires_restart,
)

T = TypeVar("T")
Work = Callable[[Connection, Millis], T]

# A sync costs the same for one transaction as for many. The limit bounds how long the first one
# waits.
MAX_GROUP_SIZE = 64

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Committed(Generic[T]):
    """The value that a transaction returned."""

    value: T


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The error of a transaction that was rolled back."""

    error: Exception


@dataclass(frozen=True, slots=True, eq=False)
class QueuedTransaction(Generic[T]):
    """A submitted transaction and its caller's future."""

    work: Work[T]
    waiting: asyncio.Future[T]

    def answer(self, answer: Committed[T] | RolledBack) -> Exception | None:
        """Answer the caller.

        Return the error that no caller receives, because the caller has left.
        """
        error = answer.error if isinstance(answer, RolledBack) else None
        if self.waiting.done():
            return error
        if isinstance(answer, RolledBack):
            self.waiting.set_exception(answer.error)
        else:
            self.waiting.set_result(answer.value)
        return None


class CommitGroup(Protocol):
    """Commits transactions together. If that fails, raises an error, and nothing is saved."""

    def __call__(
        self, group: Sequence[Work[Any]], now: Millis, /
    ) -> Awaitable[list[Committed[Any] | RolledBack]]:
        """Return the result of each transaction."""
        ...


class WriteQueue:
    """The write queue. The function `commit` commits a group of transactions.

    `clock` returns milliseconds since 1970. All transactions of a commit have the same time. Times
    never go back unless `accept_clock_change` is called. `not_before` is the newest time in the
    database.
    """

    def __init__(
        self, commit: CommitGroup, clock: Callable[[], Millis], not_before: Millis
    ) -> None:
        self.failure: asyncio.Future[NotSaved] = asyncio.get_running_loop().create_future()
        self._commit_together = commit
        self._clock = clock
        self._now = not_before
        self._queue: asyncio.Queue[QueuedTransaction[Any] | None] = asyncio.Queue()
        self._closing = False
        self._task = asyncio.create_task(self._write(), name="store writer")
        self.took: Callable[[float], None] = ignore_duration
        """Called with the seconds of each commit."""

    async def submit(self, work: Work[T]) -> T:
        """Return the result of `work` after the COMMIT.

        If `work` raises, rolls back and raises the same error. If the commit fails, raises
        `NotSaved`.
        """
        self._check_open()
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(QueuedTransaction(work, waiting))
        return await waiting

    def accept_clock_change(self) -> None:
        """Accept a clock that was set back. The next commit uses the time of this clock."""
        self._now = self._clock()

    async def close(self) -> None:
        """Finish the submitted transactions, and stop."""
        self._closing = True
        self._queue.put_nowait(None)
        # Not awaited itself: its error was already passed to the callers.
        await asyncio.wait([self._task])

    def _check_open(self) -> None:
        if self.failure.done():
            raise NotSaved(str(self.failure.result()))
        if self._closing:
            raise DatabaseClosed("Not saved: the database is closing.")

    async def _write(self) -> None:
        try:
            while group := await self._next_group():
                if self.failure.done():
                    # after a failed write or sync, even a successful later commit proves nothing
                    _refuse(group, self.failure.result())
                else:
                    await self._commit(group)
        finally:
            self._closing = True
            self._refuse_the_rest()

    async def _next_group(self) -> list[QueuedTransaction[Any]]:
        """Return the transactions of the next commit; [] if the queue is closing."""
        group: list[QueuedTransaction[Any]] = []
        unit = await self._queue.get()
        while unit is not None:
            group.append(unit)
            if len(group) == MAX_GROUP_SIZE or self._queue.empty():
                return group
            unit = self._queue.get_nowait()
        if group:
            self._queue.put_nowait(None)
        return group

    async def _commit(self, group: list[QueuedTransaction[Any]]) -> None:
        work = [unit.work for unit in group]
        try:
            self._now, begun = max(self._now, self._clock()), time.perf_counter()
            answers = await self._commit_together(work, self._now)
            self.took(time.perf_counter() - begun)
        except asyncio.CancelledError:
            _refuse(
                group,
                CommitUncertain("It is unknown whether this was saved: the database was closed."),
            )
            raise
        except Exception as error:  # noqa: BLE001 - whatever it was, no caller may be left waiting
            self._fail(error)
            _refuse(group, as_not_saved(error))
        else:
            _tell(zip(group, answers, strict=True))

    def _fail(self, error: Exception) -> None:
        """Reject all further transactions after a full disk or a worse error.

        A locked file is no such error, because the file may be free later.
        """
        refusal = as_not_saved(error)
        if isinstance(refusal, DatabaseBusy | ServerDisconnected):
            log.warning("%s", refusal)
        elif not self.failure.done():
            log.critical("The database has failed; restart to recover. %s", refusal)
            self.failure.set_result(refusal)

    def _refuse_the_rest(self) -> None:
        waiting = [self._queue.get_nowait() for _ in range(self._queue.qsize())]
        _refuse(
            [unit for unit in waiting if unit],
            DatabaseClosed("Not saved: the database is closing."),
        )


def ignore_duration(_: float) -> None:
    """Ignore the duration of a commit."""


def _refuse(group: list[QueuedTransaction[Any]], refusal: NotSaved) -> None:
    # one exception object each, because callers add their tracebacks to it
    _tell((unit, RolledBack(type(refusal)(*refusal.args))) for unit in group)


def _tell(answers: Iterable[tuple[QueuedTransaction[Any], Committed[Any] | RolledBack]]) -> None:
    """Answer every caller. Logs errors of callers that have left."""
    unheard = [error for unit, answer in answers if (error := unit.answer(answer))]
    if unheard:
        log.warning(
            "rolled back %d changes whose callers were cancelled: %s", len(unheard), unheard[0]
        )


def _under_savepoint(
    work: Work[T], now: Millis, connection: sqlite3.Connection
) -> Committed[T] | RolledBack:
    connection.execute("SAVEPOINT unit")
    try:
        value = work(connection, now)
    except Exception as error:
        # Without a transaction, SQLite has rolled back already, with the other transactions of the
        # group.
        if requires_restart(error) or not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")
        return RolledBack(as_not_saved(error) if isinstance(error, sqlite3.Error) else error)
    connection.execute("RELEASE unit")
    return Committed(value)
