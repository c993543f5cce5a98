"""The open database as the repositories get it: transactions and queries."""

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
    """Submits a transaction to the write queue."""

    def __call__(self, work: Callable[[Connection, Millis], T], /) -> Awaitable[T]:
        """Run the transaction. Returns its value after the COMMIT."""
        ...


class Inquire(Protocol):
    """Runs a query."""

    def __call__(self, question: Callable[[Connection], T], /) -> Awaitable[T]:
        """Return what `question` returns."""
        ...


class Between(Protocol):
    """Runs a function on a connection to the file while no transaction is open there."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """Run the function, and return its value."""
        ...


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """An open database of either engine. `name` is for operators."""

    name: str
    submit: Submit
    look: Inquire
    look_long: Inquire
    """For slow queries. They wait for each other, and no other query waits for them."""
    follow: Callable[[], None]
    """Accept a clock that was set back: the next commits use its time."""
    portion: HeldShards = field(default_factory=HeldShards, kw_only=True)
    """Which tables this process owns."""


@dataclass(frozen=True, slots=True)
class OpenFile(OpenDatabase):
    """An open SQLite file. Its backups belong to the bot, too."""

    path: Path
    between: Between
    """Runs on the connection that writes. Every commit waits meanwhile."""
    beside: Between
    """Runs on a connection that only reads, for slow work. Nobody waits for it."""
    copying: Copying = field(default_factory=Copying)
    """Queue for everything that writes, changes or removes backups of the file."""

    async def empty_log(self) -> dict[Path, str]:
        """Truncate the write-ahead log, which holds old pages.

        Returns the file with the reason if that failed: another program reads it, or the disk is
        full.
        """
        try:
            busy = await self.between(empty_log)
        except sqlite3.Error as error:
            return {self.path: str(error)}
        return {self.path: "another program reads it"} if busy else {}


def empty_log(connection: sqlite3.Connection) -> bool:
    """Checkpoint and truncate the write-ahead log.

    Returns whether another connection prevented it.
    """
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(busy)
