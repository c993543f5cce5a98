"""Inserting and updating many rows.

SQLite gets one statement for each row, which is fastest there. PostgreSQL gets hundreds of rows in
one statement, with each column as an array, because there a statement costs more than a row. Values
are integers, floats, texts or None.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Protocol, runtime_checkable

from data.core.connection import Connection

Row = tuple[Any, ...]
BATCH_SIZE: Final = 1000
"""Rows in one statement."""
NULL: Final = "NULL"

# S608 below: tables and columns are constants of the callers.


@runtime_checkable
class SupportsArrays(Protocol):
    """A connection that is faster with many rows in one statement."""

    def execute_arrays(self, sql: str, arrays: Sequence[str], /) -> object:
        """Execute a statement whose parameters are array literals."""
        ...


def insert_rows(
    connection: Connection, table: str, columns: Sequence[str], rows: Iterable[Row]
) -> None:
    """Insert rows that do not exist yet."""
    names = ", ".join(columns)
    if isinstance(connection, SupportsArrays):
        _tell(connection, f"INSERT INTO {table} ({names}) SELECT * FROM", columns, rows)
    else:
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


def update_rows(
    connection: Connection,
    table: str,
    columns: Sequence[str],
    keys: Sequence[str],
    rows: Iterable[Row],
) -> None:
    """Update rows. Each of `rows` has the values of `columns`, then the key values of its row."""
    if isinstance(connection, SupportsArrays):
        values = ", ".join(f"{name} = told.{name}" for name in columns)
        found = " AND ".join(f"{table}.{name} = told.{name}" for name in keys)
        said = f"UPDATE {table} SET {values} FROM"  # noqa: S608
        _tell(connection, said, (*columns, *keys), rows, f" WHERE {found}")
    else:
        values = ", ".join(f"{name} = ?" for name in columns)
        found = " AND ".join(f"{name} = ?" for name in keys)
        connection.executemany(f"UPDATE {table} SET {values} WHERE {found}", rows)  # noqa: S608


def _tell(
    connection: SupportsArrays,
    said: str,
    names: Sequence[str],
    rows: Iterable[Row],
    where: str = "",
) -> None:
    for some in _batches(rows):
        columns = list(zip(*some, strict=True))
        arrays = ", ".join(f"CAST(? AS {_kind(column)}[])" for column in columns)
        told = f"unnest({arrays}) AS told ({', '.join(names)})"
        connection.execute_arrays(f"{said} {told}{where}", [_spelled(one) for one in columns])


def _kind(column: Row) -> str:
    """Return the type of a column. A column of NULLs is "bigint", which converts to every type."""
    kinds = set(map(type, column))
    if str in kinds:
        return "text"
    return "double precision" if float in kinds else "bigint"


def _spelled(column: Row) -> str:
    """Return a column as an array literal. `repr` keeps floats exact."""
    kinds = set(map(type, column))
    if str in kinds:
        words = {value: _quoted(value) for value in set(column)}  # Most values occur many times.
        spelled = [words[value] for value in column]
    elif type(None) in kinds:
        spelled = [NULL if value is None else repr(value) for value in column]
    else:
        spelled = list(map(repr, column))
    return f"{{{','.join(spelled)}}}"


def _quoted(value: str | None) -> str:
    if value is None:
        return NULL
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while some := list(islice(left, BATCH_SIZE)):
        yield some
