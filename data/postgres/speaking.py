"""The connection that units of work are handed, over psycopg's.

In a pipeline a statement that gives no rows is sent, and its answer read with that of the next one
that does, or at the end: a move of six statements then waits for the server twice or three times.
What such a statement raises, a later one does: only whoever undoes all of them may send them so.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from data.postgres.spelling import asks, spelled
from data.sql.ahead import Answer

PsycopgConnection = psycopg.Connection[Any]


class Given:
    """The rows that a statement has given, all there."""

    __slots__ = ("_left", "rowcount")

    def __init__(self, rows: list[Any]) -> None:
        self.rowcount = len(rows)
        self._left = iter(rows)

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        return next(self._left, None)

    def fetchall(self) -> list[Any]:
        """All that are left."""
        return list(self._left)

    def __iter__(self) -> Iterator[Any]:
        return self._left


class Spoken:
    """A statement without rows, whose answer may still be on its way."""

    __slots__ = ("_cursor", "_speaking")

    def __init__(self, speaking: "Speaking", cursor: psycopg.Cursor[Any]) -> None:
        self._speaking = speaking
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""
        self._speaking.wait_for_answers()
        return self._cursor.rowcount

    def fetchone(self) -> Any:
        """There are none."""
        return None

    def fetchall(self) -> list[Any]:
        """There are none."""
        return []

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class Speaking:
    """Says statements to PostgreSQL; it neither begins nor commits by itself."""

    def __init__(self, link: PsycopgConnection) -> None:
        self.link = link
        self._asking = link.cursor()
        self._pipeline: psycopg.Pipeline | None = None

    def execute(self, sql: str, parameters: Any = (), /) -> Given | Spoken:
        """Say a statement as `data.sql` has it."""
        if asks(sql):
            self._asking.execute(spelled(sql), parameters)
            return Given(self._asking.fetchall())
        cursor = self.link.cursor()
        cursor.execute(spelled(sql), parameters)
        return Spoken(self, cursor)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Spoken:
        """Say it with each of these parameters."""
        cursor = self.link.cursor()
        cursor.executemany(spelled(sql), parameters)
        return Spoken(self, cursor)

    def execute_arrays(self, sql: str, arrays: Sequence[str], /) -> Given | Spoken:
        """Say it with many rows, column by column; see `data.sql.many`."""
        return self.execute(sql, arrays)

    def ask_together(self, questions: Sequence[tuple[str, Any]]) -> list[Any]:
        """The first row of the answer to each, or None; in a pipeline they are waited for once."""
        cursors = [
            self.link.cursor().execute(spelled(sql), parameters) for sql, parameters in questions
        ]
        # the last first: its answer comes with those of all before it
        return [cursor.fetchone() for cursor in reversed(cursors)][::-1]

    def ask_ahead(self, sql: str, parameters: Any, /) -> Answer:
        """Ask, and go on; see `data.sql.ahead`."""
        return self.link.cursor().execute(spelled(sql), parameters).fetchall

    @contextmanager
    def pipelined(self) -> Iterator[None]:
        """Wait for answers only where somebody asks for them, and at the end."""
        with self.link.pipeline() as pipeline:
            self._pipeline = pipeline
            try:
                yield
            finally:
                self._pipeline = None

    def wait_for_answers(self) -> None:
        """Until all that was said has been answered."""
        if self._pipeline is not None:
            self._pipeline.sync()
