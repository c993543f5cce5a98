"""A connection with its own thread, which reconnects after PostgreSQL was unreachable."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from data.core.location import DatabaseUrl
from data.errors import DatabaseUnreachable, DatabaseUnusable
from data.postgres.statements import PostgresConnection, PsycopgConnection
from data.postgres.value_types import register_value_types, row_factory

T = TypeVar("T")
Prepare = Callable[[PostgresConnection], None]

CONNECT_WITHIN: Final = 5
"""Seconds until a connection attempt is given up."""
STATEMENTS: Final = 500
"""Prepared statements that PostgreSQL keeps for a connection. There are about 300 in all."""
SETTINGS: Final = (
    # A commit that was answered must be on disk, whatever the default of this PostgreSQL is.
    "-c synchronous_commit=on"
    # A transaction that holds a lock longer than this is dead, asleep, or on a full disk.
    " -c lock_timeout=10s -c idle_in_transaction_session_timeout=10s -c TimeZone=UTC"
)
AWAY: Final = ("08", "57P")
"""Prefixes of SQLSTATE codes of a connection that is lost, or about to be."""
PASSING: Final = (*AWAY, "40001", "40P01", "55P03", "53", "25P03")
"""Prefixes of SQLSTATE codes of errors after which a retry may succeed: locks, or no room left."""
REFUSED: Final = (
    "authentication failed",
    "does not exist",
    "no password supplied",
    "not permitted to log in",
    "pg_hba.conf",
    "permission denied",
    # The same messages of a German PostgreSQL.
    "authentifizierung f",
    "existiert nicht",
    "keine berechtigung",
    # PgBouncer and other proxies in front of PostgreSQL.
    "no such database",
    "no such user",
    "unsupported startup parameter",
    "ssl required",
    "ssl connection is required",
    "ssl was required",
)
"""Lower-case parts of messages of permanent errors. libpq reports no SQLSTATE for them.

A message in another language is not recognized, so the bot retries.
"""
ANSWERED: Final = ":  "
"""The separator that libpq writes between FATAL, in any language, and PostgreSQL's message."""
NO_ADDRESS: Final = (
    "TUPPENCE_DATABASE is no address that PostgreSQL can read. Look at what stands in it after the "
    "question mark, and whether what means something in an address is written %40 and the like."
)


class ThreadedConnection:
    """One connection, and the thread on which everything that uses the connection runs.

    `close` it at the end.
    """

    def __init__(self, address: DatabaseUrl, name: str, prepare: Prepare) -> None:
        self._address = address
        self._name = name
        self._prepare = prepare
        self._thread = ThreadPoolExecutor(1, f"postgres {name}")
        self._connection: PostgresConnection | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Run `work` on the connection's thread, even if the caller is cancelled."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, work))

    async def execute(self, work: Callable[[PostgresConnection], T]) -> T:
        """Run `work` with the connection on its thread."""
        return await self.run(lambda: work(self.connect()))

    def connect(self) -> PostgresConnection:
        """Return the connection, reopened if it was lost.

        Raises `DatabaseUnreachable` or `DatabaseUnusable`.
        """
        if self._connection is None or self._connection.link.closed:
            self._connection = None
            link = connect(self._address, self._name)
            try:
                connection = PostgresConnection(link)
                self._prepare(connection)
            except BaseException:
                link.close()
                raise
            self._connection = connection
        return self._connection

    def disconnect(self) -> None:
        """Close the connection. The next use opens another one."""
        if self._connection is not None:
            self._connection.link.close()
            self._connection = None

    async def close(self) -> None:
        """Close the connection and stop the thread."""
        await self.run(self.disconnect)
        await asyncio.to_thread(partial(self._thread.shutdown, wait=True))


def connect(address: DatabaseUrl, name: str) -> PsycopgConnection:
    """Open a connection in autocommit mode. Raises `DatabaseUnusable`, `DatabaseUnreachable`."""
    check_address(address)
    try:
        link = psycopg.connect(
            address.whole,
            autocommit=True,
            row_factory=row_factory,
            connect_timeout=CONNECT_WITHIN,
            application_name=f"tuppence {name}",
            options=SETTINGS,
            # Without these, a host that vanished is noticed only after many minutes. With them it
            # takes half a minute, even if data was sent that nobody acknowledged.
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
            tcp_user_timeout=15_000,
        )
    except psycopg.Error as error:
        raise connection_error(address, error) from error
    link.prepare_threshold = 1
    link.prepared_max = STATEMENTS
    register_value_types(link)
    return link


def check_address(address: DatabaseUrl) -> None:
    """Raise `DatabaseUnusable` if libpq cannot parse the address.

    Its own error would quote the password.
    """
    try:
        conninfo_to_dict(address.whole)
    except psycopg.Error:
        raise DatabaseUnusable(NO_ADDRESS) from None


def connection_error(address: DatabaseUrl, error: psycopg.Error) -> DatabaseUnusable:
    """Return the error for a failed connection attempt: `DatabaseUnusable` if it is permanent."""
    raw = " ".join(str(error).split())
    said = address.without_password(raw)
    if any(word in raw.casefold() for word in REFUSED):
        return DatabaseUnusable(
            f"PostgreSQL does not let us into {address}: {said}. Look at TUPPENCE_DATABASE."
        )
    if ANSWERED in str(error):
        return DatabaseUnreachable(
            f"{address} refuses us with: {said}. If that stays, look at TUPPENCE_DATABASE."
        )
    return DatabaseUnreachable(
        f"{address} cannot be reached: {said}. Is PostgreSQL running there, and TUPPENCE_DATABASE "
        "its address?"
    )


def is_disconnected(error: BaseException) -> bool:
    """Return whether the connection was lost, so that a new one may succeed."""
    if isinstance(error, DatabaseUnreachable):
        return True
    if not isinstance(error, psycopg.OperationalError):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(AWAY)


def is_transient(error: psycopg.Error) -> bool:
    """Return whether a retry may succeed."""
    return is_disconnected(error) or (error.sqlstate or "").startswith(PASSING)


def server_message(error: psycopg.Error) -> str:
    """Return PostgreSQL's message without the statement's values, which may be personal data."""
    return error.diag.message_primary or " ".join(str(error).split())
