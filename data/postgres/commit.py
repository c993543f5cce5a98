"""Commits on PostgreSQL: many transactions in one COMMIT. No transaction is committed twice.

A group of transactions first runs in a pipeline without savepoints. If one of its functions raises,
the group is rolled back and runs again with a savepoint for each function. The functions depend
only on connection and time, so a second run has the same result. Moves at several tables query
their preconditions together and wait for the answers once.

If the connection breaks, we reconnect. If the answer to COMMIT was lost, we ask PostgreSQL for the
state of that transaction by its number. If the group was not committed, it runs again.
"""

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg

from data.core.pipelining import PipelinedTransaction
from data.core.timestamps import Millis
from data.core.write_queue import Committed, RolledBack, Work
from data.errors import DatabaseBusy, DatabaseUnusable, NotSaved, ServerDisconnected
from data.postgres.connection import ThreadedConnection, is_disconnected, server_message
from data.postgres.statements import PostgresConnection

Answers = list[Committed[Any] | RolledBack]
Sleep = Callable[[float], None]

PATIENCE: Final = 10.0
"""Seconds for which a group retries while PostgreSQL is unreachable."""
AGAIN: Final = 0.1
"""Seconds between two attempts."""
TWO_WAITED: Final = ("40P01", "40001")
"""SQLSTATE codes of a deadlock and of a serialization failure."""
COMMITTED, ABORTED = "committed", "aborted"


class TransactionRaised(Exception):  # noqa: N818 - not an error of the group: it runs again
    """A function of the group has raised."""


class GroupCommitter:
    """Commits groups of transactions on one connection."""

    def __init__(
        self, link: ThreadedConnection, patience: float = PATIENCE, sleep: Sleep = time.sleep
    ) -> None:
        self._link = link
        self._patience = patience
        self._sleep = sleep

    async def commit(self, group: Sequence[Work[Any]], now: Millis) -> Answers:
        """Commit a group, and return the result of each transaction.

        Raises `NotSaved` if nothing was saved, or if nobody can tell whether the group was saved.
        """
        return await self._link.run(lambda: self._commit(group, now))

    def _commit(self, group: Sequence[Work[Any]], now: Millis) -> Answers:
        until = time.monotonic() + self._patience
        attempt = CommitAttempt(group, now)
        while True:
            try:
                return attempt.made(self._link.connect())
            except (psycopg.Error, DatabaseUnusable) as error:
                again = is_disconnected(error) or is_deadlock(error)
                if is_disconnected(error):
                    self._link.disconnect()
                if not again or time.monotonic() > until:
                    self._link.disconnect()
                    raise attempt.refusal(error) from error
            self._sleep(AGAIN)


class CommitAttempt:
    """A group during its commit. `number` identifies a transaction with an unanswered COMMIT."""

    def __init__(self, group: Sequence[Work[Any]], now: Millis) -> None:
        self._group = group
        self._now = now
        self._number: str | None = None
        self._answers: Answers = []

    def made(self, connection: PostgresConnection) -> Answers:
        """Commit the group, or find that it was committed before. Raises `psycopg.Error`."""
        if self._number is not None and self._was_committed(connection, self._number):
            return self._answers
        self._number = None
        try:
            self._quickly(connection)
        except TransactionRaised:
            self._one_by_one(connection)
        return self._answers

    def refusal(self, error: Exception) -> NotSaved:
        """Return the error for the callers after the group was given up."""
        said = server_message(error) if isinstance(error, psycopg.Error) else str(error)
        if self._number is not None:
            return ServerDisconnected(f"It is unknown whether this was saved: {said}")
        return (
            DatabaseBusy(f"Not saved: {said}")
            if is_disconnected(error)
            else as_not_saved(error, said)
        )

    def _was_committed(self, connection: PostgresConnection, number: str) -> bool:
        """Return whether PostgreSQL has committed a transaction.

        Raises `psycopg.Error` while that is unknown.
        """
        (status,) = connection.execute(
            "SELECT pg_xact_status(CAST(? AS xid8))", (number,)
        ).fetchone()
        # "in progress": PostgreSQL has not noticed yet that the connection is gone. None: too long
        # ago.
        if status not in {COMMITTED, ABORTED}:
            raise psycopg.OperationalError(f"transaction {number} is {status}")
        return bool(status == COMMITTED)

    def _quickly(self, connection: PostgresConnection) -> None:
        """Run all functions in a pipeline.

        Raises `TransactionRaised`, with nothing saved, if one of the functions raises.
        """
        try:
            with connection.pipelined():
                connection.execute("BEGIN")
                # Query the number first. After a COMMIT without an answer, nothing else identifies
                # the transaction.
                number = connection.link.cursor().execute(NUMBER)
                self._answers = [Committed(value) for value in self._values(connection)]
                self._end(connection, number)
        except Exception as error:
            if is_disconnected(error) or self._number is not None:
                raise
            connection.link.rollback()
            raise TransactionRaised from error

    def _values(self, connection: PostgresConnection) -> Iterator[Any]:
        """Yield what each function returns.

        The preconditions at the start of the group are queried together.
        """
        first = leading_pipelined(self._group)
        rows = iter(
            connection.execute_pipelined([each for unit in first for each in unit.questions])
        )
        for unit in first:
            yield unit.answered(connection, self._now, [next(rows) for _ in unit.questions])
        for work in self._group[len(first) :]:
            yield work(connection, self._now)

    def _one_by_one(self, connection: PostgresConnection) -> None:
        """Run each function under a savepoint, so that an error rolls back that function only."""
        connection.execute("BEGIN")
        try:
            number = connection.link.cursor().execute(NUMBER)
            self._answers = [self._under_savepoint(work, connection) for work in self._group]
            self._end(connection, number)
        except BaseException:
            # The original error is raised. A broken connection has rolled back already.
            with suppress(psycopg.Error):
                connection.link.rollback()
            raise

    def _end(self, connection: PostgresConnection, number: psycopg.Cursor[Any]) -> None:
        found = number.fetchone()
        assert found is not None
        # From here on the answer may be lost, and only PostgreSQL knows the outcome.
        self._number = found[0]
        try:
            connection.execute("COMMIT")
            connection.synchronize()
        except psycopg.Error as error:
            # Answers to earlier statements arrive together with that of COMMIT. An error that
            # PostgreSQL reports itself means that it has rolled back.
            if not is_disconnected(error):
                self._number = None
            raise
        self._number = None

    def _under_savepoint(
        self, work: Work[Any], connection: PostgresConnection
    ) -> Committed[Any] | RolledBack:
        connection.execute("SAVEPOINT unit")
        try:
            value = work(connection, self._now)
        except Exception as error:
            # In a deadlock, the locks of earlier functions of the group take part as well. So the
            # whole group must run again.
            if is_disconnected(error) or is_deadlock(error):
                raise
            connection.execute("ROLLBACK TO unit")
            connection.execute("RELEASE unit")  # ROLLBACK TO does not release the savepoint.
            if isinstance(error, psycopg.Error):
                return RolledBack(as_not_saved(error, server_message(error)))
            return RolledBack(error)
        connection.execute("RELEASE unit")
        return Committed(value)


def leading_pipelined(group: Sequence[Work[Any]]) -> list[PipelinedTransaction[Any]]:
    """Return the leading transactions of a group whose preconditions have different subjects.

    None of them can change the precondition of another. All later transactions send their own
    queries.
    """
    found: dict[Hashable, PipelinedTransaction[Any]] = {}
    for unit in group:
        if not isinstance(unit, PipelinedTransaction) or unit.subject in found:
            break
        found[unit.subject] = unit
    return list(found.values())


def is_deadlock(error: BaseException) -> bool:
    """Whether PostgreSQL reported a deadlock or serialization failure: a repeat may succeed."""
    return isinstance(error, psycopg.Error) and error.sqlstate in TWO_WAITED


NUMBER: Final = "SELECT pg_current_xact_id()::text"


def as_not_saved(error: BaseException, said: str) -> NotSaved:
    """Return the error for a transaction that PostgreSQL refused."""
    return NotSaved(f"Not saved: {type(error).__name__}: {said}")
