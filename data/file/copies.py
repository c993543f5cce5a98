"""The copies that lie beside a database: where they are, and what is none yet or never was one.

A copy is written under a name of its own and gets its place when it is whole, so that nothing
that was torn half-way is ever taken for one.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from glob import escape
from pathlib import Path

from data.file.owner import OWNER_ONLY

BESIDE = re.compile(r"\.(v[0-9]+|broken-\w+)")
"""How the name of a copy beside the database ends: what an upgrade has put aside, and what whoever
restored a backup did, as `docs/operating/backup.md` says."""
AMENDING = (
    # the copy gets its place when it is whole, so that a journal would protect nothing; and
    # neither a journal nor a freed page may bring back what is let go
    "PRAGMA journal_mode=MEMORY",
    "PRAGMA secure_delete=ON",
)
PARTS = ("unfinished*", "*.db.unfinished*")  # both names there are of them


def folder_of(database: Path) -> Path:
    """Where the backups of a database lie."""
    return database.with_name(f"{database.name}.backups")


def backups_of(database: Path) -> tuple[Path, ...]:
    """The backups there are, newest first."""
    return tuple(sorted(folder_of(database).glob("*.db"), reverse=True))


def put_aside(database: Path) -> tuple[Path, ...]:
    """The copies that upgrades, and whoever restored a backup, have put aside."""
    beside = database.parent.glob(f"{escape(database.name)}.*")
    return tuple(sorted(one for one in beside if BESIDE.fullmatch(one.name, len(database.name))))


def broken(database: Path) -> tuple[Path, ...]:
    """What whoever restored a backup has put aside for it, the newest last."""
    return tuple(one for one in put_aside(database) if f"{database.name}.broken-" in one.name)


def all_of(database: Path) -> tuple[Path, ...]:
    """Every copy there is."""
    return (*backups_of(database), *put_aside(database))


def unfinished(copy: Path) -> Path:
    """Where a copy is written before it is one."""
    return copy.with_name(f"{copy.name}.unfinished")


def begun(copy: Path) -> Path:
    """Where to write a copy: an empty file for its owner alone. What was left there is no copy."""
    part = unfinished(copy)
    part.unlink(missing_ok=True)
    # made here and not by SQLite, which would go by the umask until the copy is whole
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    return part


@contextmanager
def opened(part: Path) -> Iterator[sqlite3.Connection]:
    """What is no copy yet, to be changed."""
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row  # as in the database: who works on rows names columns
        for pragma in AMENDING:
            connection.execute(pragma)
        yield connection


def finished(part: Path) -> Path:
    """The copy that it becomes."""
    return part.with_suffix("")


def clear_remains(database: Path) -> None:
    """Remove what attempts that were cut short have left. Only while no copy is being made."""
    for part in remains(database):
        part.unlink(missing_ok=True)


def remains(database: Path) -> Iterator[Path]:
    """What is left of copies that were never finished, their journals included."""
    for pattern in PARTS:
        yield from folder_of(database).glob(pattern)
    for kind in ("v*", "broken-*"):
        yield from database.parent.glob(f"{escape(database.name)}.{kind}.unfinished*")


def put_in_place(part: Path, copy: Path) -> None:
    """Let a whole copy take its place, on disk before this returns."""
    _sync(part, os.O_RDWR)
    part.replace(copy)
    if hasattr(os, "O_DIRECTORY"):  # on Windows a folder cannot be opened
        _sync(copy.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
