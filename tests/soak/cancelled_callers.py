"""Many tables play at once while half of the callers are cancelled.

The same calls go to our database and to one shared connection, as most bots use. The shared
connection fails, which shows that the test can fail.
"""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiosqlite

Press = Callable[[int, int], Awaitable[None]]


@dataclass
class Tally:
    """The callers' results."""

    cancelled: int = 0
    done: set[tuple[int, int]] = field(default_factory=set)
    errors: list[Exception] = field(default_factory=list)


async def press_and_cancel(
    press: Press, tables: range, moves: range, chance: random.Random
) -> Tally:
    """Make every move of every table once, in order; cancel about half of the calls."""
    tally = Tally()

    async def play(table: int) -> None:
        for move in moves:
            await _maybe_cancelled(press, table, move, chance, tally)

    await asyncio.gather(*(play(table) for table in tables))
    return tally


async def _maybe_cancelled(
    press: Press, table: int, move: int, chance: random.Random, tally: Tally
) -> None:
    task = asyncio.ensure_future(press(table, move))
    if chance.random() < 0.6:  # Some calls are done before they are cancelled.
        # Half are cancelled at once, within the first statement, however slow the disk is.
        await asyncio.sleep(chance.choice((0.0, chance.random() * 0.004)))
        task.cancel()
    try:
        await task
        tally.done.add((table, move))
    except asyncio.CancelledError:
        tally.cancelled += 1
    except sqlite3.Error as error:
        tally.errors.append(error)


class SharedConnection:
    """A typical implementation: one shared connection, a lock, and `except Exception: rollback`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncIterator["SharedConnection"]:
        async with aiosqlite.connect(path, isolation_level=None) as connection:
            await connection.execute("CREATE TABLE entry (t, seq, PRIMARY KEY (t, seq))")
            yield cls(connection)

    async def press(self, table: int, move: int) -> None:
        async with self._lock:
            await self.connection.execute("BEGIN IMMEDIATE")
            try:
                await self.connection.execute("INSERT INTO entry VALUES (?, ?)", (table, move))
                await self.connection.execute("COMMIT")
            except Exception:
                await self.connection.execute("ROLLBACK")
                raise
