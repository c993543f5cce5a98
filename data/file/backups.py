"""Backups: whole, compact copies made while the bot runs, a few of them kept.

`VACUUM INTO` writes a copy of one moment without disturbing anybody for more than a tenth of a
second, and drops freed pages on the way. Restoring is stopping the bot and putting a copy in the
database's place: `OPERATING.md`. A plain copy of the file while the bot runs is no backup.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from data.file.clock import to_seconds
from data.file.errors import Corrupt
from data.file.lock import OWNER_ONLY
from data.file.migrations import MIGRATIONS, version

KEPT_NEWEST = 6
KEPT_DAYS = 14  # one for each of the newest days, so that none is older than 30 days for long
UNFINISHED = "unfinished"
NAME = "%Y-%m-%dT%H%M%S"
OWNER_FOLDER = 0o700


def folder_of(database: Path) -> Path:
    """Where the copies of a database lie."""
    return database.with_name(f"{database.name}.backups")


def make_folder(database: Path) -> Path:
    """The folder for the copies, made where missing. Raises `OSError` where none can be put."""
    folder = folder_of(database)
    folder.mkdir(mode=OWNER_FOLDER, exist_ok=True)
    (folder / UNFINISHED).unlink(missing_ok=True)
    (folder / UNFINISHED).touch(OWNER_ONLY)
    (folder / UNFINISHED).unlink()
    return folder


def copies(database: Path) -> tuple[Path, ...]:
    """The copies there are, newest first."""
    return tuple(sorted(folder_of(database).glob("*.db"), reverse=True))


def old_versions(database: Path) -> tuple[Path, ...]:
    """The copies that upgrades have put aside."""
    return tuple(database.parent.glob(f"{database.name}.v*"))


def make(connection: sqlite3.Connection, database: Path, now: int) -> Path:
    """Copy the database, check the copy, and let go of those not kept. Raises `Corrupt`."""
    folder = make_folder(database)
    moment = datetime.fromtimestamp(to_seconds(now), UTC)
    whole, part = folder / f"{moment:{NAME}}.db", folder / UNFINISHED
    connection.execute("VACUUM INTO ?", (str(part),))
    part.chmod(OWNER_ONLY)
    check(part)
    part.replace(whole)
    for copy in set(copies(database)) - set(kept(copies(database))):
        copy.unlink()
    return whole


def change(copy: Path, work: Callable[[sqlite3.Connection], object]) -> None:
    """Let go of something in a copy as well. One of another schema version is removed instead."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        known = version(connection) == len(MIGRATIONS)
        if known:
            # neither a journal nor a freed page may bring back what is let go
            connection.execute("PRAGMA journal_mode=MEMORY")
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("BEGIN")
            work(connection)
            connection.execute("COMMIT")
    if not known:
        copy.unlink()


def check(copy: Path) -> None:
    """Raise `Corrupt` unless a copy is sound to the last page."""
    reading = sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)
    try:
        answer = reading.execute("PRAGMA integrity_check(1)").fetchone()[0]
        dangling = reading.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise Corrupt(f"The backup {copy} is damaged: {error}") from error
    finally:
        reading.close()
    if answer != "ok" or dangling:
        raise Corrupt(f"The backup {copy} is damaged: {answer}, {dangling}")


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
