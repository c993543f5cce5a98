"""Queries on PostgreSQL. Each sees one snapshot and cannot write."""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import psycopg

from data.core.connection import Connection
from data.errors import DatabaseUnusable, ReadFailed
from data.postgres.connection import ThreadedConnection, is_disconnected, server_message
from data.postgres.statements import PostgresConnection

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds for which a query retries while PostgreSQL is unreachable."""
AGAIN: Final = 0.1


class ReadPool:
    """Connections for queries. A caller gets the first free one, in the order of the calls."""

    def __init__(self, links: Iterable[ThreadedConnection]) -> None:
        self._free: asyncio.Queue[ThreadedConnection] = asyncio.Queue()
        for link in links:
            self._free.put_nowait(link)

    async def query(self, question: Callable[[Connection], T]) -> T:
        """Return what `question` returns. Raises `ReadFailed` if PostgreSQL does not answer."""
        link = await self._free.get()
        try:
            return await link.run(lambda: _patiently(link, question))
        finally:
            self._free.put_nowait(link)


def _patiently(link: ThreadedConnection, question: Callable[[Connection], T]) -> T:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return in_snapshot(link.connect(), question)
        except (psycopg.Error, DatabaseUnusable) as error:
            link.disconnect()
            if not is_disconnected(error) or time.monotonic() > until:
                said = server_message(error) if isinstance(error, psycopg.Error) else str(error)
                raise ReadFailed(f"The database could not be read: {said}") from error
        time.sleep(AGAIN)


def in_snapshot(connection: PostgresConnection, question: Callable[[Connection], T]) -> T:
    """Run `question` in a read-only transaction that sees one snapshot."""
    try:
        with connection.pipelined():
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            value = question(connection)
            connection.execute("ROLLBACK")
    except BaseException:
        if not connection.link.closed:
            connection.link.rollback()
        raise
    return value
