"""Questions that are asked before their answer is needed.

PostgreSQL looks for it meanwhile, behind what it was told before. SQLite answers in the thread that
asks, and so it is asked when the answer is wanted.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

from data.sql.connection import Connection, Parameters, SqlRow

Answer = Callable[[], list[SqlRow]]
"""Waits for the rows; to be called once, and before anything else is said that changes them."""


@runtime_checkable
class AsksAhead(Protocol):
    """A connection that need not be waited for."""

    def ask_ahead(self, sql: str, parameters: Parameters, /) -> Answer:
        """Ask, and go on."""
        ...


def asked(connection: Connection, sql: str, parameters: Parameters) -> Answer:
    """Ask for rows, which are waited for when they are called for."""
    if isinstance(connection, AsksAhead):
        return connection.ask_ahead(sql, parameters)
    return partial(_answer, connection, sql, parameters)


def _answer(connection: Connection, sql: str, parameters: Parameters) -> list[SqlRow]:
    return connection.execute(sql, parameters).fetchall()
