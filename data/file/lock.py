"""One process per database file.

The lock is a file of its own beside the database, never the database: SQLite's locks belong to
the process, and closing any other descriptor of that file would drop them.
"""

import os
from contextlib import suppress
from pathlib import Path

import portalocker

from data.file.errors import Locked
from data.file.owner import OWNER_ONLY

AT_ONCE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING
LONGEST_NUMBER = 20  # bytes of a process's number


def lock_of(database: Path) -> Path:
    """The lock file of a database; one, whatever links lead to that."""
    database = database.resolve()
    return database.with_name(database.name + ".lock")


def last_beat(database: Path) -> float | None:
    """When whoever holds the lock last showed to be alive; None where it was never held."""
    lock = lock_of(database)
    return lock.stat().st_mtime if lock.exists() else None


class FileLock:
    """Holds `<database>.lock`; the kernel lets go of it however the process ends."""

    def __init__(self, database: Path) -> None:
        """Take the lock at once, or raise `Locked` naming the process that has it."""
        self.path = lock_of(database)
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
        try:
            portalocker.lock(self._descriptor, AT_ONCE)
        except portalocker.AlreadyLocked as error:
            raise Locked(self._refusal(database)) from error
        except BaseException:
            os.close(self._descriptor)
            raise
        # Emptied only by its holder: until then it names the holder to whoever is refused.
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, str(os.getpid()).encode())

    def _refusal(self, database: Path) -> str:
        owner = "unknown"
        with suppress(PermissionError):  # on Windows nobody else may read what is locked
            named = os.read(self._descriptor, LONGEST_NUMBER)
            owner = named.decode(errors="replace") or owner
        os.close(self._descriptor)
        return (
            f"{database} is already in use by another Tuppence (process {owner}). "
            "One process per database: stop that one first, or give this one another file."
        )

    def beat(self) -> None:
        """Show that whoever holds it is alive: `last_beat`."""
        os.utime(self.path)

    def release(self) -> None:
        """Let go. The file stays: removing it would let two processes lock two files."""
        os.close(self._descriptor)
