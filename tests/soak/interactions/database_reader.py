"""The database as the judge reads it while the process writes it."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cogs.game.move_log import GameState, deciding_seats, newly_deciding_seats
from data.deadlines.open_decisions import open_decisions as waits_of
from data.models.deadlines import OpenDecision, PauseReason
from data.models.moves import MoveEntry
from data.models.tables import TableRow, TableStatus
from data.sqlite.connection import open_reader
from data.tables.move_log import moves_after
from data.tables.table import find


class DatabaseReader:
    """Reads rows, remembers every log entry, and notices entries that change later."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.keys: dict[str, tuple[int, int]] = {}
        """Every key in a log -> table and entry."""
        self.altered: list[str] = []
        self._logs: dict[int, list[MoveEntry]] = {}
        self._courses: dict[int, GameState] = {}
        self._turns: dict[int, list[tuple[int, frozenset[int]]]] = {}

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """Open a reader for a moment."""
        connection = open_reader(self.path)
        try:
            yield connection
        finally:
            connection.close()

    def rows(self) -> list[TableRow]:
        """Return all tables."""
        with self.open() as connection:
            ids = connection.execute("SELECT id FROM card_table ORDER BY id").fetchall()
            return [row for one in ids if (row := find(connection, one["id"])) is not None]

    def playing(self) -> list[TableRow]:
        """Return the tables in play."""
        return [row for row in self.rows() if row.status is TableStatus.PLAYING]

    def waits(self, table: int) -> tuple[OpenDecision, ...]:
        """Return the seats that a table waits for."""
        with self.open() as connection:
            return waits_of(connection, table)

    def holds(self, table: int) -> list[PauseReason]:
        """Return the reasons for which a table is paused."""
        with self.open() as connection:
            found = connection.execute("SELECT reason FROM hold WHERE table_id = ?", (table,))
            return [row["reason"] for row in found]

    def contributions(self) -> set[int]:
        """Return the presses that went into a shuffle: of members who joined, and of the host."""
        with self.open() as connection:
            return {row["press"] for row in connection.execute("SELECT press FROM contribution")}

    def read(self) -> None:
        """Read every log again from its beginning."""
        with self.open() as connection:
            for row in connection.execute("SELECT id FROM card_table").fetchall():
                self._compared(row["id"], moves_after(connection, row["id"], 0))

    def log(self, table: int) -> tuple[MoveEntry, ...]:
        """Return the log of a table as it was last read."""
        return tuple(self._logs.get(table, ()))

    def _compared(self, table: int, log: tuple[MoveEntry, ...]) -> None:
        known = self._logs.setdefault(table, [])
        if list(log[: len(known)]) != known:
            self.altered.append(f"table {table}: an entry was lost or changed")
        for entry in log[len(known) :]:
            self.keys[entry.key] = (table, entry.seq)
        self._logs[table] = list(log)

    # ------------------------------------------------------------ turns

    def turns(self, row: TableRow) -> list[tuple[int, frozenset[int]]]:
        """Return the entries at which seats newly had to decide, with these seats, oldest first."""
        course = self._courses.get(row.id) or GameState.begun(row)
        told = self._turns.setdefault(row.id, [(0, frozenset(deciding_seats(course.table)))])
        for entry in self._logs.get(row.id, [])[course.seq :]:
            after = course.then(entry)
            if fresh := newly_deciding_seats(course.table, after.table):
                told.append((entry.seq, fresh))
            course = after
        self._courses[row.id] = course
        return told

    def moves(self) -> Counter[str]:
        """Return how many entries members made, and how many others."""
        return Counter("others'" if ":" in key else "members'" for key in self.keys)
