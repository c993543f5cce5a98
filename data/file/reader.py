"""Looks into the file that cannot change it."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from data.file.connection import Connection
from data.file.errors import Unreadable

T = TypeVar("T")


class Reader:
    """A read-only connection. Each look sees one state of the file, and ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def look(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """What `question` returns. Raises `Unreadable` when SQLite cannot read the file."""
        try:
            return await self._connection.run(partial(_in_one_transaction, question))
        except sqlite3.Error as error:
            raise Unreadable(f"The database could not be read: {error}") from error


def _in_one_transaction(
    question: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection
) -> T:
    connection.execute("BEGIN")
    try:
        return question(connection)
    finally:
        # an open read transaction would keep the WAL from ever shrinking
        connection.execute("ROLLBACK")
