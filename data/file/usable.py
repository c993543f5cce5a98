"""Error messages for files that cannot be used, written for operators."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.file.errors import Locked, NoRoom, Unusable, result_code
from data.file.owner import account

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
MEGABYTE = 2**20
AILING = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})


@contextmanager
def usable(database: Path) -> Iterator[None]:
    """Raise `Unusable` for system errors inside the block, and `Locked` for a locked file."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise NoRoom(_no_room(database, error.strerror)) from error
        raise Unusable(_sentence(database, error.filename, error.strerror)) from error
    except sqlite3.OperationalError as error:
        if result_code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise Locked(f"Another program has locked {database}. Close it first.") from error
        if result_code(error) in AILING:
            raise NoRoom(_no_room(database, str(error))) from error
        raise Unusable(_sentence(database, None, str(error))) from error


def _no_room(database: Path, reason: str | None) -> str:
    return f"Tuppence cannot write {database} now: {reason}. {room(database)}"


def room(database: Path) -> str:
    """Return a sentence that says how full the database's disk is."""
    try:
        disk = shutil.disk_usage(database.parent)
    except OSError as error:
        return f"Its disk does not answer ({error.strerror})."
    free, whole = disk.free // MEGABYTE, disk.total // MEGABYTE
    return f"Its disk has {free:,} of {whole:,} MB free. Free some space if that is too little."


def _sentence(database: Path, name: str | None, reason: str | None) -> str:
    return (
        f"Tuppence cannot use {name or database}: {reason}. Its account ({account()})"
        f" must be allowed to read and write the database and everything in {database.parent}."
    )
