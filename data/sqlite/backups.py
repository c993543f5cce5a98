"""Writes, checks and rotates backups. Their paths are in `backup_files`.

`VACUUM INTO` writes a copy of one snapshot without freed pages, on a read-only connection. So
commits continue in the write-ahead log. The copy is then prepared for a restore (`restored_backup`)
and checked to its last page.

To restore, stop the bot and replace the database by a backup: `docs/operating/backup.md`. A plain
copy of the file while the bot runs is no backup, because it lacks the write-ahead log.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from data.core.timestamps import Millis, to_seconds
from data.errors import DAMAGED, DatabaseCorrupt
from data.sqlite import backup_files
from data.sqlite.backup_files import (
    backup_folder,
    backups,
    delete_leftovers,
    final_path,
    publish,
    temporary_path,
)
from data.sqlite.migrate import upgrade
from data.sqlite.os_files import OWNER_ONLY
from data.sqlite.restored_backup import prepare_for_restore

KEPT_NEWEST = 6
KEPT_DAYS = 14  # One backup of each of the newest days, so that few are older than 30 days.
NAME = "%Y-%m-%dT%H%M%S"
OWNER_FOLDER = 0o700
# Nanoseconds added to the age of a changed backup: programs that copy backups away see a change.
NOTICED = 1_000_000_000


def make_backup_folder(database: Path) -> Path:
    """Create the folder for backups if it is missing. Raises `OSError` if it is not writable."""
    folder = backup_folder(database)
    folder.mkdir(mode=OWNER_FOLDER, exist_ok=True)
    delete_leftovers(database)
    trial = temporary_path(folder / "trial.db")
    trial.touch(OWNER_ONLY)
    trial.unlink()
    return folder


def new_backup_file(database: Path, now: Millis) -> Path:
    """Return the file for a backup made now. Raises `OSError` if it cannot be written."""
    moment = datetime.fromtimestamp(to_seconds(now), UTC)
    return backup_files.create_temporary(make_backup_folder(database) / f"{moment:{NAME}}.db")


def copy_database(connection: sqlite3.Connection, part: Path) -> None:
    """Copy the database as it is at the start of the call. The copy lacks later commits."""
    connection.execute("VACUUM INTO ?", (str(part),))


def finish_backup(part: Path, database: Path) -> Path:
    """Check a backup, give it its name, and delete backups that are no longer kept.

    Raises `DatabaseCorrupt`.
    """
    whole = final_path(part)
    prepare_for_restore(part)
    _take_place(part, whole)
    for copy in set(backups(database)) - set(backups_to_keep(backups(database))):
        copy.unlink()
    return whole


def edit_backup(copy: Path, work: Callable[[sqlite3.Connection], object]) -> None:
    """Change a backup without changing its age. An older schema version is migrated.

    The change is made in a copy, which then replaces the backup. So the backup is complete at any
    moment. Raises `sqlite3.Error`, `OSError` or `StorageError`, with nothing changed. Among them
    are `SchemaTooNew` and `SchemaTooOld`.
    """
    with _becoming(copy) as part:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        with backup_files.open_temporary(part) as connection:
            upgrade(connection, copy)
            connection.execute("BEGIN")
            work(connection)
            connection.execute("COMMIT")
        before = copy.stat().st_mtime_ns
        os.utime(part, ns=(before, before + NOTICED))


@contextmanager
def _becoming(copy: Path) -> Iterator[Path]:
    """Return a context manager for a file that becomes a backup. A damaged file is deleted."""
    part = backup_files.create_temporary(copy)
    try:
        yield part
        _take_place(part, copy)
    finally:
        part.unlink(missing_ok=True)


def _take_place(part: Path, copy: Path) -> None:
    verify(part)
    publish(part, copy)


def verify(copy: Path) -> None:
    """Raise `DatabaseCorrupt` unless all pages of a backup are undamaged."""
    reading = sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)
    try:
        # One finding is enough, and ends the search.
        answer = reading.execute("PRAGMA integrity_check(1)").fetchone()[0]
        dangling = reading.execute("PRAGMA foreign_key_check").fetchone()
    except DAMAGED as error:
        raise DatabaseCorrupt(f"{copy} is damaged: {error}") from error
    finally:
        reading.close()
    if answer != "ok" or dangling:
        raise DatabaseCorrupt(f"{copy} is damaged: {answer}, {dangling}")


def backups_to_keep(newest_first: Iterable[Path]) -> list[Path]:
    """Return the newest few backups, and the newest one of each of the last days."""
    chosen: list[Path] = []
    days: set[str] = set()
    for number, copy in enumerate(newest_first):
        day = copy.name[:10]
        if number < KEPT_NEWEST or (day not in days and len(days) < KEPT_DAYS):
            chosen.append(copy)
        days.add(day)
    return chosen
