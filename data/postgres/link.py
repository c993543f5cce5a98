"""A connection with a thread of its own, that comes back when the server was away."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from data.file.errors import Unreachable, Unusable
from data.postgres.speaking import PsycopgConnection, Speaking
from data.postgres.values import as_sqlite_has_them, named
from data.sql.address import ServerAddress

T = TypeVar("T")
Prepare = Callable[[Speaking], None]

CONNECT_WITHIN: Final = 5
"""Seconds."""
STATEMENTS: Final = 500
"""Statements that the server keeps prepared for a connection; there are about 300."""
SETTINGS: Final = (
    # what was acknowledged is on disk, whatever the server's own habit is
    "-c synchronous_commit=on"
    # whoever has a row that is waited for is dead, asleep, or as slow as a full disk
    " -c lock_timeout=10s -c idle_in_transaction_session_timeout=10s -c TimeZone=UTC"
)
AWAY: Final = ("08", "57P")
"""How the states begin in which the server has gone, or is about to."""
PASSING: Final = (*AWAY, "40001", "40P01", "55P03", "53", "25P03")
"""How those begin that another try may not meet: others were in the way, or there was no room."""
REFUSED: Final = (
    "authentication failed",
    "does not exist",
    "no password supplied",
    "not permitted to log in",
    "pg_hba.conf",
    "permission denied",
    # a server that speaks German
    "authentifizierung f",
    "existiert nicht",
    "keine berechtigung",
    # PgBouncer, and who else stands before a server
    "no such database",
    "no such user",
    "unsupported startup parameter",
    "ssl required",
    "ssl connection is required",
    "ssl was required",
)
"""What is said of a refusal that stays one, in small letters. libpq tells no state of it, and a
server may speak a language that is not among these: what is not understood may pass."""
ANSWERED: Final = ":  "
"""What libpq writes before the words of a server, behind FATAL in the server's language."""
NO_ADDRESS: Final = (
    "TUPPENCE_DATABASE is no address that PostgreSQL can read. Look at what stands in it after the "
    "question mark, and whether what means something in an address is written %40 and the like."
)


class Link:
    """One connection; what runs on it runs on its own thread, one after another. Close it."""

    def __init__(self, address: ServerAddress, name: str, prepare: Prepare) -> None:
        self._address = address
        self._name = name
        self._prepare = prepare
        self._thread = ThreadPoolExecutor(1, f"postgres {name}")
        self._speaking: Speaking | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Call `work` on the connection's thread. Cancelling the caller does not stop it."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, work))

    async def say(self, work: Callable[[Speaking], T]) -> T:
        """The same with the connection."""
        return await self.run(lambda: work(self.connected()))

    def connected(self) -> Speaking:
        """The connection, made anew where it was lost. Raises `Unreachable` or `Unusable`."""
        if self._speaking is None or self._speaking.link.closed:
            self._speaking = None
            link = connect(self._address, self._name)
            try:
                speaking = Speaking(link)
                self._prepare(speaking)
            except BaseException:
                link.close()
                raise
            self._speaking = speaking
        return self._speaking

    def hang_up(self) -> None:
        """Let go of the connection; the next who asks gets another."""
        if self._speaking is not None:
            self._speaking.link.close()
            self._speaking = None

    async def close(self) -> None:
        """Let go of the connection and of the thread."""
        await self.run(self.hang_up)
        await asyncio.to_thread(partial(self._thread.shutdown, wait=True))


def connect(address: ServerAddress, name: str) -> PsycopgConnection:
    """A connection that begins and commits nothing by itself. Raises as `Link.connected`."""
    check(address)
    try:
        link = psycopg.connect(
            address.whole,
            autocommit=True,
            row_factory=named,
            connect_timeout=CONNECT_WITHIN,
            application_name=f"tuppence {name}",
            options=SETTINGS,
            # a server that vanished without a word is missed within half a minute, also by who
            # has said something that nobody acknowledges
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
            tcp_user_timeout=15_000,
        )
    except psycopg.Error as error:
        raise refused(address, error) from error
    link.prepare_threshold = 1
    link.prepared_max = STATEMENTS
    as_sqlite_has_them(link)
    return link


def check(address: ServerAddress) -> None:
    """Raise `Unusable` for what libpq cannot read, of which it would show what it stumbles over."""
    try:
        conninfo_to_dict(address.whole)
    except psycopg.Error:
        raise Unusable(NO_ADDRESS) from None


def refused(address: ServerAddress, error: psycopg.Error) -> Unusable:
    """Why there is no connection, and whether that may pass."""
    raw = " ".join(str(error).split())
    said = address.without_password(raw)
    if any(word in raw.casefold() for word in REFUSED):
        return Unusable(
            f"PostgreSQL does not let us into {address}: {said}. Look at TUPPENCE_DATABASE."
        )
    if ANSWERED in str(error):
        return Unreachable(
            f"{address} refuses us with: {said}. If that stays, look at TUPPENCE_DATABASE."
        )
    return Unreachable(
        f"{address} cannot be reached: {said}. Is PostgreSQL running there, and TUPPENCE_DATABASE "
        "its address?"
    )


def is_away(error: BaseException) -> bool:
    """Whether the server has gone in the midst: a new connection may find it again."""
    if isinstance(error, Unreachable):
        return True
    if not isinstance(error, psycopg.OperationalError):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(AWAY)


def is_passing(error: psycopg.Error) -> bool:
    """Whether another try, a little later, may succeed."""
    return is_away(error) or (error.sqlstate or "").startswith(PASSING)


def words_of(error: psycopg.Error) -> str:
    """What a server has said, without the values that it was about."""
    return error.diag.message_primary or " ".join(str(error).split())
