"""How a connection is opened, and how a function is run on its thread."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from data.file.owner import OWNER_ONLY

T = TypeVar("T")
Opener = Callable[[Path], sqlite3.Connection]

APPLICATION_ID = 0x54757070  # "Tupp", so that file(1) and we can tell our files
JOURNAL_LIMIT = 64 * 1024 * 1024  # bytes the WAL may keep after a checkpoint
BUSY_MILLISECONDS = 5000  # for our own looks to end before a checkpoint, and for other programs

WRITER_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    # under a WAL anything less may lose the last commits with the power, and somebody was told that
    # they are saved
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    # what is forgotten is overwritten, not only unlinked
    "PRAGMA secure_delete=ON",
    "PRAGMA trusted_schema=OFF",
    f"PRAGMA journal_size_limit={JOURNAL_LIMIT}",
)
READER_PRAGMAS = (
    "PRAGMA query_only=ON",
    "PRAGMA trusted_schema=OFF",
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    # a reader that checkpoints would be the second connection of the WAL-reset bug
    "PRAGMA wal_autocheckpoint=0",
)


class OwnThread(aiosqlite.Connection):
    """An aiosqlite connection that takes whole functions.

    One hop to the thread per unit of work instead of one per statement; and since nothing is
    awaited half-way, nobody else can get between two statements, and no cancellation can leave
    a transaction open.
    """

    async def open(self) -> None:
        """Open it. When that fails, its thread ends first: it would answer a loop that is gone."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` on the connection's thread. Cancelling the caller does not stop it."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


def open_writer(path: Path) -> sqlite3.Connection:
    """The one writing connection, before its pragmas: a foreign file must not be touched.

    A new file is made for its owner's eyes only.
    """
    # made here and not by SQLite, which would go by the umask
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    path.chmod(OWNER_ONLY)
    # no transactions of the driver: units of work begin and end their own
    return _typed(_opened(str(path)))


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that can only look."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = _typed(_opened(address))
    set_pragmas(connection, READER_PRAGMAS)
    return connection


def open_copier(path: Path) -> sqlite3.Connection:
    """A connection that only looks at the file too, and can write what it sees into another."""
    connection = open_reader(path)
    # it forbids writing to any file; the address that this one is not written to
    connection.execute("PRAGMA query_only=OFF")
    return connection


def _opened(address: str) -> sqlite3.Connection:
    # One thread uses it by construction; that SQLite checks it too would keep a simulation of the
    # bot from doing without that thread.
    is_uri = address.startswith("file:")
    return sqlite3.connect(address, uri=is_uri, isolation_level=None, check_same_thread=False)


def _typed(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    # a flipped bit may end a text's being UTF-8: let the chain find it, not the driver
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def set_pragmas(connection: sqlite3.Connection, pragmas: tuple[str, ...]) -> None:
    """Apply settings that last as long as the connection."""
    for pragma in pragmas:
        connection.execute(pragma).fetchall()


async def connect(opener: Opener, path: Path) -> OwnThread:
    """A running connection with a thread of its own; close it, or the process never ends."""
    connection = OwnThread(partial(opener, path), iter_chunk_size=64)
    await connection.open()
    return connection
