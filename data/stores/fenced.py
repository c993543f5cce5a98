"""Changing a table, where another process may have taken it over meanwhile."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from data.file.access import OpenDatabase
from data.file.clock import Millis
from data.leases import fence
from data.sql.asking import Asking, Guard
from data.sql.connection import Connection, SqlRow

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
        return self._submit(fenced(work, fence.guard(self._portion, table_id), table_id))


def fenced(work: Callable[[Connection, Millis], T], guard: Guard, table_id: int) -> Asking[T]:
    """The same unit with a guard, which is asked for together with what the unit asks first."""
    if isinstance(work, Asking):
        return replace(work, guard=guard)

    def judged(connection: Connection, now: Millis, row: SqlRow | None) -> T:
        guard.judge(connection, row)
        return work(connection, now)

    return Asking(table_id, guard.sql, guard.parameters, judged)
