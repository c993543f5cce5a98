"""The database as the judge reads it, beside the process that writes it."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cogs._game.game import GameSoFar, deciding, newcomers
from data.file.connection import open_reader
from data.game.log import entries
from data.game.rows import Entry, Status, TableRow
from data.game.tables import find
from data.time.rows import HoldReason, Wait
from data.time.waits import of as waits_of


class DatabaseReader:
    """Reads rows, keeps what every log said, and notices when one says something else later."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.keys: dict[str, tuple[int, int]] = {}
        """Every key in a log -> table and entry."""
        self.altered: list[str] = []
        self._logs: dict[int, list[Entry]] = {}
        self._courses: dict[int, GameSoFar] = {}
        self._turns: dict[int, list[tuple[int, frozenset[int]]]] = {}

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """A reader for a moment."""
        connection = open_reader(self.path)
        try:
            yield connection
        finally:
            connection.close()

    def rows(self) -> list[TableRow]:
        """All tables."""
        with self.open() as connection:
            ids = connection.execute("SELECT id FROM card_table ORDER BY id").fetchall()
            return [row for one in ids if (row := find(connection, one["id"])) is not None]

    def playing(self) -> list[TableRow]:
        """The tables in play."""
        return [row for row in self.rows() if row.status is Status.PLAYING]

    def waits(self, table: int) -> tuple[Wait, ...]:
        """Whom a table waits for."""
        with self.open() as connection:
            return waits_of(connection, table)

    def holds(self, table: int) -> list[HoldReason]:
        """Why it is paused."""
        with self.open() as connection:
            found = connection.execute("SELECT reason FROM hold WHERE table_id = ?", (table,))
            return [row["reason"] for row in found]

    def contributions(self) -> set[int]:
        """The presses that went into a shuffle: members who sat down, and hosts who began."""
        with self.open() as connection:
            return {row["press"] for row in connection.execute("SELECT press FROM contribution")}

    def read(self) -> None:
        """Read every log again, from its beginning."""
        with self.open() as connection:
            for row in connection.execute("SELECT id FROM card_table").fetchall():
                self._compared(row["id"], entries(connection, row["id"], 0))

    def log(self, table: int) -> tuple[Entry, ...]:
        """What the log of a table said when it was last read."""
        return tuple(self._logs.get(table, ()))

    def _compared(self, table: int, log: tuple[Entry, ...]) -> None:
        known = self._logs.setdefault(table, [])
        if list(log[: len(known)]) != known:
            self.altered.append(f"table {table}: an entry was lost or changed")
        for entry in log[len(known) :]:
            self.keys[entry.key] = (table, entry.seq)
        self._logs[table] = list(log)

    # ------------------------------------------------------------ turns

    def turns(self, row: TableRow) -> list[tuple[int, frozenset[int]]]:
        """At which entries which seats had to decide that had not before, oldest first."""
        course = self._courses.get(row.id) or GameSoFar.begun(row)
        told = self._turns.setdefault(row.id, [(0, frozenset(deciding(course.table)))])
        for entry in self._logs.get(row.id, [])[course.seq :]:
            after = course.then(entry)
            if fresh := newcomers(course.table, after.table):
                told.append((entry.seq, fresh))
            course = after
        self._courses[row.id] = course
        return told

    def moves(self) -> Counter[str]:
        """How many entries members made, and how many others."""
        return Counter("others'" if ":" in key else "members'" for key in self.keys)
