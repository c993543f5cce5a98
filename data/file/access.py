"""The open database as the stores are given it: units of work, questions, and what goes between."""

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
    """Hands a unit of work to the writer."""

    def __call__(self, work: Callable[[Connection, Millis], T], /) -> Awaitable[T]:
        """Do the work; give its value after the COMMIT."""
        ...


class Inquire(Protocol):
    """Asks the reader a question."""

    def __call__(self, question: Callable[[Connection], T], /) -> Awaitable[T]:
        """The answer."""
        ...


class Between(Protocol):
    """Runs something on a connection to the file while no transaction is open there."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """Do the work; give its value."""
        ...


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """One open database, wherever it is. `name` is what the operator knows it by."""

    name: str
    submit: Submit
    look: Inquire
    look_long: Inquire
    """For what may take its time: it waits for others of its kind, and nobody else for it."""
    follow: Callable[[], None]
    """The clock was set, and that is right: date the next commits by it."""
    portion: HeldShards = field(default_factory=HeldShards, kw_only=True)
    """Which tables this process looks after."""


@dataclass(frozen=True, slots=True)
class OpenFile(OpenDatabase):
    """One open database file of SQLite's; the copies of it are ours, too."""

    path: Path
    between: Between
    """On the connection that writes: every commit waits meanwhile."""
    beside: Between
    """On one that only looks, for what takes its time: nobody waits for it."""
    copying: Copying = field(default_factory=Copying)
    """For whoever makes, changes or removes copies of the file."""

    async def empty_log(self) -> dict[Path, str]:
        """Empty the write-ahead log, which holds what was; the file that stayed, with the reason.

        It stays while another program reads the database, or where there is no room for it.
        """
        try:
            busy = await self.between(empty_log)
        except sqlite3.Error as error:
            return {self.path: str(error)}
        return {self.path: "another program is reading it"} if busy else {}


def empty_log(connection: sqlite3.Connection) -> bool:
    """Checkpoint and truncate the write-ahead log; whether somebody was in the way."""
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(busy)
