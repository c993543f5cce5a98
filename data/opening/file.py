"""Opening an SQLite file: lock, check, migrate."""

import sqlite3
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from data.file import backups
from data.file.access import OpenFile
from data.file.clock import Millis
from data.file.connection import (
    WRITER_PRAGMAS,
    Opener,
    OwnThread,
    connect,
    open_copier,
    open_reader,
    open_writer,
    set_pragmas,
)
from data.file.copies import broken
from data.file.copying import Copying
from data.file.errors import DAMAGED, Corrupt
from data.file.lock import FileLock
from data.file.migrations import check_file, migrate, version
from data.file.reader import LONG_READERS, READERS, Reader
from data.file.usable import usable
from data.file.writer import Writer, committing
from data.forgetting.erasures import take_over
from data.ladders import anew
from data.opening.opened import Clock, Opened
from data.opening.releases import Program, check, settle
from data.opening.walreset import safety_note

WRITERS = 1  # connections that write; read `walreset` before changing it


async def open_file(path: Path, clock: Clock, program: Program | None = None) -> Opened:
    """Open the file. Creates it and its folder if they are missing.

    Raises `Locked`, `Unusable`, `UnsafeSqlite`, `Corrupt`, `Foreign`, `TooNew`, `SchemaTooOld` or
    `CannotPlayOn`.
    """
    note = safety_note(sqlite3.sqlite_version_info, WRITERS)
    with usable(path):
        return await _open(_place(path), clock, program, note)


def _place(path: Path) -> Path:
    """Return the real path, without symbolic links. Creates its folder."""
    real = path.resolve()
    real.parent.mkdir(parents=True, exist_ok=True)
    return real


async def _open(path: Path, clock: Clock, program: Program | None, note: str) -> Opened:
    async with AsyncExitStack() as stack:
        lock = FileLock(path)
        stack.callback(lock.release)
        writing = await connect(open_writer, path)
        stack.push_async_callback(writing.close)
        newest = await writing.run(partial(_make_ready, path, clock, program))
        backups.make_folder(path)
        # Closed before the writer. The last connection to close merges the WAL into the file.
        readers = [await _looking(open_reader, path, stack) for _ in range(READERS)]
        patient = [await _looking(open_reader, path, stack) for _ in range(LONG_READERS)]
        copier = await _looking(open_copier, path, stack)
        writer = Writer(committing(writing), clock, newest)
        stack.push_async_callback(writer.close)
        copying = Copying()
        stack.push_async_callback(copying.close)
        everything = stack.pop_all()
    look, look_long = Reader(readers).look, Reader(patient).look
    file = OpenFile(
        *(str(path), writer.submit, look, look_long, writer.follow),
        path=path,
        between=writing.run,
        beside=copier.run,
        copying=copying,
    )

    async def beat() -> None:
        lock.beat()

    return Opened(file, writer, note, everything, beat)


async def _looking(opener: Opener, path: Path, stack: AsyncExitStack) -> OwnThread:
    """Open a read-only connection, closed with everything else."""
    reading = await connect(opener, path)
    stack.push_async_callback(reading.close)
    return reading


def _make_ready(
    path: Path,
    clock: Clock,
    program: Program | None,
    connection: sqlite3.Connection,
) -> Millis:
    """Check and migrate the file. Returns the newest time in it."""
    try:
        # Before the pragmas, which write: a file that is refused is left untouched.
        check_file(connection, path)
        ending = check(connection, path, program) if program else ()
        set_pragmas(connection, WRITER_PRAGMAS)
        migrate(connection, path)
        _prove_writable(connection)
        connection.execute("BEGIN IMMEDIATE")
        if program:
            settle(connection, clock(), program, ending)
        take_over(connection, broken(path))
        anew.refresh(connection)
        connection.execute("COMMIT")
        row = connection.execute("SELECT coalesce(max(updated), 0) FROM card_table").fetchone()
    # OperationalError is a DatabaseError, but about the system and not the file: see `usable`.
    except sqlite3.OperationalError:
        raise
    except DAMAGED as error:
        raise Corrupt(
            f"{path} is damaged or not a database ({error}). Restore the newest backup."
        ) from error
    return Millis(row[0])


def _prove_writable(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing, because SQLite also opens read-only files."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version={version(connection)}")
    connection.execute("COMMIT")
