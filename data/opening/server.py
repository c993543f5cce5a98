"""Opening a PostgreSQL database; `data.opening.file` opens a file.

One process has it at a time. If all of them open it as shared, several may.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Final

import psycopg

from data.file.clock import Millis
from data.file.errors import Locked, NotSaved, Unreachable, Unusable
from data.file.notes import remember
from data.file.reader import LONG_READERS, READERS
from data.file.writer import Writer
from data.ladders import anew
from data.opening.opened import Clock, Opened
from data.opening.releases import Program, ending, has_had_it, settle
from data.postgres.backend import PostgresBackend
from data.postgres.committing import Committing
from data.postgres.link import Link, is_passing, words_of
from data.postgres.looking import Looking
from data.postgres.migrations import check_ours, check_same, lock, upgrade, version
from data.postgres.speaking import Speaking
from data.schema import NEWEST
from data.sql.address import ServerAddress

OPEN: Final = 0x54757071
"""Number of the advisory lock that an open database has, exclusive or shared."""
LOSE: Final = """
    SELECT pg_terminate_backend(l.pid)
    FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory'
    AND CAST(l.objid AS bigint) = ? AND l.pid = ?"""
"""Ends a connection if it still has that lock.

The check matters, because process ids are reused.
"""
BEAT: Final = "beat"
"""Key in `setting` of the last heartbeat."""
BACKUPS: Final = "You must make its backups yourself: see docs/operating/postgresql.md."

log = logging.getLogger(__name__)


async def open_on_server(
    address: ServerAddress, clock: Clock, program: Program | None = None, *, shared: bool = False
) -> Opened:
    """Open a PostgreSQL database. Creates its tables if they are missing.

    Raises `Unusable`, `Unreachable`, `Locked`, `Foreign`, `TooNew`, `SchemaTooOld` or
    `CannotPlayOn`.
    """
    async with AsyncExitStack() as stack:

        def link(name: str, prepare: Callable[[Speaking], None]) -> Link:
            made = Link(address, name, prepare)
            stack.push_async_callback(made.close)
            return made

        owner = Owner(address, shared=shared)
        writing = link("writer", owner.take_again)
        newest, note = await writing.say(partial(_ready, address, clock, program, owner))
        looking = Looking([link(f"reader {n + 1}", no_preparation) for n in range(READERS)])
        patient = Looking([link("patient", no_preparation) for _ in range(LONG_READERS)])
        writer = Writer(Committing(writing).commit, clock, newest)
        stack.push_async_callback(writer.close)
        everything = stack.pop_all()
    database = PostgresBackend(
        str(address), writer.submit, looking.look, patient.look, writer.follow
    )
    return Opened(database, writer, note, everything, partial(_beat, writer))


def no_preparation(_: Speaking) -> None:
    """Prepare nothing: connections for queries need no lock."""


async def _beat(writer: Writer) -> None:
    """Save a heartbeat.

    While PostgreSQL is unreachable it is skipped, which is no reason to exit.
    """
    try:
        async with asyncio.timeout(BEAT_WITHIN):
            await writer.submit(lambda connection, now: remember(connection, BEAT, str(now)))
    except (NotSaved, TimeoutError) as error:
        log.warning("could not report that the process is alive: %s", error)


BEAT_WITHIN: Final = 10.0
"""Seconds."""


class Owner:
    """Owns the database by the writing connection: a process that lost that one cannot write."""

    def __init__(self, address: ServerAddress, *, shared: bool) -> None:
        self._address = address
        self._shared = shared
        self._before: int | None = None

    def take_again(self, speaking: Speaking) -> None:
        """Take the lock again on a connection that replaces a lost one.

        Raises `Unusable` if the schema changed while nobody had the database.
        """
        if self._before is not None:
            # the lost connection may still have the lock, and nobody uses it
            speaking.execute(LOSE, (OPEN, self._before))
            speaking.execute("BEGIN")
            self.take(speaking)
            check_same(speaking, self._address)
            speaking.execute("COMMIT")

    def take(self, speaking: Speaking) -> None:
        """Take the lock, exclusive or shared, inside a transaction. Raises `Locked`."""
        how = "_shared" if self._shared else ""
        # Wait a little: PostgreSQL learns late that a process has ended.
        speaking.execute("SET LOCAL lock_timeout = '2s'")
        try:
            speaking.execute(f"SELECT pg_advisory_lock{how}(?)", (OPEN,))
        except psycopg.errors.LockNotAvailable as error:
            raise Locked(
                f"{self._address} is already in use by another Tuppence. Stop that one first, or "
                "give this one a database of its own."
            ) from error
        # back to the usual time for all other locks
        speaking.execute("SET LOCAL lock_timeout TO DEFAULT")
        self._before = speaking.link.info.backend_pid

    def be_alone(self, speaking: Speaking) -> None:
        """Raise `Locked` while other processes have the database: its schema is about to change.

        A process that has no lock yet waits for the lock of migrations.
        """
        got = speaking.execute("SELECT pg_try_advisory_xact_lock(?)", (OPEN,)).fetchone()[0]
        if not got:
            raise Locked(
                f"{self._address} has an older schema version, and processes of that version "
                "have it open. Stop them first; the next start then migrates it."
            )


def _ready(
    address: ServerAddress,
    clock: Clock,
    program: Program | None,
    owner: Owner,
    speaking: Speaking,
) -> tuple[Millis, str]:
    """Migrate in one transaction.

    Returns the newest time in the database, and a line for the log.
    """
    try:
        speaking.execute("BEGIN")
        lock(speaking)
        check_ours(speaking, address)
        if version(speaking) < NEWEST:
            owner.be_alone(speaking)
        owner.take(speaking)
        newest = _up_to_date(address, clock, program, speaking)
        speaking.execute("COMMIT")
    except psycopg.Error as error:
        kind = Unreachable if is_passing(error) else Unusable
        said = address.without_password(words_of(error))
        raise kind(f"Tuppence cannot use {address}: {said}.") from error
    finally:
        if not speaking.link.closed:
            speaking.link.rollback()
    number = speaking.link.info.parameter_status("server_version")
    return newest, f"PostgreSQL {number} has the database {address}. {BACKUPS}"


def _up_to_date(
    address: ServerAddress,
    clock: Clock,
    program: Program | None,
    speaking: Speaking,
) -> Millis:
    found = version(speaking)
    upgrade(speaking, address)
    if program:
        known = found == 0 or has_had_it(speaking, found, program)
        settle(speaking, clock(), program, () if known else ending(speaking, address, program))
    anew.refresh(speaking)
    row = speaking.execute("SELECT coalesce(max(updated), 0) FROM card_table").fetchone()
    return Millis(row[0])
