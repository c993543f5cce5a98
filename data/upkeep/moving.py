"""Moving a whole database into another one: from a file to PostgreSQL, and back.

Rows are copied as they are, table by table, in one transaction of the target. The source is only
read. Afterwards every log and archived game is read on both sides, which checks its hashes. Whether
the games replay to the same state is checked by the caller.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from data.file.connection import WRITER_PRAGMAS, open_reader, open_writer, set_pragmas
from data.file.errors import Corrupt, Foreign
from data.file.lock import FileLock
from data.file.migrations import check_file, migrate, version
from data.file.notes import forget
from data.file.usable import usable
from data.forgetting.erasures import FOLLOWED, has_followed, unfollowed
from data.opening.place import module_of_servers
from data.schema import MIGRATIONS, NEWEST
from data.sql.address import DatabasePlace, ServerAddress
from data.sql.connection import Connection

ON_SERVER: Final = "data.upkeep.server_moving"
AT_ONCE: Final = 2000
"""Rows per statement."""
OF_EVERY_NEW_ONE: Final = ("mark_key", "setting")
"""Tables that have rows even in a new database."""
NOT_MOVED: Final = frozenset({"cluster", "lease"})
"""Tables about running processes, not about games."""

Progress = Callable[[str, int], None]
"""Called with each table and the number of its copied rows."""
Numbers = Mapping[str, int]
"""The last id that was ever given in a table. No other row may get it again."""


@dataclass(frozen=True, slots=True)
class OneSide:
    """One of the two databases, inside a transaction."""

    connection: Connection
    numbers: Callable[[], Numbers]
    number_on: Callable[[Numbers], None]
    is_file: bool


def tables(connection: Connection) -> tuple[str, ...]:
    """Return the tables of the newest schema, each after those that it references.

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


def columns(connection: Connection, table: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns of a table, and those of its primary key."""
    rows = connection.execute(
        "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (table,)
    ).fetchall()
    key = sorted((pk, name) for name, pk in rows if pk)
    return tuple(name for name, _ in rows), tuple(name for _, name in key)


def plan() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return every table in the order of copying, with its columns and its key."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in MIGRATIONS:
            migration(connection)
        return {table: columns(connection, table) for table in tables(connection)}


def rows_of(
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
            f"SELECT {shown} FROM {table} {where} ORDER BY {by} LIMIT {AT_ONCE}",  # noqa: S608 - ours
            after or (),
        ).fetchall()
        if not rows:
            return
        yield [tuple(row) for row in rows]
        after = tuple(rows[-1][place] for place in places)


def carry(old: OneSide, new: OneSide, progress: Progress) -> None:
    """Copy every row. Raises `Foreign` if the target contains data.

    Also raises it if the source is a restored PostgreSQL database with pending erasures.
    """
    source, target, wanted = old.connection, new.connection, plan()
    if not old.is_file and unfollowed(source):
        raise Foreign(
            "This database came back with a backup, and whom it has to forget is still in it."
            " Start the bot with it once, then move it."
        )
    if any(_count(target, table) for table in wanted if table not in OF_EVERY_NEW_ONE):
        raise Foreign("There is something in the database to move to. Give an empty one.")
    for table in OF_EVERY_NEW_ONE:
        target.execute(f"DELETE FROM {table}")  # noqa: S608 - ours
    for table, (names, key) in wanted.items():
        marks = ", ".join("?" * len(names))
        statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608 - ours
        for rows in rows_of(source, table, names, key):
            target.executemany(statement, rows)
        carried = _count(target, table)
        if carried != _count(source, table):
            raise Corrupt(f"of {table} not every row was carried")
        progress(table, carried)
    new.number_on(old.numbers())
    _carry_followed(old, new)


def _carry_followed(old: OneSide, new: OneSide) -> None:
    """Keep pending erasures for backups only: the file itself has carried them out already.

    A PostgreSQL target would repeat them, and so erase members who have come back since.
    """
    if new.is_file:
        forget(new.connection, FOLLOWED)
    elif old.is_file:
        has_followed(new.connection)


def _count(connection: Connection, table: str) -> int:
    number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
    return number


def from_place(place: DatabasePlace) -> AbstractContextManager[OneSide]:
    """Return a context manager for the source. Nobody else may have it. Raises as `Store.open`."""
    if isinstance(place, ServerAddress):
        found: AbstractContextManager[OneSide] = module_of_servers(ON_SERVER).source(place)
        return found
    return _file(place)


def into_place(place: DatabasePlace) -> AbstractContextManager[OneSide]:
    """Return a context manager for the target.

    Creates it if missing; commits unless an error occurs.
    """
    if isinstance(place, ServerAddress):
        found: AbstractContextManager[OneSide] = module_of_servers(ON_SERVER).target(place)
        return found
    return _new_file(place)


@contextmanager
def _file(path: Path) -> Iterator[OneSide]:
    if not path.exists():
        raise Foreign(f"There is no {path} to move.")
    lock = FileLock(path)
    try:
        with usable(path), closing(open_reader(path)) as connection:
            check_file(connection, path)
            if version(connection) != NEWEST:
                raise Foreign(f"{path} is of another version. Run ./run upgrade with it first.")
            connection.execute("BEGIN")
            yield _side(connection)
    finally:
        lock.release()


@contextmanager
def _new_file(path: Path) -> Iterator[OneSide]:
    with usable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            with closing(open_writer(path)) as connection:
                check_file(connection, path)
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


def _side(connection: Connection) -> OneSide:
    def numbers() -> Numbers:
        return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def number_on(given: Numbers) -> None:
        # A table has a row here only after it got an id in this file. So replace all rows;
        # otherwise the next game could get an id that old components still name.
        connection.execute("DELETE FROM sqlite_sequence")
        connection.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", list(given.items())
        )

    return OneSide(connection, numbers, number_on, is_file=True)
