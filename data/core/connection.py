"""The connection that transactions and queries get: SQLite's own, or ours for PostgreSQL.

Every statement is written once, for both engines. A statement avoids SQL that differs:

INSERT OR REPLACE, OR IGNORE        ON CONFLICT, qualifying the columns of the existing row
max(a, b), min(a, b), iif           CASE
a IS b, for columns and values      a = b OR (a IS NULL AND CAST(b AS …) IS NULL)
a number as a boolean               a = 1; a comparison is no number: CASE
columns not in GROUP BY             a window
strftime, instr, json_extract       Python
random(), lastrowid                 Python, RETURNING

A parameter that may be NULL needs a CAST in a list of SELECT or before IS NULL, to have a type.
Only PostgreSQL reads `/*! … */`, which is a comment for SQLite. Only SQLite reads `INDEXED BY …`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Parameters = Sequence[Any] | Mapping[str, Any]
"""By number for `?`, by name for `:name`."""


class Row(Protocol):
    """A row: values by name and by number, in the order of the columns."""

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        ...

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...


class Result(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""
        ...

    def fetchone(self) -> Any:
        """Return the next row; None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Executes statements, inside a transaction that its owner begins and ends."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Result:
        """Execute a statement."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Result:
        """Execute a statement with each of these parameters."""
        ...


# ---- Texts from people that a database would reject


def storable_text(text: str) -> str:
    """Return a text that both engines store unchanged.

    JSON may contain half a surrogate pair, which SQLite rejects, and NUL, which PostgreSQL rejects.
    """
    return text.encode(errors="replace").decode().replace("\0", "")
