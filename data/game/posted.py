"""What has been said of a table once and for all: score sheets, the end, its records."""

import sqlite3
from dataclasses import dataclass
from typing import TypedDict


@dataclass(frozen=True, slots=True)
class Posted:
    """How many rounds have their score sheet, whether the end and the records were told."""

    rounds: int = 0
    final: bool = False
    records: bool = False


class PostedParts(TypedDict, total=False):
    """What has been posted now."""

    rounds: int
    final: bool
    records: bool


NOTE = {
    "rounds": "UPDATE posted SET rounds = ? WHERE table_id = ?",
    "final": "UPDATE posted SET final = ? WHERE table_id = ?",
    "records": "UPDATE posted SET records = ? WHERE table_id = ?",
}


def of(connection: sqlite3.Connection, table_id: int) -> Posted:
    """What has been posted of a table."""
    row = connection.execute("SELECT * FROM posted WHERE table_id = ?", (table_id,)).fetchone()
    if row is None:
        return Posted()
    return Posted(row["rounds"], bool(row["final"]), bool(row["records"]))


def note(connection: sqlite3.Connection, table_id: int, parts: PostedParts) -> None:
    """Note it, so that it is not posted again."""
    for name, value in parts.items():
        note_one(connection, table_id, name, value)


def note_one(connection: sqlite3.Connection, table_id: int, part: str, value: object) -> None:
    """Note one part, by its name."""
    connection.execute("INSERT OR IGNORE INTO posted (table_id) VALUES (?)", (table_id,))
    connection.execute(NOTE[part], (value, table_id))
