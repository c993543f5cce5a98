"""Paths of backups and kept copies, and of unfinished backups.

A backup is written under another name and renamed when it is complete. So a torn file never counts
as a backup.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from glob import escape
from pathlib import Path

from data.sqlite.os_files import OWNER_ONLY

COPY_SUFFIX = re.compile(r"\.(v[0-9]+|broken-\w+)")
"""Suffixes of copies of the database in its folder.

A migration has made them, or a restored backup has replaced them as `docs/operating/backup.md`
says.
"""
EDIT_PRAGMAS = (
    # The copy replaces the backup once it is whole, so a journal would protect nothing. Neither a
    # journal nor a freed page may keep erased data.
    "PRAGMA journal_mode=MEMORY",
    "PRAGMA secure_delete=ON",
)
TEMPORARY_PATTERNS = ("unfinished*", "*.db.unfinished*")  # The two patterns of their names.


def backup_folder(database: Path) -> Path:
    """Return the folder of a database's backups."""
    return database.with_name(f"{database.name}.backups")


def backups(database: Path) -> tuple[Path, ...]:
    """Return the backups, newest first."""
    return tuple(sorted(backup_folder(database).glob("*.db"), reverse=True))


def kept_copies(database: Path) -> tuple[Path, ...]:
    """Return the copies that migrations and restores have left."""
    beside = database.parent.glob(f"{escape(database.name)}.*")
    return tuple(
        sorted(one for one in beside if COPY_SUFFIX.fullmatch(one.name, len(database.name)))
    )


def replaced_databases(database: Path) -> tuple[Path, ...]:
    """Return the databases that a backup has replaced, the newest last."""
    return tuple(one for one in kept_copies(database) if f"{database.name}.broken-" in one.name)


def all_copies(database: Path) -> tuple[Path, ...]:
    """Return all backups and copies."""
    return (*backups(database), *kept_copies(database))


def temporary_path(copy: Path) -> Path:
    """Return the name of a backup while it is being written."""
    return copy.with_name(f"{copy.name}.unfinished")


def create_temporary(copy: Path) -> Path:
    """Create the empty file for a new backup, which only its owner can read.

    Delete an old unfinished one first.
    """
    part = temporary_path(copy)
    part.unlink(missing_ok=True)
    # Created here, because SQLite would create it by the umask, readable by others until it is
    # whole.
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    return part


@contextmanager
def open_temporary(part: Path) -> Iterator[sqlite3.Connection]:
    """Return a context manager that opens an unfinished backup, so that it can be changed."""
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row  # As in the database: functions use column names.
        for pragma in EDIT_PRAGMAS:
            connection.execute(pragma)
        yield connection


def final_path(part: Path) -> Path:
    return part.with_suffix("")


def delete_leftovers(database: Path) -> None:
    """Delete the remains of interrupted backups. Call it only while no backup is being written."""
    for part in leftovers(database):
        part.unlink(missing_ok=True)


def leftovers(database: Path) -> Iterator[Path]:
    """Yield the remains of unfinished backups, with their journals."""
    for pattern in TEMPORARY_PATTERNS:
        yield from backup_folder(database).glob(pattern)
    for kind in ("v*", "broken-*"):
        yield from database.parent.glob(f"{escape(database.name)}.{kind}.unfinished*")


def publish(part: Path, copy: Path) -> None:
    """Rename a complete backup to its final name. It is on disk when this returns."""
    _sync(part, os.O_RDWR)
    part.replace(copy)
    if hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder.
        _sync(copy.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
