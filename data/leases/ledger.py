"""The leases from the event loop, on a connection of their own.

Of their own, because a beat must not wait behind a commit of moves, nor behind a ladder that is
made again. It comes back by itself when PostgreSQL was away.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

import psycopg

from data.leases import statements
from data.leases.rows import NOBODY, Lease, Overview, Participant
from data.leases.statements import Connection
from data.sql.address import ServerAddress

T = TypeVar("T")

OPTIONS: Final = "-c lock_timeout=2000 -c statement_timeout=5000 -c synchronous_commit=on"
CONNECT_WITHIN: Final = 3
"""Seconds."""


class LedgerAway(Exception):  # noqa: N818 - a state of PostgreSQL, not an error of ours
    """PostgreSQL could not be asked, or did not answer in time; the next call tries anew."""


class Ledger:
    """All leases in one database, as one holder reads and writes them. `close` it.

    Every call raises `LedgerAway` while PostgreSQL is not there.
    """

    def __init__(self, address: str, holder: str) -> None:
        self.holder = holder
        self._address = address
        self._thread = ThreadPoolExecutor(1, "leases")
        self._connection: Connection | None = None

    async def join(self) -> None:
        """Take part."""
        await self._done(lambda c: statements.join(c, self.holder))

    async def look(self) -> Overview:
        """Show that we live, and see everything."""
        return await self._done(lambda c: statements.look(c, self.holder))

    async def leave(self) -> None:
        """Say that we want to be rid of what we hold."""
        await self._done(lambda c: statements.leave(c, self.holder))

    async def quit(self) -> None:
        """Let go of everything, and take part no longer."""
        await self._done(lambda c: statements.quit_for_good(c, self.holder))

    async def bury(self, dead: Participant) -> bool:
        """Take somebody for dead, unless they have moved since."""
        return await self._done(lambda c: statements.bury(c, dead))

    async def take(self, lease: Lease, said: str = "") -> Lease | None:
        """Take a lease if it is still as it was seen."""
        return await self._done(lambda c: statements.take(c, lease, self.holder, said))

    async def give(self, lease: Lease, to: str = NOBODY, said: str = "") -> bool:
        """Hand a lease of ours over, or let go of it."""
        return await self._done(lambda c: statements.give(c, lease, to, said))

    async def ask(self, lease: Lease) -> bool:
        """Say that we are ready to take a lease over from its holder."""
        return await self._done(lambda c: statements.ask(c, lease, self.holder))

    async def note(self, name: str, said: str, before: str = "") -> str:
        """Write something that all agree on, if nobody was quicker; what stands there then."""
        return await self._done(lambda c: statements.note(c, name, said, before))

    async def close(self) -> None:
        """Let go of the connection; the leases stay as they are."""
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
            said = ServerAddress(self._address).without_password(str(error))
            raise LedgerAway(" ".join(said.split())) from error

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._address,
                autocommit=True,  # `transaction` begins and ends them
                connect_timeout=CONNECT_WITHIN,
                options=OPTIONS,
                application_name="tuppence leases",
                # as in `data.postgres.link`: no timeout of the server's ends what never comes there
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
