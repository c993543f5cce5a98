"""Opening a PostgreSQL database; `data.bootstrap.open_sqlite` opens a file.

Without a fence, only one process may have the database open. With fences, several may.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Final

import psycopg

from data.bootstrap.compatibility import ReleaseCheck, games_to_end, record_release, was_opened_by
from data.core.backend import LONG_READERS, READERS, Clock, OpenedBackend
from data.core.location import DatabaseUrl
from data.core.pipelining import TableFence
from data.core.program_state import set_value
from data.core.timestamps import Millis
from data.core.write_queue import WriteQueue
from data.errors import DatabaseLocked, DatabaseUnreachable, DatabaseUnusable, NotSaved
from data.leaderboards import rebuild
from data.migrations import NEWEST
from data.postgres.backend import PostgresBackend
from data.postgres.commit import GroupCommitter
from data.postgres.connection import ThreadedConnection, is_transient, server_message
from data.postgres.migrate import (
    check_is_ours,
    check_schema_version,
    lock_schema,
    schema_version,
    upgrade,
)
from data.postgres.read_pool import ReadPool
from data.postgres.statements import PostgresConnection

OPEN_LOCK_ID: Final = 0x54757071
"""Number of the advisory lock that an open database has, exclusive or shared."""
LOSE: Final = """
    SELECT pg_terminate_backend(l.pid)
    FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory'
    AND CAST(l.objid AS bigint) = ? AND l.pid = ?"""
"""Ends a connection if it still has that lock.

The check matters, because process ids are reused.
"""
HEARTBEAT_KEY: Final = "beat"
"""Key in `setting` of the last heartbeat."""
BACKUPS: Final = "You must make its backups yourself: see docs/operating/postgresql.md."

log = logging.getLogger(__name__)


async def open_postgres(
    address: DatabaseUrl,
    clock: Clock,
    program: ReleaseCheck | None = None,
    fence: TableFence | None = None,
) -> OpenedBackend:
    """Open a PostgreSQL database. Creates its tables if they are missing.

    Processes with a `fence` share the database; a process without one has it alone. Raises
    `DatabaseUnusable`, `DatabaseUnreachable`, `DatabaseLocked`, `ForeignDatabase`, `SchemaTooNew`,
    `SchemaTooOld` or `UnplayableGames`.
    """
    async with AsyncExitStack() as stack:

        def link(name: str, prepare: Callable[[PostgresConnection], None]) -> ThreadedConnection:
            made = ThreadedConnection(address, name, prepare)
            stack.push_async_callback(made.close)
            return made

        owner = DatabaseLock(address, shared=fence is not None)
        writing = link("writer", owner.take_again)
        newest, note = await writing.execute(partial(_ready, address, clock, program, owner))
        readers = ReadPool([link(f"reader {n + 1}", no_setup) for n in range(READERS)])
        slow_readers = ReadPool([link("patient", no_setup) for _ in range(LONG_READERS)])
        writer = WriteQueue(GroupCommitter(writing).commit, clock, newest)
        stack.push_async_callback(writer.close)
        everything = stack.pop_all()
    database = PostgresBackend(
        str(address),
        writer.submit,
        readers.query,
        slow_readers.query,
        writer.accept_clock_change,
        fence,
    )
    return OpenedBackend(database, writer, note, everything, partial(_beat, writer))


def no_setup(_: PostgresConnection) -> None:
    """Do nothing: connections for queries need no lock."""


async def _beat(writer: WriteQueue) -> None:
    """Save a heartbeat.

    While PostgreSQL is unreachable, skip the heartbeat, but do not exit.
    """
    try:
        async with asyncio.timeout(HEARTBEAT_SECONDS):
            await writer.submit(
                lambda connection, now: set_value(connection, HEARTBEAT_KEY, str(now))
            )
    except (NotSaved, TimeoutError) as error:
        log.warning("could not report that the process is alive: %s", error)


HEARTBEAT_SECONDS: Final = 10.0
"""Seconds between two heartbeats."""


class DatabaseLock:
    """Locks the database with the writing connection.

    So a process that lost the lock has lost that connection, and cannot write.
    """

    def __init__(self, address: DatabaseUrl, *, shared: bool) -> None:
        self._address = address
        self._shared = shared
        self._before: int | None = None

    def take_again(self, connection: PostgresConnection) -> None:
        """Take the lock on a new connection after the old one was lost.

        Raises `DatabaseUnusable` if the schema changed while no process had the lock.
        """
        if self._before is not None:
            # The lost connection may still have the lock, and nobody uses it.
            connection.execute(LOSE, (OPEN_LOCK_ID, self._before))
            connection.execute("BEGIN")
            self.take(connection)
            check_schema_version(connection, self._address)
            connection.execute("COMMIT")

    def take(self, connection: PostgresConnection) -> None:
        """Take the lock, exclusive or shared, inside a transaction. Raises `DatabaseLocked`."""
        how = "_shared" if self._shared else ""
        # Wait a little: PostgreSQL learns late that a process has ended.
        connection.execute("SET LOCAL lock_timeout = '2s'")
        try:
            connection.execute(f"SELECT pg_advisory_lock{how}(?)", (OPEN_LOCK_ID,))
        except psycopg.errors.LockNotAvailable as error:
            raise DatabaseLocked(
                f"{self._address} is already in use by another Tuppence. Stop that one first, or "
                "give this one a database of its own."
            ) from error
        # Back to the usual time limit for all other locks.
        connection.execute("SET LOCAL lock_timeout TO DEFAULT")
        self._before = connection.link.info.backend_pid

    def be_alone(self, connection: PostgresConnection) -> None:
        """Raise `DatabaseLocked` if other processes have the database open. Its schema will change.

        A process that has no lock yet waits for the lock of migrations.
        """
        got = connection.execute("SELECT pg_try_advisory_xact_lock(?)", (OPEN_LOCK_ID,)).fetchone()[
            0
        ]
        if not got:
            raise DatabaseLocked(
                f"{self._address} has an older schema version, and processes of that version "
                "have it open. Stop them first; the next start then migrates it."
            )


def _ready(
    address: DatabaseUrl,
    clock: Clock,
    program: ReleaseCheck | None,
    owner: DatabaseLock,
    connection: PostgresConnection,
) -> tuple[Millis, str]:
    """Migrate in one transaction.

    Returns the newest time in the database, and a line for the log.
    """
    try:
        connection.execute("BEGIN")
        lock_schema(connection)
        check_is_ours(connection, address)
        if schema_version(connection) < NEWEST:
            owner.be_alone(connection)
        owner.take(connection)
        newest = _up_to_date(address, clock, program, connection)
        connection.execute("COMMIT")
    except psycopg.Error as error:
        kind = DatabaseUnreachable if is_transient(error) else DatabaseUnusable
        said = address.without_password(server_message(error))
        raise kind(f"Tuppence cannot use {address}: {said}.") from error
    finally:
        if not connection.link.closed:
            connection.link.rollback()
    number = connection.link.info.parameter_status("server_version")
    return newest, f"PostgreSQL {number} has the database {address}. {BACKUPS}"


def _up_to_date(
    address: DatabaseUrl,
    clock: Clock,
    program: ReleaseCheck | None,
    connection: PostgresConnection,
) -> Millis:
    found = schema_version(connection)
    upgrade(connection, address)
    if program:
        known = found == 0 or was_opened_by(connection, found, program)
        record_release(
            connection,
            clock(),
            program,
            () if known else games_to_end(connection, address, program),
        )
    rebuild.rebuild_if_stale(connection)
    row = connection.execute("SELECT coalesce(max(updated), 0) FROM card_table").fetchone()
    return Millis(row[0])
