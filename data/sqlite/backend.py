"""The SQLite backend: queries on a read pool, transactions on the write queue."""

import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from data.core.backend import Backend, T
from data.sqlite.backup_queue import BackupQueue


class RunOnConnection(Protocol):
    """Runs something on a SQLite connection that has no open transaction."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]:
        """Run `work`, and return its value."""
        ...


@dataclass(frozen=True, slots=True)
class SqliteBackend(Backend):
    """One open SQLite file, and its backups."""

    path: Path
    between: RunOnConnection
    """Runs on the writing connection, so commits wait meanwhile."""
    beside: RunOnConnection
    """Runs on a read-only connection, so nothing waits for it."""
    copying: BackupQueue = field(default_factory=BackupQueue)
    """Creates, changes and deletes backups, one task after the other."""

    async def empty_log(self) -> dict[Path, str]:
        """Truncate the write-ahead log, which still contains deleted rows.

        Returns nothing on success. Otherwise it returns the file and the reason: another program
        reads the database, or the disk is full.
        """
        try:
            busy = await self.between(truncate_wal)
        except sqlite3.Error as error:
            return {self.path: str(error)}
        return {self.path: "another program is reading it"} if busy else {}


def truncate_wal(connection: sqlite3.Connection) -> bool:
    """Checkpoint and truncate the write-ahead log. Returns whether a reader prevented it."""
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(busy)
