"""Logs of finished games, packed away: the moves of a game in one or two kilobytes.

What is packed is what the game can be replayed from: seats and moves. The keys of presses and
the time of each move are let go. A digest over the packed bytes and the table's seed stands for
the chain. Of the packers at hand bz2 makes the least of such text, two thirds of zlib's.
"""

import bz2
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator

from data.clock import to_seconds
from data.errors import BrokenLog
from data.rows import Entry

DIGEST_BYTES = 16


def pack(connection: sqlite3.Connection, before: int, most: int) -> int:
    """Pack the logs of up to `most` games that ended before a time; return how many."""
    tables = connection.execute(
        """SELECT t.id, t.seed FROM card_table AS t
           WHERE t.status = 'finished' AND t.updated < ? AND t.rendered_seq >= t.seq
           AND EXISTS (SELECT 1 FROM entry WHERE table_id = t.id) LIMIT ?""",
        (before, most),
    ).fetchall()
    for table in tables:
        _pack_table(connection, table["id"], table["seed"])
    return len(tables)


def _pack_table(connection: sqlite3.Connection, table_id: int, seed: bytes) -> None:
    rows = connection.execute(
        "SELECT seat, body FROM entry WHERE table_id = ? ORDER BY seq", (table_id,)
    ).fetchall()
    packed = bz2.compress("\n".join(_written(rows)).encode())
    connection.execute(
        "INSERT INTO archive (table_id, entries, digest) VALUES (?, ?, ?)",
        (table_id, packed, _digest(packed, seed)),
    )
    connection.execute("DELETE FROM entry WHERE table_id = ?", (table_id,))


def entries(connection: sqlite3.Connection, table_id: int, seed: bytes) -> tuple[Entry, ...] | None:
    """All moves of a packed game; None when it was not packed. Raises `BrokenLog`."""
    row = connection.execute(
        """SELECT a.entries, a.digest, t.updated FROM archive AS a
           JOIN card_table AS t ON t.id = a.table_id WHERE a.table_id = ?""",
        (table_id,),
    ).fetchone()
    if row is None:
        return None
    if _digest(row["entries"], seed) != row["digest"]:
        raise BrokenLog(table_id, 1)
    at = to_seconds(row["updated"])
    lines = bz2.decompress(row["entries"]).decode().split("\n")
    return tuple(
        Entry(seq, seat, "", at, body) for seq, (seat, body) in enumerate(_read(lines), start=1)
    )


def _written(rows: Iterable[sqlite3.Row]) -> Iterator[str]:
    """Each move on a line, its seat before it where that has changed; no move begins so."""
    before = None
    for row in rows:
        seat = row["seat"]
        yield row["body"] if seat == before else f"{seat} {row['body']}"
        before = seat


def _read(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """What `_written` wrote: seat and move."""
    seat = 0
    for line in lines:
        number, _, rest = line.partition(" ")
        if number.isdigit():
            seat = int(number)
        yield seat, rest if number.isdigit() else line


def _digest(packed: bytes, seed: bytes) -> bytes:
    return hashlib.sha256(seed + packed).digest()[:DIGEST_BYTES]
