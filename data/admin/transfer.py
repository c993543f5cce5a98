"""Moving a whole database into another one: from a file to PostgreSQL, and back.

Rows are copied as they are, table by table, in one transaction of the target. The source is only
read. Afterwards every log and archived game is read on both sides, which checks the hashes. The
caller checks whether the games replay to the same state.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from data.bootstrap.open import import_postgres_module
from data.core.connection import Connection
from data.core.location import DatabaseLocation, DatabaseUrl
from data.core.program_state import delete_value
from data.erasure.erased_backups import APPLIED_ERASURES, mark_all_applied, unapplied_count
from data.errors import DatabaseCorrupt, ForeignDatabase
from data.migrations import MIGRATIONS, NEWEST
from data.sqlite.connection import WRITER_PRAGMAS, open_reader, open_writer, set_pragmas
from data.sqlite.lock import FileLock
from data.sqlite.migrate import check_is_ours, migrate, schema_version
from data.sqlite.os_files import translate_os_errors

ON_SERVER: Final = "data.postgres.transfer"
BATCH_SIZE: Final = 2000
"""Rows per statement."""
SEEDED_TABLES: Final = ("mark_key", "setting")
"""Tables that have rows even in a new database."""
NOT_MOVED: Final = frozenset({"cluster", "lease"})
"""Tables about running processes, not about games."""

Progress = Callable[[str, int], None]
"""Called with each table and the number of its copied rows."""
Numbers = Mapping[str, int]
"""The last id that was ever given out in a table. No other row may get the same id."""


@dataclass(frozen=True, slots=True)
class TransferEndpoint:
    """One of the two databases, inside a transaction."""

    connection: Connection
    numbers: Callable[[], Numbers]
    number_on: Callable[[Numbers], None]
    is_file: bool


def tables_in_order(connection: Connection) -> tuple[str, ...]:
    """Return the tables of the newest schema. Each table comes after those that it references.

    `connection` must be a new SQLite database, because only SQLite's schema is queried.
    """
    names = [
        row[0]
        for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        if row[0] not in NOT_MOVED
    ]
    ordered: list[str] = []
    while names:
        ready = [one for one in names if _points_to(connection, one) <= {*ordered, one}]
        ordered += ready
        names = [one for one in names if one not in ready]
    return tuple(ordered)


def _points_to(connection: Connection, table: str) -> set[str]:
    found = connection.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (table,))
    return {row[0] for row in found.fetchall()}


def table_columns(connection: Connection, table: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns of a table, and the columns of its primary key."""
    rows = connection.execute(
        "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (table,)
    ).fetchall()
    key = sorted((pk, name) for name, pk in rows if pk)
    return tuple(name for name, _ in rows), tuple(name for _, name in key)


def transfer_plan() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return every table in the order of copying, with its columns and its key."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in MIGRATIONS:
            migration(connection)
        return {table: table_columns(connection, table) for table in tables_in_order(connection)}


def rows_in_batches(
    connection: Connection, table: str, names: Sequence[str], key: Sequence[str]
) -> Iterator[list[tuple[object, ...]]]:
    """Yield the rows of a table in groups, in the order of its key."""
    shown, by = ", ".join(names), ", ".join(key or names)
    places = [names.index(name) for name in key or names]
    after: tuple[object, ...] | None = None
    while True:
        # By key and not by OFFSET, which would read all earlier rows again for each group.
        where = "" if after is None else f"WHERE ({by}) > ({', '.join('?' * len(after))})"
        rows = connection.execute(
            f"SELECT {shown} FROM {table} {where} ORDER BY {by} LIMIT {BATCH_SIZE}",  # noqa: S608 - ours
            after or (),
        ).fetchall()
        if not rows:
            return
        yield [tuple(row) for row in rows]
        after = tuple(rows[-1][place] for place in places)


def copy_all(old: TransferEndpoint, new: TransferEndpoint, progress: Progress) -> None:
    """Copy every row. Raises `ForeignDatabase` if the target contains data.

    Also raises it if the source is a restored PostgreSQL database with pending erasures.
    """
    source, target, wanted = old.connection, new.connection, transfer_plan()
    if not old.is_file and unapplied_count(source):
        raise ForeignDatabase(
            "This database came back with a backup, and whom it has to forget is still in it."
            " Start the bot with it once, then move it."
        )
    if any(_count(target, table) for table in wanted if table not in SEEDED_TABLES):
        raise ForeignDatabase("There is something in the database to move to. Give an empty one.")
    for table in SEEDED_TABLES:
        target.execute(f"DELETE FROM {table}")  # noqa: S608 - ours
    for table, (names, key) in wanted.items():
        marks = ", ".join("?" * len(names))
        statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608 - ours
        for rows in rows_in_batches(source, table, names, key):
            target.executemany(statement, rows)
        carried = _count(target, table)
        if carried != _count(source, table):
            raise DatabaseCorrupt(f"of {table} not every row was carried")
        progress(table, carried)
    new.number_on(old.numbers())
    _carry_followed(old, new)


def _carry_followed(old: TransferEndpoint, new: TransferEndpoint) -> None:
    """When a file is copied to PostgreSQL, mark pending erasures as applied.

    A PostgreSQL target would repeat them, and so erase members who have come back since.
    """
    if new.is_file:
        delete_value(new.connection, APPLIED_ERASURES)
    elif old.is_file:
        mark_all_applied(new.connection)


def _count(connection: Connection, table: str) -> int:
    number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
    return number


def open_source(place: DatabaseLocation) -> AbstractContextManager[TransferEndpoint]:
    """Return a context manager for the source, which must be unused.

    Raises what `Database.open` raises.
    """
    if isinstance(place, DatabaseUrl):
        found: AbstractContextManager[TransferEndpoint] = import_postgres_module(ON_SERVER).source(
            place
        )
        return found
    return _file(place)


def open_target(place: DatabaseLocation) -> AbstractContextManager[TransferEndpoint]:
    """Return a context manager for the target. Creates the target if it is missing.

    Commits unless an error occurs. It commits unless an error occurs.
    """
    if isinstance(place, DatabaseUrl):
        found: AbstractContextManager[TransferEndpoint] = import_postgres_module(ON_SERVER).target(
            place
        )
        return found
    return _new_file(place)


@contextmanager
def _file(path: Path) -> Iterator[TransferEndpoint]:
    if not path.exists():
        raise ForeignDatabase(f"There is no {path} to move.")
    lock = FileLock(path)
    try:
        with translate_os_errors(path), closing(open_reader(path)) as connection:
            check_is_ours(connection, path)
            if schema_version(connection) != NEWEST:
                raise ForeignDatabase(
                    f"{path} is of another version. Run ./run upgrade with it first."
                )
            connection.execute("BEGIN")
            yield _side(connection)
    finally:
        lock.release()


@contextmanager
def _new_file(path: Path) -> Iterator[TransferEndpoint]:
    with translate_os_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            with closing(open_writer(path)) as connection:
                check_is_ours(connection, path)
                set_pragmas(connection, WRITER_PRAGMAS)
                migrate(connection, path)
                connection.execute("BEGIN IMMEDIATE")
                # A row may reference a later one of its own table, so keys are checked at the
                # COMMIT.
                connection.execute("PRAGMA defer_foreign_keys=ON")
                yield _side(connection)
                connection.execute("COMMIT")
        finally:
            lock.release()


def _side(connection: Connection) -> TransferEndpoint:
    def numbers() -> Numbers:
        return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def number_on(given: Numbers) -> None:
        # A table has a row here only after it got an id in this file. So replace all rows;
        # otherwise the next game could get an id that old components still name.
        connection.execute("DELETE FROM sqlite_sequence")
        connection.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", list(given.items())
        )

    return TransferEndpoint(connection, numbers, number_on, is_file=True)
