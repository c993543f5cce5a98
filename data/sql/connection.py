"""The connection that a unit of work is handed: SQLite's own, or what speaks to PostgreSQL.

Every statement is written once, for both. What the two spell differently is left out of them:

    INSERT OR REPLACE, OR IGNORE        ON CONFLICT, where columns of the row there have its name
    max(a, b), min(a, b), iif           CASE
    a IS b, for columns and values      a = b OR (a IS NULL AND CAST(b AS …) IS NULL)
    a number for yes or no              a = 1; a comparison gives no number: CASE
    columns beside GROUP BY             a window
    strftime, instr, json_extract       Python
    random(), lastrowid                 Python, RETURNING

A parameter that may be NULL and stands in a list of SELECT, or before IS NULL, needs a CAST to
tell what it is. What
stands in `/*! … */` PostgreSQL alone reads; to SQLite it is a comment. `INDEXED BY …` SQLite alone
reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Parameters = Sequence[Any] | Mapping[str, Any]
"""By number for `?`, by name for `:name`."""


class SqlRow(Protocol):
    """A row: its values by name and by number, in the order they were asked for."""

    def keys(self) -> Iterable[str]:
        """The names of its columns."""
        ...

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...


class Rows(Protocol):
    """What a statement came to."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""
        ...

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """All that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Says statements, inside a transaction that somebody else begins and ends."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Rows:
        """Say one."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Rows:
        """Say one with each of these parameters."""
        ...
