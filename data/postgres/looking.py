"""Queries on PostgreSQL: each one sees one snapshot and cannot write."""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import psycopg

from data.file.errors import Unreadable, Unusable
from data.postgres.link import Link, is_away, words_of
from data.postgres.speaking import Speaking
from data.sql.connection import Connection

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds for which a query retries while PostgreSQL is unreachable."""
AGAIN: Final = 0.1


class Looking:
    """Connections for queries. A caller gets the first free one, in the order of the calls."""

    def __init__(self, links: Iterable[Link]) -> None:
        self._free: asyncio.Queue[Link] = asyncio.Queue()
        for link in links:
            self._free.put_nowait(link)

    async def look(self, question: Callable[[Connection], T]) -> T:
        """Return what `question` returns. Raises `Unreadable` if PostgreSQL does not answer."""
        link = await self._free.get()
        try:
            return await link.run(lambda: _patiently(link, question))
        finally:
            self._free.put_nowait(link)


def _patiently(link: Link, question: Callable[[Connection], T]) -> T:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return in_one_state(link.connected(), question)
        except (psycopg.Error, Unusable) as error:
            link.hang_up()
            if not is_away(error) or time.monotonic() > until:
                said = words_of(error) if isinstance(error, psycopg.Error) else str(error)
                raise Unreadable(f"The database could not be read: {said}") from error
        time.sleep(AGAIN)


def in_one_state(speaking: Speaking, question: Callable[[Connection], T]) -> T:
    """Run `question` in a read-only transaction that sees one snapshot."""
    try:
        with speaking.pipelined():
            speaking.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            value = question(speaking)
            speaking.execute("ROLLBACK")
    except BaseException:
        if not speaking.link.closed:
            speaking.link.rollback()
        raise
    return value
