"""`./run move FROM TO`: everything from one database into another, checked on both sides."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import engine
from cogs._game.game import GameSoFar, NothingToUndo
from cogs._kit.texts import say
from cogs._process import statuses
from cogs._process.ending import ended, failed
from cogs._process.settings import a_database
from data.file.errors import BrokenLog, Corrupt, StoreError
from data.game import log, tables
from data.game.rows import Entry, Purpose, Status, TableRow
from data.sql.address import DatabasePlace
from data.sql.connection import Connection
from data.upkeep.moving import carry, from_place, into_place

SHOWN = 500
"""Games between two lines of progress."""
PLAYED = frozenset({Status.PLAYING, Status.FINISHED})


def move(words: Sequence[str]) -> int:
    """Do it; the exit status is one of `statuses`."""
    if len(words) != 2:
        return ended(statuses.USAGE, say("doctor.move_how"))
    try:
        source, target = map(a_database, words)
        begun = time.monotonic()
        games = moved(source, target)
    except ValueError as error:
        return ended(statuses.USAGE, str(error))
    except StoreError as error:
        return failed(error)
    seconds = f"{time.monotonic() - begun:.1f}"
    sys.stdout.write(say("doctor.moved", source=source, to=target, n=games, seconds=seconds) + "\n")
    return statuses.OK


def moved(source: DatabasePlace, target: DatabasePlace) -> int:
    """Move everything; how many games were played again on both sides. Raises `StoreError`."""
    if isinstance(target, Path) and target.exists():
        raise Corrupt(f"{target} already exists. Name a new file.")
    try:
        with from_place(source) as old, into_place(target) as new:
            carry(old, new, carried)
            return compared(old.connection, new.connection)
    except BaseException:
        if isinstance(target, Path):
            target.unlink(missing_ok=True)  # nobody shall take what is empty for what was moved
        raise


def carried(table: str, rows: int) -> None:
    """Say how far it is."""
    if rows:
        tell(say("doctor.moving", table=table, n=rows))


def compared(old: Connection, new: Connection) -> int:
    """Play every game on both sides. Raises `Corrupt` where they do not come to the same."""
    ids = [row[0] for row in old.execute("SELECT id FROM card_table ORDER BY id").fetchall()]
    for number, table_id in enumerate(ids, start=1):
        if outcome(old, table_id) != outcome(new, table_id):
            raise Corrupt(f"table {table_id} differs after the copy")
        if number % SHOWN == 0 or number == len(ids):
            tell(say("doctor.replaying", n=number, of=len(ids)))
    return len(ids)


def outcome(connection: Connection, table_id: int) -> object:
    """A table with all that its log says, and what the engine makes of it."""
    row = tables.sure(connection, table_id)
    try:
        entries = log.entries(connection, table_id, 0)
    except BrokenLog as broken:
        return row, str(broken)  # as broken on the other side: it is carried as it is
    return row, entries, played(row, entries)


def played(row: TableRow, entries: Sequence[Entry]) -> object:
    """What the engine makes of a log: the position at its end, or what it has against it."""
    if row.status not in PLAYED or row.purpose is Purpose.LESSON:
        return None
    try:
        game = GameSoFar.begun(row)
        for entry in entries:
            game = game.then(entry)
    except (engine.Refused, NothingToUndo, ValueError) as error:
        return repr(error)
    return game


def tell(line: str) -> None:
    """A line of progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
