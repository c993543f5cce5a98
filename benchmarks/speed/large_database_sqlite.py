"""The same number of tables in a SQLite file: only what the deadline queries need."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from data.core.connection import Connection
from data.database import Database

SERVERS: Final = 400
LIVE: Final = 100_000_000
"""The first number of a live table."""
NOW: Final = 1_800_000_000_000
TABLE: Final = """
    INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version, options, pace,
        status, seed, lobby_seed, commitment, created, updated, deadline, seq, rendered_seq)
    VALUES (?, ?, 1, 1, 'house-canasta', 1, '{}', 'day', ?, zeroblob(32), zeroblob(32), '',
        ?, ?, ?, ?, ?)"""
WAIT: Final = """
    INSERT INTO wait (table_id, seat, seq, since, deadline, free, tell, remind, again)
    VALUES (?, 0, 40, ?, ?, 0, NULL, ?, NULL)"""


async def tables_in(path: Path, finished: int, live: int) -> None:
    """Create the file with a number of tables."""
    store = await Database.open(path)
    try:
        await store.tables.backend.transaction(
            lambda connection, _: _fill(connection, finished, live)
        )
    finally:
        await store.close()


def _fill(connection: Connection, finished: int, live: int) -> None:
    connection.executemany(TABLE, _finished(finished))
    connection.executemany(TABLE, _live(live))
    waits = ((LIVE + n, NOW, NOW + n * 60_000, NOW + n * 30_000) for n in range(1, live + 1))
    connection.executemany(WAIT, waits)


def _finished(finished: int) -> Iterator[tuple[Any, ...]]:
    for n in range(1, finished + 1):
        server = 0 if n % 10 == 0 else n % SERVERS
        yield n, (1000 + server) << 22, "finished", NOW, NOW, None, 0, 0


def _live(live: int) -> Iterator[tuple[Any, ...]]:
    for n in range(1, live + 1):
        server = (1000 + n % SERVERS) << 22
        yield LIVE + n, server, "playing", NOW, NOW, NOW + n * 60_000, 40, 40
