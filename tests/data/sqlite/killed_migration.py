"""Upgrade a database, and be killed during it.

    python -m tests.data.sqlite.killed_migration FILE STEPS

STEPS counts hundreds of SQLite's own instructions, so the kill comes within statements as well as
between them, and at the same place each time. With "bare" as another argument the statements run
without a transaction, as a control. With "ours" only the program's own statements run.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from data.core.connection import Connection
from data.migrations import MIGRATIONS
from data.sqlite.connection import open_writer
from data.sqlite.migrate import migrate

ROWS = 3000


def m005_rebuild(connection: Connection) -> None:
    """Rebuild a table as SQLite requires: new table, copy, drop, rename."""
    connection.execute("CREATE TABLE fresh (key TEXT PRIMARY KEY, value TEXT, extra TEXT) STRICT")
    connection.execute("INSERT INTO fresh SELECT key, value, 'new' FROM setting")
    connection.execute("DROP TABLE setting")
    connection.execute("ALTER TABLE fresh RENAME TO setting")


def killer(steps: int) -> Callable[[], int]:
    """Return a progress handler that ends the process after so many calls."""
    left = iter(range(steps))

    def strike() -> int:
        if next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    return strike


def main() -> None:
    path, steps, bare = Path(sys.argv[1]), int(sys.argv[2]), "bare" in sys.argv
    connection = open_writer(path)
    connection.set_progress_handler(killer(steps), 100)
    if bare:
        m005_rebuild(connection)
        connection.execute("PRAGMA user_version=5")
    else:
        migrate(connection, path, MIGRATIONS if "ours" in sys.argv else (*MIGRATIONS, m005_rebuild))


if __name__ == "__main__":
    main()
