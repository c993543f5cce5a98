"""Backups: whole, compact copies made while the bot runs, a few of them kept.

`VACUUM INTO` writes a copy of one moment, and drops freed pages on the way; the copy is then made
ready to return (`returning`), and read to its last page. All that is beside the work: the copy is
written by who only looks, while commits go on into the write-ahead log, which no checkpoint begins
anew before that look has ended.
To restore, stop the bot and put a copy in the database's place: `docs/operating/backup.md`. A
plain copy of the file while the bot runs is no backup.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from data.file import copies
from data.file.clock import Millis, to_seconds
from data.file.copies import (
    backups_of,
    clear_remains,
    finished,
    folder_of,
    put_in_place,
    unfinished,
)
from data.file.errors import DAMAGED, Corrupt
from data.file.migrations import upgrade
from data.file.owner import OWNER_ONLY
from data.file.returning import make_ready

KEPT_NEWEST = 6
KEPT_DAYS = 14  # one for each of the newest days, so that none is older than 30 days for long
NAME = "%Y-%m-%dT%H%M%S"
OWNER_FOLDER = 0o700
NOTICED = 1_000_000_000  # nanoseconds: its age stays, and whoever carries copies away sees a change


def make_folder(database: Path) -> Path:
    """The folder for the copies, made where missing. Raises `OSError` where none can be put."""
    folder = folder_of(database)
    folder.mkdir(mode=OWNER_FOLDER, exist_ok=True)
    clear_remains(database)
    trial = unfinished(folder / "trial.db")
    trial.touch(OWNER_ONLY)
    trial.unlink()
    return folder


def begun(database: Path, now: Millis) -> Path:
    """Where to write a copy of this moment. Raises `OSError` where none can be put."""
    moment = datetime.fromtimestamp(to_seconds(now), UTC)
    return copies.begun(make_folder(database) / f"{moment:{NAME}}.db")


def write(connection: sqlite3.Connection, part: Path) -> None:
    """Copy the database as it is when this begins, whatever is committed meanwhile."""
    connection.execute("VACUUM INTO ?", (str(part),))


def keep(part: Path, database: Path) -> Path:
    """Check a copy, and let go of those that are not kept beside it. Raises `Corrupt`."""
    whole = finished(part)
    make_ready(part)
    _take_place(part, whole)
    for copy in set(backups_of(database)) - set(kept(backups_of(database))):
        copy.unlink()
    return whole


def amend(copy: Path, work: Callable[[sqlite3.Connection], object]) -> None:
    """Let go of something in a copy as well, and keep its age.

    That is done in a copy of the copy, which then takes its place: it is whole at any moment. One
    of an older schema version is brought up to date. Raises `sqlite3.Error`, `OSError` or
    `StoreError` with nothing changed, `TooNew` for one that only a later program can read.
    """
    with _becoming(copy) as part:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        with copies.opened(part) as connection:
            upgrade(connection, copy)
            connection.execute("BEGIN")
            work(connection)
            connection.execute("COMMIT")
        before = copy.stat().st_mtime_ns
        os.utime(part, ns=(before, before + NOTICED))


@contextmanager
def _becoming(copy: Path) -> Iterator[Path]:
    """Where to write what will be a copy: it is when it proves sound, else nothing is left."""
    part = copies.begun(copy)
    try:
        yield part
        _take_place(part, copy)
    finally:
        part.unlink(missing_ok=True)


def _take_place(part: Path, copy: Path) -> None:
    check(part)
    put_in_place(part, copy)


def check(copy: Path) -> None:
    """Raise `Corrupt` unless a copy is sound to the last page."""
    reading = sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)
    try:
        # one finding is enough, and ends the search
        answer = reading.execute("PRAGMA integrity_check(1)").fetchone()[0]
        dangling = reading.execute("PRAGMA foreign_key_check").fetchone()
    except DAMAGED as error:
        raise Corrupt(f"{copy} is damaged: {error}") from error
    finally:
        reading.close()
    if answer != "ok" or dangling:
        raise Corrupt(f"{copy} is damaged: {answer}, {dangling}")


def kept(newest_first: Iterable[Path]) -> list[Path]:
    """The newest few, and the newest of each of the last days that have any."""
    chosen: list[Path] = []
    days: set[str] = set()
    for number, copy in enumerate(newest_first):
        day = copy.name[:10]
        if number < KEPT_NEWEST or (day not in days and len(days) < KEPT_DAYS):
            chosen.append(copy)
        days.add(day)
    return chosen
