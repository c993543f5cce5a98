"""Prefetching: queries that are sent before their answer is needed.

PostgreSQL works on them meanwhile. SQLite runs in the caller's thread, so it queries when the
answer is needed.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

from data.sql.connection import Connection, Parameters, SqlRow

Answer = Callable[[], list[SqlRow]]
"""Waits for the rows. Call it once, before a statement that changes them."""


@runtime_checkable
class AsksAhead(Protocol):
    """A connection that can send a query without waiting."""

    def ask_ahead(self, sql: str, parameters: Parameters, /) -> Answer:
        """Send a query without waiting for the answer."""
        ...


def asked(connection: Connection, sql: str, parameters: Parameters) -> Answer:
    """Send a query, and return a function that waits for its rows."""
    if isinstance(connection, AsksAhead):
        return connection.ask_ahead(sql, parameters)
    return partial(_answer, connection, sql, parameters)


def _answer(connection: Connection, sql: str, parameters: Parameters) -> list[SqlRow]:
    return connection.execute(sql, parameters).fetchall()
