"""Leases for the event loop, on a separate connection.

A heartbeat must not wait behind a commit of moves or a rebuild of leaderboards. The connection is
opened again after PostgreSQL was unreachable.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

import psycopg

from data.core.location import DatabaseUrl
from data.leases import queries
from data.leases.models import NO_OWNER, Lease, LeaseSnapshot, Participant
from data.leases.queries import Connection

T = TypeVar("T")

OPTIONS: Final = "-c lock_timeout=2000 -c statement_timeout=5000 -c synchronous_commit=on"
CONNECT_WITHIN: Final = 3
"""Seconds until a connection attempt is given up."""


class LeasesUnreachable(Exception):  # noqa: N818 - a state of PostgreSQL, not an error of ours
    """PostgreSQL is unreachable or did not answer in time. The next call tries again."""


class LeaseRepository:
    """All leases in one database, for one process. `close` it at the end.

    Every call raises `LeasesUnreachable` while PostgreSQL is unreachable.
    """

    def __init__(self, address: str, holder: str) -> None:
        self.holder = holder
        self._address = address
        self._thread = ThreadPoolExecutor(1, "leases")
        self._connection: Connection | None = None

    async def register(self) -> None:
        """Register this process."""
        await self._done(lambda c: queries.register(c, self.holder))

    async def heartbeat_and_snapshot(self) -> LeaseSnapshot:
        """Send this process's heartbeat, and return a snapshot of all processes and leases."""
        return await self._done(lambda c: queries.heartbeat_and_snapshot(c, self.holder))

    async def start_leaving(self) -> None:
        """Announce that this process wants to give up its leases."""
        await self._done(lambda c: queries.start_leaving(c, self.holder))

    async def resign(self) -> None:
        """Release all leases, and delete this process."""
        await self._done(lambda c: queries.resign(c, self.holder))

    async def expire(self, dead: Participant) -> bool:
        """Delete a process whose heartbeat has stopped.

        Returns False if the process has sent a heartbeat since the snapshot.
        """
        return await self._done(lambda c: queries.expire(c, dead))

    async def acquire(self, lease: Lease, said: str = "") -> Lease | None:
        """Acquire a lease if it is unchanged since the snapshot.

        Returns None if another process was faster. `said` is stored with the lease.
        """
        return await self._done(lambda c: queries.acquire(c, lease, self.holder, said))

    async def transfer(self, lease: Lease, to: str = NO_OWNER, said: str = "") -> bool:
        """Transfer a lease of ours, or release it.

        Returns False if the lease was no longer ours.
        """
        return await self._done(lambda c: queries.transfer(c, lease, to, said))

    async def request_transfer(self, lease: Lease) -> bool:
        """Announce that this process is ready to take over a lease from its owner."""
        return await self._done(lambda c: queries.request_transfer(c, lease, self.holder))

    async def compare_and_set(self, name: str, said: str, before: str = "") -> str:
        """Write a value that all processes share, unless another process was faster.

        Return the value that is stored now.
        """
        return await self._done(lambda c: queries.compare_and_set(c, name, said, before))

    async def close(self) -> None:
        """Close the connection. The leases stay as they are."""
        await self._run(self._hang_up)
        self._thread.shutdown()

    async def _done(self, work: Callable[[Connection], T]) -> T:
        return await self._run(partial(self._in_transaction, work))

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _in_transaction(self, work: Callable[[Connection], T]) -> T:
        try:
            connection = self._connected()
            with connection.transaction():
                return work(connection)
        except psycopg.Error as error:
            self._hang_up()
            said = DatabaseUrl(self._address).without_password(str(error))
            raise LeasesUnreachable(" ".join(said.split())) from error

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._address,
                autocommit=True,  # `transaction` sends BEGIN and COMMIT itself
                connect_timeout=CONNECT_WITHIN,
                options=OPTIONS,
                application_name="tuppence leases",
                # As in `data.postgres.connection`: a dead network sends no error, and no timeout of
                # PostgreSQL's ends a statement that never reached it.
                keepalives_idle=10,
                keepalives_interval=5,
                keepalives_count=3,
                tcp_user_timeout=15_000,
            )
        return self._connection

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
