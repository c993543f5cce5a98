"""Opens an SQLite file: locks, checks and migrates it."""

import sqlite3
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from data.bootstrap.compatibility import ReleaseCheck, check_playable, record_release
from data.core.backend import LONG_READERS, READERS, Clock, OpenedBackend
from data.core.timestamps import Millis
from data.core.write_queue import WriteQueue
from data.erasure.erased_backups import adopt_pending
from data.errors import DAMAGED, DatabaseCorrupt
from data.leaderboards import rebuild
from data.sqlite import backups
from data.sqlite.backend import SqliteBackend
from data.sqlite.backup_files import replaced_databases
from data.sqlite.backup_queue import BackupQueue
from data.sqlite.commit import committer
from data.sqlite.connection import (
    WRITER_PRAGMAS,
    Opener,
    ThreadedConnection,
    connect,
    open_backup_source,
    open_reader,
    open_writer,
    set_pragmas,
)
from data.sqlite.lock import FileLock
from data.sqlite.migrate import check_is_ours, migrate, schema_version
from data.sqlite.os_files import translate_os_errors
from data.sqlite.read_pool import ReadPool
from data.sqlite.wal_reset_bug import check_sqlite_version

WRITERS = 1  # connections that write; read `wal_reset_bug` before changing it


async def open_sqlite(
    path: Path, clock: Clock, program: ReleaseCheck | None = None
) -> OpenedBackend:
    """Open the file. Creates it and its folder if they are missing.

    Raises `DatabaseLocked`, `DatabaseUnusable`, `UnsafeSqlite`, `DatabaseCorrupt`,
    `ForeignDatabase`, `SchemaTooNew`, `SchemaTooOld` or `UnplayableGames`.
    """
    note = check_sqlite_version(sqlite3.sqlite_version_info, WRITERS)
    with translate_os_errors(path):
        return await _open(_place(path), clock, program, note)


def _place(path: Path) -> Path:
    """Return the real path, without symbolic links. Creates its folder."""
    real = path.resolve()
    real.parent.mkdir(parents=True, exist_ok=True)
    return real


async def _open(path: Path, clock: Clock, program: ReleaseCheck | None, note: str) -> OpenedBackend:
    async with AsyncExitStack() as stack:
        lock = FileLock(path)
        stack.callback(lock.release)
        writing = await connect(open_writer, path)
        stack.push_async_callback(writing.close)
        newest = await writing.run(partial(_make_ready, path, clock, program))
        backups.make_backup_folder(path)
        # Closed before the writer: the last connection to close merges the WAL into the file.
        readers = [await _open_reader(open_reader, path, stack) for _ in range(READERS)]
        slow_readers = [await _open_reader(open_reader, path, stack) for _ in range(LONG_READERS)]
        copier = await _open_reader(open_backup_source, path, stack)
        writer = WriteQueue(committer(writing), clock, newest)
        stack.push_async_callback(writer.close)
        copying = BackupQueue()
        stack.push_async_callback(copying.close)
        everything = stack.pop_all()
    look, look_long = ReadPool(readers).query, ReadPool(slow_readers).query
    file = SqliteBackend(
        *(str(path), writer.submit, look, look_long, writer.accept_clock_change),
        path=path,
        between=writing.run,
        beside=copier.run,
        copying=copying,
    )

    async def beat() -> None:
        lock.beat()

    return OpenedBackend(file, writer, note, everything, beat)


async def _open_reader(opener: Opener, path: Path, stack: AsyncExitStack) -> ThreadedConnection:
    """Open a read-only connection. `stack` closes the connection together with everything else."""
    reading = await connect(opener, path)
    stack.push_async_callback(reading.close)
    return reading


def _make_ready(
    path: Path,
    clock: Clock,
    program: ReleaseCheck | None,
    connection: sqlite3.Connection,
) -> Millis:
    """Check and migrate the file. Returns the newest time in it."""
    try:
        # Before the pragmas, which write: a file that is refused is left untouched.
        check_is_ours(connection, path)
        ending = check_playable(connection, path, program) if program else ()
        set_pragmas(connection, WRITER_PRAGMAS)
        migrate(connection, path)
        _prove_writable(connection)
        connection.execute("BEGIN IMMEDIATE")
        if program:
            record_release(connection, clock(), program, ending)
        adopt_pending(connection, replaced_databases(path))
        rebuild.rebuild_if_stale(connection)
        connection.execute("COMMIT")
        row = connection.execute("SELECT coalesce(max(updated), 0) FROM card_table").fetchone()
    # OperationalError is a DatabaseError, but about the system and not the file: see
    # `translate_os_errors`.
    except sqlite3.OperationalError:
        raise
    except DAMAGED as error:
        raise DatabaseCorrupt(
            f"{path} is damaged or not a database ({error}). Restore the newest backup."
        ) from error
    return Millis(row[0])


def _prove_writable(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing, because SQLite also opens read-only files."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version={schema_version(connection)}")
    connection.execute("COMMIT")
