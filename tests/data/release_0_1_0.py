"""The database that release 0.1.0 left behind, with a row in each table that was empty then.

`tests/releases` has the data of that release itself: a finished game, games in play and a lobby.
"""

import bz2
import hashlib
import sqlite3
from pathlib import Path
from typing import Final

from data.migrations import BASELINE, MIGRATIONS
from data.sqlite.connection import WRITER_PRAGMAS, open_writer, set_pragmas
from data.sqlite.migrate import migrate

WRITTEN: Final = Path(__file__).parents[1] / "releases" / "0.1.0" / "tuppence.sql"
GUILD: Final = 1456074443980800002
ANN, BEN = 1456074443980800006, 1456074443980800007
"""Members of the guild; their rows in `player` are 1 and 3."""
FINISHED, PLAYING, PACKED = 1, 2, 13
"""Tables: the games of the first two are the release's own, that of the last is packed."""
MOVES: Final = ("draw", "discard KS")
"""Moves of the archived game."""

SEED: Final = bytes(range(32))
TEXT: Final = b"2\n0 draw\n1 discard KS"
DIGEST: Final = hashlib.sha256(SEED + TEXT).digest()[:16]
ROWS: Final[dict[str, tuple[object, ...]]] = {
    "block": (1, GUILD, "house-canasta", 1, bz2.compress(TEXT)),
    "archive": (PACKED, 1, 0, DIGEST),
    "agreement": (PLAYING, 3),
    "plan": (PLAYING, BEN, 1, 45, 1, "draw | wait", ""),
    "look": (ANN, "two", "suit", 1),
    "server_choice": (GUILD, "de", 1),
    "preset": (1, GUILD, "house-canasta", str(ANN), '{"target": 3000}'),
    "standing_answer": (PLAYING, 0, ANN, 1, 0, "1.1"),
    "staging": (PLAYING, ANN, "KS KD KC"),
    "proposal": (PLAYING, BEN, 45, "discard KS"),
    "act": (PLAYING, 1, 1, "stop", "host", None),
    "posted": (PLAYING, 1, 0, 0),
    "pause_budget": (PLAYING, 1, 3),
    "nudge": (PLAYING, 1, 1000),
    "unread_setting": ("unheard:of", "this"),
    "relic": (PLAYING, 88, 1, 2),
    "erasure": (99, "member", 5, 5),
    "hold": (PLAYING, 1, "member", 5, 99),
    "vote": (PLAYING, 1, "hold", 1, 1, 3, None, 0, 5, 9, None, 77, 89, 1, 1),
    "ballot": (PLAYING, 1, 0, 1, 1),
    "bank": (PLAYING, 0, 7),
    "departure": (901, 5),
    "preference": (BEN, "Europe/Berlin", 60, 120, "direct", "twice", 480, 9),
    "partnership": (GUILD, "", 1, 3, 0, 25.0, 8.0, 1.0, 1, 1),
    "lesson_progress": (BEN, "cards", "meld", 9),
    "coaching": (BEN, 0, '{"draw": 1}'),
    "holiday": (BEN, 99),
    "memo": (PLAYING, BEN, "keep the sevens"),
}


LATER: dict[int, dict[str, tuple[object, ...]]] = {
    26: {"follower": (PLAYING, BEN), "reaction": (PLAYING, BEN, 1, 0)},
    27: {
        "dm_hand": (PLAYING, BEN, 0, 7, 8, 45, 9, "de", 0, "token", 9),
        "mailbox": (BEN, 7, 0, 0, 9),
        "asked": (PLAYING, 3, 1, 9, "", 0),
        "wanted": (3, "house-canasta", 9),
        "notice": (GUILD, "welcome", 7, 99, 9, 1, 8),
        "champion": (GUILD, "2026-10", "house-canasta", 1, 3, 1500.0, 3),
        "server": (GUILD, "Card Corner"),
    },
}
"""Rows of tables that a later version of the schema has added, by that version."""


def release_0_1_0(path: Path) -> None:
    """Write the file as the release left it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(WRITTEN.read_text("utf-8"))
    connection.close()


def every_table(path: Path, version: int = BASELINE) -> None:
    """Write a file of a schema version with a row in every table that a file can have."""
    release_0_1_0(path)
    connection = open_writer(path)
    set_pragmas(connection, WRITER_PRAGMAS)
    connection.execute("BEGIN")
    connection.execute(
        """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version, options,
           pace, status, seed, lobby_seed, commitment, seq, rendered_seq, created, updated)
           VALUES (?, ?, 1, ?, 'house-canasta', 1, '{}', 'day', 'finished', ?, ?, ?, 2, 2, 5, 9)""",
        (PACKED, GUILD, ANN, SEED, SEED, "c" * 64),
    )
    for table, row in ROWS.items():
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    connection.execute("COMMIT")
    connection.close()
    upgraded(path, version)
    connection = open_writer(path)
    for since, rows in LATER.items():
        for table, row in rows.items() if since <= version else ():
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    connection.close()


def upgraded(path: Path, version: int) -> None:
    """Upgrade a file to a schema version, without a copy."""
    connection = open_writer(path)
    set_pragmas(connection, WRITER_PRAGMAS)
    migrate(connection, path, MIGRATIONS[: version - BASELINE + 1])
    connection.close()
    for copy in path.parent.glob(f"{path.name}.v*"):
        copy.unlink()
