"""Inspects a PostgreSQL database without opening it. `data.admin.inspection` inspects a file."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from data.core.location import DatabaseUrl
from data.core.program_state import get_value
from data.core.timestamps import to_seconds
from data.erasure import erased_backups
from data.errors import DatabaseCorrupt, DatabaseUnusable, StorageError
from data.postgres.connection import connect, server_message
from data.postgres.migrate import check_is_ours, schema_version
from data.postgres.open import HEARTBEAT_KEY
from data.postgres.statements import PostgresConnection


@contextmanager
def snapshot(address: DatabaseUrl) -> Iterator[PostgresConnection]:
    """Return a context manager with a read-only snapshot of the database.

    Raises `DatabaseUnusable` or `DatabaseUnreachable`.
    """
    with closing(connect(address, "doctor")) as link:
        connection = PostgresConnection(link)
        try:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            check_is_ours(connection, address)
            yield connection
        except psycopg.Error as error:
            raise DatabaseCorrupt(f"{address} cannot be read: {server_message(error)}") from error


def exists(address: DatabaseUrl) -> bool:
    """Return whether the tables exist. Raises `DatabaseUnusable` or `DatabaseUnreachable`."""
    with snapshot(address) as connection:
        return schema_version(connection) > 0


def pending_erasures(address: DatabaseUrl) -> int:
    """Return how many erasures are not yet re-applied after a restored backup has undone them."""
    with snapshot(address) as connection:
        return erased_backups.unapplied_count(connection)


def last_heartbeat(address: DatabaseUrl) -> float | None:
    """Return the last heartbeat, in epoch seconds; None if there is none."""
    try:
        with snapshot(address) as connection:
            at = get_value(connection, HEARTBEAT_KEY) if schema_version(connection) else None
    except (DatabaseUnusable, StorageError):
        return None
    return None if at is None else to_seconds(int(at))
