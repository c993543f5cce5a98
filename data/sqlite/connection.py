"""SQLite connections: opening them, and running functions on their threads."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from data.sqlite.os_files import OWNER_ONLY

T = TypeVar("T")
Opener = Callable[[Path], sqlite3.Connection]

APPLICATION_ID = 0x54757070  # "Tupp", so that file(1) and this program recognize the file
JOURNAL_LIMIT = 64 * 1024 * 1024  # Bytes of the WAL file after a checkpoint.
# Wait this long for our own queries before a checkpoint, and for other programs.
BUSY_MILLISECONDS = 5000

WRITER_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    # In WAL mode, anything less may lose the last commits in a power failure, although they were
    # reported as saved.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    # Erased data must be overwritten, not only unlinked.
    "PRAGMA secure_delete=ON",
    "PRAGMA trusted_schema=OFF",
    f"PRAGMA journal_size_limit={JOURNAL_LIMIT}",
)
READER_PRAGMAS = (
    "PRAGMA query_only=ON",
    "PRAGMA trusted_schema=OFF",
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    # A reader that checkpoints would be the second connection of the WAL-reset bug.
    "PRAGMA wal_autocheckpoint=0",
)


class ThreadedConnection(aiosqlite.Connection):
    """An aiosqlite connection that runs whole functions.

    There is one hop to the thread per transaction instead of one per statement. A function never
    awaits, so no other task runs between two statements, and no cancellation leaves a transaction
    open.
    """

    async def open(self) -> None:
        """Open the connection. If that fails, wait for the end of its thread.

        Otherwise the thread would report to an event loop that may be closed.
        """
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the connection's thread. Cancelling the caller does not stop it."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


def open_writer(path: Path) -> sqlite3.Connection:
    """Open the writing connection, without its pragmas, which would change a foreign file.

    A new file can be read only by its owner.
    """
    # Created here, because SQLite would create it by the umask.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    path.chmod(OWNER_ONLY)
    # The driver must not begin transactions: ours send BEGIN and COMMIT themselves.
    return _typed(_opened(str(path)))


def open_reader(path: Path) -> sqlite3.Connection:
    """Open a connection that can only read."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = _typed(_opened(address))
    set_pragmas(connection, READER_PRAGMAS)
    return connection


def open_backup_source(path: Path) -> sqlite3.Connection:
    """Open a connection that only reads the file, but can write a copy of it."""
    connection = open_reader(path)
    # `query_only` also forbids VACUUM INTO. The file itself is opened with `mode=ro`.
    connection.execute("PRAGMA query_only=OFF")
    return connection


def _opened(address: str) -> sqlite3.Connection:
    # Only one thread uses the connection. SQLite's own check would prevent the simulator in the
    # tests from using it without a thread.
    is_uri = address.startswith("file:")
    return sqlite3.connect(address, uri=is_uri, isolation_level=None, check_same_thread=False)


def _typed(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    # A flipped bit may make a text invalid UTF-8. The hash chain must find it, not the driver.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def set_pragmas(connection: sqlite3.Connection, pragmas: tuple[str, ...]) -> None:
    """Apply settings that last as long as the connection."""
    for pragma in pragmas:
        connection.execute(pragma).fetchall()


async def connect(opener: Opener, path: Path) -> ThreadedConnection:
    """Return an open connection with its own thread. Close it, or the process never ends."""
    connection = ThreadedConnection(partial(opener, path), iter_chunk_size=64)
    await connection.open()
    return connection
