"""Looks into PostgreSQL: each sees one state of the database, and changes nothing."""

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
"""Seconds that a look waits for a server to come back."""
AGAIN: Final = 0.1


class Looking:
    """Links for looks. Whoever asks gets the first that is free, in the order they asked."""

    def __init__(self, links: Iterable[Link]) -> None:
        self._free: asyncio.Queue[Link] = asyncio.Queue()
        for link in links:
            self._free.put_nowait(link)

    async def look(self, question: Callable[[Connection], T]) -> T:
        """What `question` returns. Raises `Unreadable` when PostgreSQL does not answer it."""
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
    """Ask in a transaction that sees one moment and can write nothing."""
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
