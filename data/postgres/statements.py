"""The connection that transactions and queries get, on top of psycopg's.

In a pipeline, a statement without rows is only sent. Its answer is read together with the next one
that has rows, or at the end. A move of six statements then waits two or three times. A later
statement raises the error of such a statement. So only a caller that rolls back all of them may use
a pipeline.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from data.core.pipelining import Answer
from data.postgres.placeholders import returns_rows, with_psycopg_placeholders

PsycopgConnection = psycopg.Connection[Any]


class Result:
    """A result whose rows have all arrived."""

    __slots__ = ("_left", "rowcount")

    def __init__(self, rows: list[Any]) -> None:
        self.rowcount = len(rows)
        self._left = iter(rows)

    def fetchone(self) -> Any:
        return next(self._left, None)

    def fetchall(self) -> list[Any]:
        return list(self._left)

    def __iter__(self) -> Iterator[Any]:
        return self._left


class PendingResult:
    """The result of a statement without rows, which may still be pending."""

    __slots__ = ("_connection", "_cursor")

    def __init__(self, connection: "PostgresConnection", cursor: psycopg.Cursor[Any]) -> None:
        self._connection = connection
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        """Number of changed rows. Waits for the pending answers."""
        self._connection.synchronize()
        return self._cursor.rowcount

    def fetchone(self) -> Any:
        """Return None: there are no rows."""
        return None

    def fetchall(self) -> list[Any]:
        """Return an empty list: there are no rows."""
        return []

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class PostgresConnection:
    """Executes statements on PostgreSQL. It neither begins nor commits by itself."""

    def __init__(self, link: PsycopgConnection) -> None:
        self.link = link
        self._asking = link.cursor()
        self._pipeline: psycopg.Pipeline | None = None

    def execute(self, sql: str, parameters: Any = (), /) -> Result | PendingResult:
        """Execute a statement in the SQL that `data.core.connection` describes."""
        if returns_rows(sql):
            self._asking.execute(with_psycopg_placeholders(sql), parameters)
            return Result(self._asking.fetchall())
        cursor = self.link.cursor()
        cursor.execute(with_psycopg_placeholders(sql), parameters)
        return PendingResult(self, cursor)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> PendingResult:
        cursor = self.link.cursor()
        cursor.executemany(with_psycopg_placeholders(sql), parameters)
        return PendingResult(self, cursor)

    def execute_arrays(self, sql: str, arrays: Sequence[str], /) -> Result | PendingResult:
        """Execute a statement with many rows, given column by column; see `data.core.bulk`."""
        return self.execute(sql, arrays)

    def execute_pipelined(self, questions: Sequence[tuple[str, Any]]) -> list[Any]:
        """Return the first row of each query, or None.

        In a pipeline, wait only once for all of them.
        """
        cursors = [
            self.link.cursor().execute(with_psycopg_placeholders(sql), parameters)
            for sql, parameters in questions
        ]
        # Read the last answer first. It arrives with those of all earlier queries, so we wait once.
        return [cursor.fetchone() for cursor in reversed(cursors)][::-1]

    def prefetch(self, sql: str, parameters: Any, /) -> Answer:
        """Send a query without waiting for its answer; see `data.core.pipelining`."""
        return self.link.cursor().execute(with_psycopg_placeholders(sql), parameters).fetchall

    @contextmanager
    def pipelined(self) -> Iterator[None]:
        """Return a context manager in which statements are pipelined.

        Inside, an answer is awaited only if it is needed. At the end, all answers are awaited.
        """
        with self.link.pipeline() as pipeline:
            self._pipeline = pipeline
            try:
                yield
            finally:
                self._pipeline = None

    def synchronize(self) -> None:
        """Wait until all statements sent so far are answered."""
        if self._pipeline is not None:
            self._pipeline.sync()
