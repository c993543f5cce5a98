"""Packed games in blocks that they share; those packed before stand in one each: version 10."""

import bz2
import hashlib
from typing import Final

from data.sql.connection import Connection

PACKED_ALONE: Final = """
    SELECT a.table_id, a.entries, a.digest, t.seed, t.guild_id, t.game, (
        SELECT max(seat) + 1 FROM seat_driver AS d WHERE d.table_id = t.id)
    FROM archive AS a JOIN card_table AS t ON t.id = a.table_id ORDER BY a.table_id"""


def make(connection: Connection) -> None:
    """Make blocks of the games packed before."""
    connection.execute(
        """CREATE TABLE block (
            id INTEGER PRIMARY KEY,
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            games INTEGER NOT NULL,
            entries BLOB NOT NULL
        ) STRICT"""
    )
    connection.execute("CREATE INDEX block_kind ON block (guild_id, game)")
    connection.execute(
        """CREATE TABLE packed (
            table_id INTEGER PRIMARY KEY REFERENCES card_table (id),
            block INTEGER NOT NULL REFERENCES block (id),
            place INTEGER NOT NULL,
            digest BLOB NOT NULL
        ) STRICT"""
    )
    for row in connection.execute(PACKED_ALONE).fetchall():
        _into_a_block(connection, *row)
    connection.execute("DROP TABLE archive")
    connection.execute("ALTER TABLE packed RENAME TO archive")


def _into_a_block(
    connection: Connection,
    table_id: int,
    packed: bytes,
    digest: bytes,
    seed: bytes,
    guild_id: int,
    game: str,
    seats: int,
) -> None:
    """One game in the new way: the number of seats before its moves, the digest over the text.

    One that was altered keeps its old digest, and so stays known as altered.
    """
    whole = hashlib.sha256(seed + packed).digest()[:16] == digest
    text = f"{seats}\n".encode() + bz2.decompress(packed) if whole else b""
    number = connection.execute(
        "INSERT INTO block (guild_id, game, games, entries) VALUES (?, ?, 1, ?) RETURNING id",
        (guild_id, game, bz2.compress(text)),
    ).fetchone()[0]
    digest = hashlib.sha256(seed + text).digest()[:16] if whole else digest
    connection.execute("INSERT INTO packed VALUES (?, ?, 0, ?)", (table_id, number, digest))
