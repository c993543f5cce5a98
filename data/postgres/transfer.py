"""A PostgreSQL database as the source or target of `data.admin.transfer`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Final

import psycopg

from data.admin.transfer import Numbers, TransferEndpoint
from data.core.location import DatabaseUrl
from data.errors import DatabaseUnusable, ForeignDatabase
from data.migrations import NEWEST
from data.postgres.connection import connect, server_message
from data.postgres.migrate import check_is_ours, lock_schema, schema_version, upgrade
from data.postgres.open import DatabaseLock
from data.postgres.statements import PostgresConnection

NUMBERED: Final = """
    SELECT table_name, column_name, pg_get_serial_sequence(table_name, column_name) AS sequence
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'"""


@contextmanager
def source(address: DatabaseUrl) -> Iterator[TransferEndpoint]:
    """Return a context manager with a snapshot of the source.

    Raises `DatabaseLocked` while a process has it open.
    """
    with _alone(address) as connection:
        if schema_version(connection) != NEWEST:
            raise ForeignDatabase(
                f"{address} is of another version. Run ./run upgrade with it first."
            )
        yield _side(connection)


@contextmanager
def target(address: DatabaseUrl) -> Iterator[TransferEndpoint]:
    """Return a context manager with the target in a transaction. Creates missing tables."""
    with _alone(address) as connection:
        upgrade(connection, address)
        yield _side(connection)
        connection.execute("COMMIT")
        # Without statistics PostgreSQL scans whole tables until autovacuum runs.
        connection.execute("ANALYZE")


def _side(connection: PostgresConnection) -> TransferEndpoint:
    return TransferEndpoint(
        connection,
        partial(sequence_values, connection),
        partial(set_sequences, connection),
        is_file=False,
    )


def sequence_values(connection: PostgresConnection) -> Numbers:
    """Return the last id given in each table."""
    asked = "SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM {}"
    return {
        table: connection.execute(asked.format(sequence)).fetchone()[0]
        for table, _, sequence in connection.execute(NUMBERED).fetchall()
    }


def set_sequences(connection: PostgresConnection, given: Numbers) -> None:
    """Set the sequences so that the next row gets an id that no row had in either database."""
    for table, column, sequence in connection.execute(NUMBERED).fetchall():
        newest = f"SELECT coalesce(max({column}), 0) FROM {table}"  # noqa: S608 - names of ours
        last = max(given.get(table, 0), connection.execute(newest).fetchone()[0])
        connection.execute("SELECT setval(?, ?, false)", (sequence, last + 1))


@contextmanager
def _alone(address: DatabaseUrl) -> Iterator[PostgresConnection]:
    with closing(connect(address, "move")) as link:
        connection = PostgresConnection(link)
        try:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            lock_schema(connection)
            check_is_ours(connection, address)
            DatabaseLock(address, shared=False).take(connection)
            yield connection
        except psycopg.Error as error:
            raise DatabaseUnusable(
                f"Tuppence cannot use {address}: {server_message(error)}."
            ) from error
