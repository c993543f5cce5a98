"""Looks into the file that cannot change it."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from data.file.connection import OwnThread
from data.file.errors import Unreadable

T = TypeVar("T")

READERS: Final = 2
"""Connections for what presses ask: one that takes its time keeps nobody waiting."""
LONG_READERS: Final = 1
"""Connections for long looks, such as all that is kept about a person: they wait for each other."""


class Reader:
    """Read-only connections. Each look sees one state of the file, and ends.

    Whoever asks gets the first that is free, in the order they asked.
    """

    def __init__(self, connections: Iterable[OwnThread]) -> None:
        # The one that was used last has the newest pages at hand; a second one only helps out.
        self._free: asyncio.Queue[OwnThread] = asyncio.LifoQueue()
        for connection in connections:
            self._free.put_nowait(connection)

    async def look(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """What `question` returns. Raises `Unreadable` when SQLite cannot read the file."""
        connection = await self._free.get()
        try:
            return await connection.run(partial(_in_one_transaction, question))
        except sqlite3.Error as error:
            raise Unreadable(f"The database could not be read: {error}") from error
        finally:
            self._free.put_nowait(connection)


def _in_one_transaction(
    question: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection
) -> T:
    connection.execute("BEGIN")
    try:
        return question(connection)
    finally:
        # an open read transaction would keep the WAL from ever shrinking
        connection.execute("ROLLBACK")
