"""The tables behind votes, behind who has held which hand, and behind the bound on ratings."""

import hashlib
from typing import Final

from data.sql.connection import Connection

TABLES: Final = (
    "ALTER TABLE seat_driver ADD COLUMN owner_id INTEGER REFERENCES player (id)",
    "ALTER TABLE seat_driver ADD COLUMN open INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE result ADD COLUMN share REAL",
    """CREATE TABLE vote (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('hold', 'seat', 'end')),
        seat INTEGER,
        asker_id INTEGER REFERENCES player (id),
        owner_id INTEGER REFERENCES player (id),
        candidate_id INTEGER REFERENCES player (id),
        round_began INTEGER NOT NULL,
        opened INTEGER NOT NULL,
        until INTEGER NOT NULL,
        verdict TEXT CHECK (verdict IN ('yes', 'no', 'void')),
        place INTEGER,
        message_id INTEGER,
        revision INTEGER NOT NULL DEFAULT 0,
        shown INTEGER NOT NULL DEFAULT -1,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX vote_until ON vote (until) WHERE verdict IS NULL",
    "CREATE INDEX vote_unshown ON vote (table_id) WHERE shown < revision",
    """CREATE TABLE ballot (
        table_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player_id INTEGER NOT NULL REFERENCES player (id),
        yes INTEGER NOT NULL CHECK (yes IN (0, 1)),
        PRIMARY KEY (table_id, number, seat),
        FOREIGN KEY (table_id, number) REFERENCES vote (table_id, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE holding (
        table_id INTEGER NOT NULL REFERENCES card_table (id),
        seat INTEGER NOT NULL,
        mark BLOB NOT NULL,
        player_id INTEGER NOT NULL REFERENCES player (id),
        until INTEGER,
        PRIMARY KEY (table_id, seat, mark)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE meeting (
        guild_id INTEGER NOT NULL,
        month TEXT NOT NULL,
        mark BLOB NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (guild_id, month, mark)
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE mark_key (key BLOB NOT NULL) STRICT",
    "INSERT INTO mark_key (key) VALUES (randomblob(32))",
)
HOLDERS: Final = """
    SELECT d.table_id, d.seat, p.guild_id, p.user_id, d.player_id
    FROM seat_driver AS d JOIN player AS p ON p.id = d.player_id
    JOIN card_table AS t ON t.id = d.table_id
    WHERE t.status = 'playing' AND p.user_id IS NOT NULL ORDER BY d.from_seq"""


def mark(connection: Connection, guild_id: int, user_id: int) -> bytes:
    """A member as a number that survives their name: nobody can turn it back without our key."""
    key = connection.execute("SELECT key FROM mark_key").fetchone()[0]
    return hashlib.blake2b(f"{guild_id}:{user_id}".encode(), key=key, digest_size=16).digest()


def make(connection: Connection) -> None:
    """Make them; who plays now holds the hand they have, and nobody knows who held it before."""
    for statement in TABLES:
        connection.execute(statement)
    for table_id, seat, guild_id, user_id, player_id in connection.execute(HOLDERS).fetchall():
        connection.execute(
            "INSERT OR IGNORE INTO holding VALUES (?, ?, ?, ?, NULL)",
            (table_id, seat, mark(connection, guild_id, user_id), player_id),
        )
