"""The read pool: read-only connections to the file."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from data.errors import ReadFailed
from data.sqlite.connection import ThreadedConnection

T = TypeVar("T")


class ReadPool:
    """Read-only connections. Each query sees one snapshot.

    A caller gets the first free connection, in the order of the calls.
    """

    def __init__(self, connections: Iterable[ThreadedConnection]) -> None:
        # The connection used last has the newest pages in its cache, so it is used first.
        self._free: asyncio.Queue[ThreadedConnection] = asyncio.LifoQueue()
        for connection in connections:
            self._free.put_nowait(connection)

    async def query(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `question` returns. Raises `ReadFailed` if SQLite cannot read the file."""
        connection = await self._free.get()
        try:
            return await connection.run(partial(_in_one_transaction, question))
        except sqlite3.Error as error:
            raise ReadFailed(f"The database could not be read: {error}") from error
        finally:
            self._free.put_nowait(connection)


def _in_one_transaction(
    question: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection
) -> T:
    connection.execute("BEGIN")
    try:
        return question(connection)
    finally:
        # An open read transaction would keep the WAL from shrinking.
        connection.execute("ROLLBACK")
