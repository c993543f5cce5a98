"""Logs of finished games, packed away: the moves of a game in one or two kilobytes.

What is packed is what the game can be replayed from: seats and moves. The keys of presses and
the time of each move are let go. A digest over the moves and the table's seed stands for the chain.
"""

import hashlib
import sqlite3
import zlib

from data.clock import to_seconds
from data.errors import BrokenLog
from data.rows import Entry

DIGEST_BYTES = 16
# Phrases of the notation, the commonest last: zlib starts with them instead of learning them.
PHRASES = (
    "undo\nask 2: meld yes\nno\nfoot\nbuy\npass\ntake / Jo Jo\nadd 1: 2S 2H 2D 2C\nadd 12: \n"
    "meld KS KH KD / QS QH QD / 7S 7H 7D\ntake AS AH\ntake \nadd 10: \nadd 3: \nmeld \n"
    + "".join(f"discard {rank}{suit}\ndraw\n" for suit in "CDHS" for rank in "23AKQJT987654")
).encode()


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
    seats = " ".join(str(row["seat"]) for row in rows)
    text = "\n".join([seats, *(row["body"] for row in rows)]).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, PHRASES)
    packed = packer.compress(text) + packer.flush()
    connection.execute(
        "INSERT INTO archive (table_id, entries, digest) VALUES (?, ?, ?)",
        (table_id, packed, _digest(text, seed)),
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
    text = _unpacked(row["entries"], table_id)
    if _digest(text, seed) != row["digest"]:
        raise BrokenLog(table_id, 1)
    seats, *bodies = text.decode().split("\n")
    at = to_seconds(row["updated"])
    numbered = enumerate(zip(seats.split(), bodies, strict=True), start=1)
    return tuple(Entry(seq, int(seat), "", at, body) for seq, (seat, body) in numbered)


def _unpacked(packed: bytes, table_id: int) -> bytes:
    try:
        return zlib.decompressobj(-15, PHRASES).decompress(packed)
    except zlib.error as error:
        raise BrokenLog(table_id, 1) from error


def _digest(text: bytes, seed: bytes) -> bytes:
    return hashlib.sha256(seed + text).digest()[:DIGEST_BYTES]
