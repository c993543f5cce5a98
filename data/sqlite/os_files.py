"""File modes, and errors of the operating system as sentences for operators."""

import errno
import getpass
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.errors import DatabaseLocked, DatabaseUnusable, DiskFull, result_code

OWNER_ONLY = 0o600
OTHERS = 0o077
TELLS_BY_MODE = hasattr(os, "getuid")
"""Whether file modes say who can read a file. On Windows they do not."""
DISK_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
MEGABYTE = 2**20
DISK_FULL_CODES = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})


def account_name() -> str:
    """Return the account of this process, for a message."""
    return f"uid {os.getuid()}" if hasattr(os, "getuid") else getpass.getuser()


def is_readable_by_others(path: Path) -> bool:
    """Whether other accounts can read a file, according to its mode."""
    return TELLS_BY_MODE and bool(path.stat().st_mode & OTHERS)


@contextmanager
def translate_os_errors(database: Path) -> Iterator[None]:
    """Raise `DatabaseUnusable` for system errors, `DatabaseLocked` for a locked file."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL_ERRNOS:
            raise DiskFull(_no_room(database, error.strerror)) from error
        raise DatabaseUnusable(_sentence(database, error.filename, error.strerror)) from error
    except sqlite3.OperationalError as error:
        if result_code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise DatabaseLocked(
                f"Another program has locked {database}. Close it first."
            ) from error
        if result_code(error) in DISK_FULL_CODES:
            raise DiskFull(_no_room(database, str(error))) from error
        raise DatabaseUnusable(_sentence(database, None, str(error))) from error


def _no_room(database: Path, reason: str | None) -> str:
    return f"Tuppence cannot write {database} now: {reason}. {disk_space_hint(database)}"


def disk_space_hint(database: Path) -> str:
    """Return a sentence about the free space on the database's disk."""
    try:
        disk = shutil.disk_usage(database.parent)
    except OSError as error:
        return f"Its disk does not answer ({error.strerror})."
    free, whole = disk.free // MEGABYTE, disk.total // MEGABYTE
    return f"Its disk has {free:,} of {whole:,} MB free. Free some space if that is too little."


def _sentence(database: Path, name: str | None, reason: str | None) -> str:
    return (
        f"Tuppence cannot use {name or database}: {reason}. Its account ({account_name()})"
        f" must be allowed to read and write the database and everything in {database.parent}."
    )
