"""What a repository is given: queries, transactions, and what SQLite alone can do."""

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from data.file.clock import Millis
from data.file.copying import Copying
from data.file.portion import HeldShards
from data.sql.connection import Connection

T = TypeVar("T")


class Submit(Protocol):
    """Runs a transaction."""

    def __call__(self, work: Callable[[Connection, Millis], T], /) -> Awaitable[T]:
        """Run `work`, and return its value after the COMMIT."""
        ...


class Inquire(Protocol):
    """Runs a query."""

    def __call__(self, question: Callable[[Connection], T], /) -> Awaitable[T]:
        """Run `question` on one state of the database, and return its value."""
        ...


class Between(Protocol):
    """Runs something on a SQLite connection that has no open transaction."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """Run `work`, and return its value."""
        ...


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """One open database. `name` is its path or address, for the operator."""

    name: str
    transaction: Submit
    query: Inquire
    slow_query: Inquire
    """Waits for other slow queries; no other query waits for it."""
    follow: Callable[[], None]
    """Date the next commits by the clock, though it was set back."""
    portion: HeldShards = field(default_factory=HeldShards, kw_only=True)
    """Which guilds this process owns."""

    def table_transaction(
        self,
        table_id: int,  # noqa: ARG002 - for databases that several processes share
        work: Callable[[Connection, Millis], T],
    ) -> Awaitable[T]:
        """Run `work` as `transaction` does, at one table. Raises `NotHeld` if it is not ours.

        One process owns every table of this database, so nothing has to be checked.
        """
        return self.transaction(work)


@dataclass(frozen=True, slots=True)
class OpenFile(OpenDatabase):
    """One open SQLite file, and the copies of it."""

    path: Path
    between: Between
    """On the connection that writes: commits wait meanwhile."""
    beside: Between
    """On a connection that only reads: nothing waits for it."""
    copying: Copying = field(default_factory=Copying)
    """Makes, changes and removes copies of the file, one task after the other."""

    async def empty_log(self) -> dict[Path, str]:
        """Truncate the write-ahead log, which still holds deleted rows.

        Returns nothing when it is empty, and else the file with the reason: another program reads
        the database, or the disk is full.
        """
        try:
            busy = await self.between(empty_log)
        except sqlite3.Error as error:
            return {self.path: str(error)}
        return {self.path: "another program is reading it"} if busy else {}


def empty_log(connection: sqlite3.Connection) -> bool:
    """Checkpoint and truncate the write-ahead log. Returns whether a reader prevented it."""
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(busy)
