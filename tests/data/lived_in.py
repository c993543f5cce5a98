"""A database as older programs have filled it, version by version: something in every table.

Each version's rows are written when the file has just reached it, so that they have lived through
all upgrades since, as those of a real file have.
"""

import bz2
import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Final

from data.file.connection import WRITER_PRAGMAS, open_writer, set_pragmas
from data.file.migrations import MIGRATIONS, migrate
from data.game.log import first_link, next_link
from data.game.rows import Entry

SEED: Final = bytes(range(32))
ANN, BEN, GUILD = 700_000_000_000_000_001, 700_000_000_000_000_002, 900
MOVES: Final = ("draw", "discard KS", "draw")
PACKED: Final = bz2.compress(b"0 draw\n1 discard KS")


def lived_in(path: Path, number: int) -> None:
    """Make a file that programs up to a version have used."""
    connection = open_writer(path)
    set_pragmas(connection, WRITER_PRAGMAS)
    for reached in range(1, number + 1):
        migrate(connection, path, MIGRATIONS[:reached])
        connection.execute("BEGIN")
        ROWS.get(reached, nothing)(connection)
        connection.execute("COMMIT")
    connection.close()
    for copy in path.parent.glob(f"{path.name}.v*"):
        copy.unlink()


def nothing(_: sqlite3.Connection) -> None:
    """This version has brought no table."""


def put(connection: sqlite3.Connection, table: str, *values: object) -> None:
    """One row."""
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def tables(connection: sqlite3.Connection) -> None:
    """A game in play, a finished one, and one whose log was packed."""
    for number, status in enumerate(("playing", "finished", "finished"), start=1):
        connection.execute(
            """INSERT INTO card_table
               (id, guild_id, channel_id, host_id, game, rules_version, options, pace, status,
                seed, lobby_seed, commitment, seq, rendered_seq, created, updated)
               VALUES (?, ?, 1, ?, 'house-canasta', 1, '{}', 'day', ?, ?, ?, ?, ?, 3, 5, 9)""",
            (number, GUILD, ANN, status, SEED, SEED, "c" * 64, len(MOVES)),
        )
        for seat in (0, 1):
            if number == 1:
                put(connection, "player", seat + 1, GUILD, (ANN, BEN)[seat], ("Ann", "Ben")[seat])
            put(connection, "seat_driver", number, seat, 0, "member", seat + 1, "", None)


def moves(connection: sqlite3.Connection) -> None:
    for table_id in (1, 2):
        link = first_link(table_id, SEED)
        for seq, body in enumerate(MOVES, start=1):
            entry = Entry(seq, seq % 2, f"{table_id}:{seq}", 1.0, body)
            link = next_link(link, entry)
            put(connection, "entry", table_id, seq, entry.seat, entry.key, 1000, body, link)


def results(connection: sqlite3.Connection) -> None:
    for number in (2, 3):
        put(connection, "result", number, number, GUILD, "house-canasta", 9, "target", 1)
        for seat in (0, 1):
            put(connection, "result_seat", number, seat, seat, seat + 1, 100 - seat, seat + 1)
    put(connection, "ladder", GUILD, "", 1, 25.0, 8.0, 1.0, 1, 1, 0, 0)


def small_things(connection: sqlite3.Connection) -> None:
    put(connection, "panel", 1, ANN, 0, "token", 5, None, 1000)
    kept = {
        "commands": "a hash",
        "alive": "1000.5",
        f"looks:{ANN}": "2 1 1",
        f"presets:{GUILD}:house-canasta": json.dumps({f"{ANN}": {"target": 3000}}),
        f"language:{GUILD}": "de",
        "standing:1:0:" + str(ANN): "1 0 1.1",
        "staging:1:0": "KS KD KC",
        "proposal:1:1": "2 discard KS",
        "acts:1": json.dumps([{"seq": 1, "kind": "stop", "by": "host"}]),
        "scored:2": "1",
        "nudge:1:1": "1000.0",
        "paused:1:1": "3",
        "unheard:of": "this",
    }
    for key, value in kept.items():
        put(connection, "setting", key, value)


def contributions(connection: sqlite3.Connection) -> None:
    for player in (1, 2):
        put(connection, "contribution", 1, player, 1000 + player)


def seasons(connection: sqlite3.Connection) -> None:
    row = (GUILD, "", "", 1, 25.0, 8.0, 1.0, 1, 1, 0, 0, 1, 100, 100, 0, 0, 0)
    put(connection, "ladder", *row)
    put(connection, "partnership", GUILD, "", 1, 2, 0, 25.0, 8.0, 1.0, 1, 1)


def times(connection: sqlite3.Connection) -> None:
    put(connection, "wait", 1, 0, 3, 5, 99, 0, None, 50)
    put(connection, "bank", 1, 0, 7)
    put(connection, "hold", 1, 1, "member", 5, 99)
    put(connection, "preference", BEN, "Europe/Berlin", 60, 120, "direct")


def fame(connection: sqlite3.Connection) -> None:
    put(connection, "fame", GUILD, "house-canasta", "pile", 40, 9, 2, 1)
    put(connection, "archive", 3, PACKED, hashlib.sha256(SEED + PACKED).digest()[:16])
    put(connection, "departure", 901, 5)


def agreements(connection: sqlite3.Connection) -> None:
    put(connection, "agreement", 1, 2)


def plans(connection: sqlite3.Connection) -> None:
    put(connection, "plan", 1, BEN, 1, 3, 1, "draw | wait", "")


def posts(connection: sqlite3.Connection) -> None:
    put(connection, "post", 1, "score", 1, 77, 5, 3, "[]", "rounds", "1", 1)
    put(connection, "relic", 1, 88, 1, 2)


def erasures(connection: sqlite3.Connection) -> None:
    put(connection, "erasure", 99, "member", 5, 5)


def votes(connection: sqlite3.Connection) -> None:
    put(connection, "vote", 1, 1, "hold", 1, 1, 2, None, 0, 5, 9, None, 77, 89, 1, 1)
    put(connection, "ballot", 1, 1, 0, 1, 1)
    put(connection, "meeting", GUILD, "2026-11", bytes(16), 2)


def learning(connection: sqlite3.Connection) -> None:
    put(connection, "lesson_progress", BEN, "cards", "meld", 9)
    put(connection, "coaching", BEN, 0, '{"draw": 1}')


def days(connection: sqlite3.Connection) -> None:
    put(connection, "holiday", BEN, 99)
    put(connection, "memo", 1, BEN, "keep the sevens")
    connection.execute("UPDATE preference SET rhythm = 'twice', digest = 480, digest_due = 9")
    connection.execute("UPDATE wait SET again = 70")


ROWS: Final = {
    1: tables,
    2: moves,
    3: results,
    4: small_things,
    5: contributions,
    6: seasons,
    7: times,
    8: fame,
    11: agreements,
    12: plans,
    14: posts,
    15: erasures,
    18: votes,
    20: learning,
    21: days,
}
