"""Looking a database over without opening it for good: for the operator, beside a running bot."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from data.file.backups import check
from data.file.connection import open_reader
from data.file.errors import Corrupt
from data.file.migrations import MIGRATIONS, version
from data.forgetting import erasures
from data.releases import as_of_now

NEWEST_VERSION = len(MIGRATIONS)


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a sound file holds. `version` is that of its schema."""

    version: int
    playing: int
    finished: int
    members: int


def look_over(path: Path) -> Checkup:
    """Check a file to its last page, and count what is in it. Raises `Corrupt`."""
    check(path)
    with closing(open_reader(path)) as connection:
        try:
            return Checkup(
                version(connection),
                _count(connection, "FROM card_table WHERE status = 'playing'"),
                _count(connection, "FROM card_table WHERE status = 'finished'"),
                _count(connection, "FROM player WHERE user_id IS NOT NULL"),
            )
        except sqlite3.DatabaseError as error:
            raise Corrupt(f"{path} cannot be read: {error}") from error


def _count(connection: sqlite3.Connection, what: str) -> int:
    number: int = connection.execute(f"SELECT count(*) {what}").fetchone()[0]
    return number


def still_to_forget(path: Path) -> int:
    """How many people and servers some copy of a file of this version has still to forget."""
    with closing(open_reader(path)) as connection:
        return len(erasures.pending(connection))


@contextmanager
def newest(path: Path) -> Iterator[sqlite3.Connection]:
    """A look into a file as the next start would have it; an older one stays as it is."""
    with (
        closing(open_reader(path)) as connection,
        TemporaryDirectory() as folder,  # for its owner's eyes only
        as_of_now(connection, Path(folder) / path.name) as looked_at,
    ):
        yield looked_at
