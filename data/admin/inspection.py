"""Inspects a database without opening it, even while the bot runs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from data.bootstrap.compatibility import upgraded_copy
from data.bootstrap.open import import_postgres_module
from data.core.connection import Connection
from data.core.location import DatabaseLocation, DatabaseUrl
from data.erasure import erased_backups
from data.errors import DatabaseCorrupt
from data.migrations import NEWEST, check_not_too_old
from data.sqlite import lock
from data.sqlite.backups import verify
from data.sqlite.connection import open_reader
from data.sqlite.migrate import schema_version

NEWEST_VERSION = NEWEST
ON_SERVER: Final = "data.postgres.inspection"


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """The contents of a sound database, including its `schema_version`."""

    version: int
    playing: int
    finished: int
    members: int


def inspect(place: DatabaseLocation) -> DatabaseReport:
    """Check a file to its last page and count its rows. Raises `DatabaseCorrupt`, `SchemaTooOld`.

    In a PostgreSQL database only the rows are counted, because the server checks its files itself.
    Raises the errors of opening a database.
    """
    if isinstance(place, DatabaseUrl):
        of_servers = import_postgres_module(ON_SERVER)
        with of_servers.snapshot(place) as connection:
            return _counted(connection, of_servers.schema_version(connection))
    verify(place)
    with closing(open_reader(place)) as connection:
        try:
            found = schema_version(connection)
            check_not_too_old(found, place)
            return _counted(connection, found)
        except sqlite3.DatabaseError as error:
            raise DatabaseCorrupt(f"{place} cannot be read: {error}") from error


def _counted(connection: Connection, found: int) -> DatabaseReport:
    return DatabaseReport(
        found,
        _count(connection, "FROM card_table WHERE status = 'playing'"),
        _count(connection, "FROM card_table WHERE status = 'finished'"),
        _count(connection, "FROM player WHERE user_id IS NOT NULL"),
    )


def exists(place: DatabaseLocation) -> bool:
    """Return whether the database exists.

    Raises `DatabaseUnusable` if its server does not answer.
    """
    if isinstance(place, DatabaseUrl):
        return bool(import_postgres_module(ON_SERVER).exists(place))
    return place.exists()


def last_heartbeat(place: DatabaseLocation) -> float | None:
    """Return the last heartbeat of a process with this database, in epoch seconds, or None."""
    if isinstance(place, DatabaseUrl):
        beat: float | None = import_postgres_module(ON_SERVER).last_heartbeat(place)
        return beat
    return lock.last_heartbeat(place)


def _count(connection: Connection, what: str) -> int:
    number: int = connection.execute(f"SELECT count(*) {what}").fetchone()[0]
    return number


def pending_erasures(place: DatabaseLocation) -> int:
    """Return the number of pending erasures. The database must have the current schema version."""
    if isinstance(place, DatabaseUrl):
        return int(import_postgres_module(ON_SERVER).pending_erasures(place))
    with closing(open_reader(place)) as connection:
        return len(erased_backups.pending(connection))


@contextmanager
def upgraded_snapshot(place: DatabaseLocation) -> Iterator[Connection]:
    """Return a context manager with a copy of a file, migrated as at the next start.

    The file is unchanged. A PostgreSQL database is not copied and not migrated, so call this only
    if it has the current schema version.
    """
    if isinstance(place, DatabaseUrl):
        with import_postgres_module(ON_SERVER).snapshot(place) as connection:
            yield connection
        return
    with (
        closing(open_reader(place)) as connection,
        TemporaryDirectory() as folder,  # readable by its owner only
        upgraded_copy(connection, Path(folder) / place.name) as looked_at,
    ):
        yield looked_at
