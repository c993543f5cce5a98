"""Lock file: one process per database file.

The lock is a separate file next to the database. SQLite's own locks belong to the process, and
closing any other descriptor of the database file would release them.
"""

import os
from contextlib import suppress
from pathlib import Path

import portalocker

from data.errors import DatabaseLocked, DatabaseUnusable
from data.sqlite.os_files import OWNER_ONLY

AT_ONCE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)  # Windows has none
LONGEST_NUMBER = 20  # bytes of a process id


def lock_path(database: Path) -> Path:
    """Return the lock file of a database. Symbolic links are resolved, so there is only one."""
    database = database.resolve()
    return database.with_name(database.name + ".lock")


def last_heartbeat(database: Path) -> float | None:
    """Return the last heartbeat of the lock's owner, in epoch seconds, or None."""
    lock = lock_path(database)
    return lock.stat().st_mtime if lock.exists() else None


class FileLock:
    """The lock of a database: `<database>.lock`. The kernel releases it when the process ends."""

    def __init__(self, database: Path) -> None:
        """Lock the file at once.

        Raises:
            DatabaseLocked: Another process has the lock. The error names it.
            DatabaseUnusable: The lock file is a symbolic link.
        """
        self.path = lock_path(database)
        # The owner empties its lock file, so a link would empty a file of somebody else.
        if self.path.is_symlink():
            raise DatabaseUnusable(f"{self.path} is a symbolic link. Delete the link, then start.")
        flags = os.O_RDWR | os.O_CREAT | NO_FOLLOW
        self._descriptor = os.open(self.path, flags, OWNER_ONLY)
        try:
            portalocker.lock(self._descriptor, AT_ONCE)
        except portalocker.AlreadyLocked as error:
            raise DatabaseLocked(self._refusal(database)) from error
        except BaseException:
            os.close(self._descriptor)
            raise
        # Only the owner truncates the file. Until then it names the previous owner, for the error.
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, str(os.getpid()).encode())

    def _refusal(self, database: Path) -> str:
        owner = "unknown"
        with suppress(PermissionError):  # on Windows nobody else can read a locked file
            named = os.read(self._descriptor, LONGEST_NUMBER)
            owner = named.decode(errors="replace") or owner
        os.close(self._descriptor)
        return (
            f"{database} is already in use by another Tuppence (process {owner}). "
            "One process per database: stop that one first, or give this one another file."
        )

    def beat(self) -> None:
        """Update the time that `last_heartbeat` reads."""
        os.utime(self.path)

    def release(self) -> None:
        """Release the lock.

        The file stays: otherwise two processes could lock two different files.
        """
        os.close(self._descriptor)
