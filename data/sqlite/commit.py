"""Group commits on SQLite: BEGIN IMMEDIATE, a savepoint for each transaction, COMMIT."""

import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any

from data.core.timestamps import Millis
from data.core.write_queue import CommitGroup, Committed, RolledBack, Work, _under_savepoint
from data.sqlite.connection import ThreadedConnection


def committer(connection: ThreadedConnection) -> CommitGroup:
    async def commit(group: Sequence[Work[Any]], now: Millis) -> list[Committed[Any] | RolledBack]:
        return await connection.run(partial(commit_group, group, now))

    return commit


def commit_group(
    group: Sequence[Work[Any]], now: Millis, connection: sqlite3.Connection
) -> list[Committed[Any] | RolledBack]:
    """Run every transaction and COMMIT once. Raises, with nothing saved, if SQLite itself fails."""
    # Take the write lock at once. Otherwise a transaction that has read could fail when it writes.
    connection.execute("BEGIN IMMEDIATE")
    try:
        answers = [_under_savepoint(work, now, connection) for work in group]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # After a full disk SQLite has rolled back already.
            connection.execute("ROLLBACK")
        raise
    return answers
