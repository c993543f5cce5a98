"""Brings a SQLite file up to date.

All migrations that a file lacks run in one transaction, together with the `user_version` that
records them. They run statement by statement, because `executescript` would commit all earlier
ones. If a migration fails, the previous release can still open the file. `data.migrations` lists
the migrations.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from data.errors import DatabaseCorrupt, ForeignDatabase
from data.migrations import MIGRATIONS, Migration, check_version, missing, newest
from data.sqlite.backup_files import create_temporary, publish
from data.sqlite.connection import APPLICATION_ID
from data.sqlite.restored_backup import prepare_for_restore


def check_is_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Check, before anything is written, that the file is undamaged, and ours or empty.

    Raises `DatabaseCorrupt`, `ForeignDatabase`, `SchemaTooNew` or `SchemaTooOld`.
    """
    answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise DatabaseCorrupt(f"The database is damaged ({answer}). Restore the newest backup.")
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    used = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if used and owner != APPLICATION_ID:
        raise ForeignDatabase("This database belongs to another program. Choose a file of its own.")
    check_version(schema_version(connection), path)


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the schema version of the file. It is 0 for an empty file."""
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return number


def migrate(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Migrate the file, and leave a copy of the old one in its folder.

    Raises the same errors as `upgrade`.
    """
    found = schema_version(connection)
    check_version(found, path, newest(migrations))
    if found and missing(found, migrations):
        _keep_copy(connection, path.with_name(f"{path.name}.v{found}"))
    upgrade(connection, path, migrations)


def upgrade(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Migrate the file without keeping a copy. Raises `SchemaTooNew` or `SchemaTooOld`."""
    found = schema_version(connection)
    check_version(found, path, newest(migrations))
    if lacking := missing(found, migrations):
        _apply(connection, lacking, newest(migrations))


def _keep_copy(connection: sqlite3.Connection, copy: Path) -> None:
    part = create_temporary(copy)
    connection.execute("VACUUM INTO ?", (str(part),))
    prepare_for_restore(part)
    publish(part, copy)


def _apply(connection: sqlite3.Connection, lacking: Sequence[Migration], number: int) -> None:
    # A rebuild drops tables that others point to. Inside a transaction the switch does nothing.
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in lacking:
            migration(connection)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={number}")
        _check_references(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA foreign_keys=ON")


def _check_references(connection: sqlite3.Connection) -> None:
    if row := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise DatabaseCorrupt(f"The migration would leave dangling references in {row[0]}.")
