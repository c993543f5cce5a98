"""Inspecting a database without opening it, also while the bot runs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from data.file import lock
from data.file.backups import check
from data.file.connection import open_reader
from data.file.errors import Corrupt
from data.file.migrations import version
from data.forgetting import erasures
from data.leases.rows import Taking
from data.opening.place import module_of_servers
from data.opening.releases import as_of_now
from data.schema import NEWEST, check_not_too_old
from data.sql.address import DatabasePlace, ServerAddress
from data.sql.connection import Connection

NEWEST_VERSION = NEWEST
ON_SERVER: Final = "data.upkeep.server_checkup"


@dataclass(frozen=True, slots=True)
class Checkup:
    """The contents of a sound database. `version` is that of its schema."""

    version: int
    playing: int
    finished: int
    members: int


def look_over(place: DatabasePlace) -> Checkup:
    """Check a file to its last page, and count its rows. Raises `Corrupt` or `SchemaTooOld`.

    A PostgreSQL database is only counted: the server knows whether it is sound. Raises as opening
    it does.
    """
    if isinstance(place, ServerAddress):
        of_servers = module_of_servers(ON_SERVER)
        with of_servers.looking(place) as speaking:
            return _counted(speaking, of_servers.version(speaking))
    check(place)
    with closing(open_reader(place)) as connection:
        try:
            found = version(connection)
            check_not_too_old(found, place)
            return _counted(connection, found)
        except sqlite3.DatabaseError as error:
            raise Corrupt(f"{place} cannot be read: {error}") from error


def _counted(connection: Connection, found: int) -> Checkup:
    return Checkup(
        found,
        _count(connection, "FROM card_table WHERE status = 'playing'"),
        _count(connection, "FROM card_table WHERE status = 'finished'"),
        _count(connection, "FROM player WHERE user_id IS NOT NULL"),
    )


def exists(place: DatabasePlace) -> bool:
    """Whether there is a database. Raises `Unusable` if that cannot be determined."""
    if isinstance(place, ServerAddress):
        return bool(module_of_servers(ON_SERVER).exists(place))
    return place.exists()


def last_beat(place: DatabasePlace) -> float | None:
    """Return the last heartbeat of a process with this database, in epoch seconds, or None."""
    if isinstance(place, ServerAddress):
        beat: float | None = module_of_servers(ON_SERVER).last_beat(place)
        return beat
    return lock.last_beat(place)


def clusters(address: ServerAddress) -> Taking:
    """Return the processes and leases. Raises the errors of opening a PostgreSQL database."""
    found: Taking = module_of_servers(ON_SERVER).clusters(address)
    return found


def _count(connection: Connection, what: str) -> int:
    number: int = connection.execute(f"SELECT count(*) {what}").fetchone()[0]
    return number


def still_to_forget(place: DatabasePlace) -> int:
    """Return the number of pending erasures. The database must have the current schema version."""
    if isinstance(place, ServerAddress):
        return int(module_of_servers(ON_SERVER).still_to_forget(place))
    with closing(open_reader(place)) as connection:
        return len(erasures.pending(connection))


@contextmanager
def newest(place: DatabasePlace) -> Iterator[Connection]:
    """Context manager: a file as the next start would migrate it. The file itself stays as it is.

    A PostgreSQL database is read as it is, so call this only for the current schema version.
    """
    if isinstance(place, ServerAddress):
        with module_of_servers(ON_SERVER).looking(place) as speaking:
            yield speaking
        return
    with (
        closing(open_reader(place)) as connection,
        TemporaryDirectory() as folder,  # readable by its owner only
        as_of_now(connection, Path(folder) / place.name) as looked_at,
    ):
        yield looked_at
