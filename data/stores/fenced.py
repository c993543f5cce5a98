"""Changing a table, where another process may have taken it over meanwhile."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.leases import fence
from data.sql.connection import Connection

T = TypeVar("T")


class Fenced:
    """Whoever changes a table does it here, which checks the lease in the change's transaction.

    Not so what counts wherever it was heard: what a member has said beforehand or chosen, the token
    of a panel that they have opened, that a message is out of date, a digest to be sent.
    """

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._portion = file.portion

    def at(self, table_id: int, work: Callable[[Connection, Millis], T]) -> Awaitable[T]:
        """Change a table. Raises `NotHeld` where another cluster looks after it by now."""
        if self._portion.is_all:
            return self._submit(work)

        def fenced(connection: Connection, now: Millis) -> T:
            fence.check(connection, self._portion, table_id)
            return work(connection, now)

        return self._submit(fenced)
