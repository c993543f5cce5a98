"""The open file as the stores are given it: units of work, questions, and what goes between."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from data.file import backups
from data.file.errors import Busy

T = TypeVar("T")


class Submit(Protocol):
    """Hands a unit of work to the writer."""

    def __call__(self, work: Callable[[sqlite3.Connection, int], T], /) -> Awaitable[T]:
        """Do the work; give its value after the COMMIT."""
        ...


class Inquire(Protocol):
    """Asks the reader a question."""

    def __call__(self, question: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """The answer."""
        ...


class Between(Protocol):
    """Runs something on the writing connection while no transaction is open."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """Do the work; give its value."""
        ...


@dataclass(frozen=True, slots=True)
class OpenFile:
    """One open database file."""

    path: Path
    submit: Submit
    look: Inquire
    between: Between
    follow: Callable[[], None]
    """The clock was set, and that is right: date the next commits by it."""

    async def everywhere(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Empty the write-ahead log, which holds what was; do the work in all backups too.

        For what is let go, after the COMMIT that lets it go. Raises `Busy` when another program
        reads the file, so that the log could not be emptied: once more does the rest.
        """
        busy = await self.between(empty_log)
        for copy in (*backups.copies(self.path), *backups.old_versions(self.path)):
            await asyncio.to_thread(backups.change, copy, work)
        if busy:
            raise Busy("The write-ahead log could not be emptied: another program reads the file.")


def empty_log(connection: sqlite3.Connection) -> bool:
    """Checkpoint and truncate the write-ahead log; whether somebody was in the way."""
    busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return bool(busy)
