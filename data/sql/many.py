"""Many rows told at once.

To SQLite each row is said: that is the fastest there is. PostgreSQL is told hundreds of rows in one
text of JSON, from which it makes rows of the table's own types: a statement costs it, and us, more
than the row that it brings. What JSON cannot hold, bytes, is not told so.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Protocol, runtime_checkable

from data.sql.connection import Connection

Row = tuple[Any, ...]
AT_ONCE: Final = 1000
"""Rows in one text."""

# S608 below: tables and columns are constants of whoever calls.


@runtime_checkable
class TakesTexts(Protocol):
    """A connection that is better told many rows in one text."""

    def execute_text(self, sql: str, text: str, /) -> object:
        """Say a statement whose one parameter is such a text."""
        ...


def insert(connection: Connection, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Enter rows that are not there yet."""
    names = ", ".join(columns)
    if isinstance(connection, TakesTexts):
        told = f"INSERT INTO {table} ({names}) SELECT {names} FROM {_told(table)}"  # noqa: S608
        _tell(connection, told, columns, rows)
    else:
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


def update(
    connection: Connection,
    table: str,
    columns: Sequence[str],
    keys: Sequence[str],
    rows: Iterable[Row],
) -> None:
    """Write columns of the rows that have these keys; each of `rows` gives columns, then keys."""
    if isinstance(connection, TakesTexts):
        values = ", ".join(f"{name} = told.{name}" for name in columns)
        found = " AND ".join(f"{table}.{name} = told.{name}" for name in keys)
        told = f"UPDATE {table} SET {values} FROM {_told(table)} AS told WHERE {found}"  # noqa: S608
        _tell(connection, told, (*columns, *keys), rows)
    else:
        values = ", ".join(f"{name} = ?" for name in columns)
        found = " AND ".join(f"{name} = ?" for name in keys)
        connection.executemany(f"UPDATE {table} SET {values} WHERE {found}", rows)  # noqa: S608


def _told(table: str) -> str:
    return f"json_populate_recordset(CAST(NULL AS {table}), ?)"


def _tell(connection: TakesTexts, sql: str, names: Sequence[str], rows: Iterable[Row]) -> None:
    for some in _batches(rows):
        text = json.dumps([dict(zip(names, row, strict=True)) for row in some])
        connection.execute_text(sql, text)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        yield some
