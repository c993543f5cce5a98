"""`./run move FROM TO`: everything from one database into another, checked on both sides."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import engine
from cogs.core import exit_status
from cogs.core.exit_status import exit_status_for, report_and_exit_status
from cogs.core.settings import VERSION, parse_database
from cogs.game.move_log import GameState, NothingToUndo
from cogs.ui.texts import say
from data.admin.transfer import copy_all, open_source, open_target
from data.bootstrap.compatibility import LiveGame, ReleaseCheck, UnplayableGame
from data.core.connection import Connection
from data.core.location import DatabaseLocation
from data.errors import DatabaseCorrupt, MoveLogCorrupt, StorageError
from data.models.moves import MoveEntry
from data.models.tables import TablePurpose, TableRow, TableStatus
from data.tables import move_log, table

SHOWN = 500
"""Games between two lines of progress."""
PLAYED = frozenset({TableStatus.PLAYING, TableStatus.FINISHED})


def transfer_database(words: Sequence[str]) -> int:
    """Do it; the exit status is one of `statuses`."""
    if len(words) != 2:
        return report_and_exit_status(exit_status.USAGE, say("doctor.move_how"))
    try:
        source, target = map(parse_database, words)
        begun = time.monotonic()
        games = moved(source, target)
    except ValueError as error:
        return report_and_exit_status(exit_status.USAGE, str(error))
    except StorageError as error:
        return exit_status_for(error)
    seconds = f"{time.monotonic() - begun:.1f}"
    sys.stdout.write(say("doctor.moved", source=source, to=target, n=games, seconds=seconds) + "\n")
    return exit_status.OK


def moved(source: DatabaseLocation, target: DatabaseLocation) -> int:
    """Move everything; how many games were played again on both sides. Raises `StorageError`."""
    if isinstance(target, Path) and target.exists():
        raise DatabaseCorrupt(f"{target} already exists. Name a new file.")
    try:
        with open_source(source) as old, open_target(target) as new:
            copy_all(old, new, carried)
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
    """Play every game on both sides.

    Raises `DatabaseCorrupt` where they do not come to the same.
    """
    ids = [row[0] for row in old.execute("SELECT id FROM card_table ORDER BY id").fetchall()]
    for number, table_id in enumerate(ids, start=1):
        if outcome(old, table_id) != outcome(new, table_id):
            raise DatabaseCorrupt(f"table {table_id} differs after the copy")
        if number % SHOWN == 0 or number == len(ids):
            tell(say("doctor.replaying", n=number, of=len(ids)))
    return len(ids)


def outcome(connection: Connection, table_id: int) -> object:
    """A table with all that its log says, and what the engine makes of it."""
    row = table.get_known(connection, table_id)
    try:
        entries = move_log.moves_after(connection, table_id, 0)
    except MoveLogCorrupt as broken:
        return row, str(broken)  # as broken on the other side: it is carried as it is
    return row, entries, played(row, entries)


def played(row: TableRow, entries: Sequence[MoveEntry]) -> object:
    """What the engine makes of a log: the position at its end, or what it has against it."""
    if row.status not in PLAYED or row.purpose is TablePurpose.LESSON:
        return None
    try:
        game = GameState.begun(row)
        for entry in entries:
            game = game.then(entry)
    except (engine.Refused, NothingToUndo, ValueError) as error:
        return repr(error)
    return game


def tell(line: str) -> None:
    """A line of progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


# ---- Which games in play this program cannot play on: asked before it takes a database over


def unplayable_games(games: Iterable[LiveGame]) -> Iterator[UnplayableGame]:
    """The games whose log this program does not play again, move by move."""
    for row, entries in games:
        try:
            seq = first_impossible_entry(row, entries())
        except MoveLogCorrupt as error:
            yield UnplayableGame(row, error.seq, altered=True)
            continue
        if seq is not None:
            yield UnplayableGame(row, seq)


def first_impossible_entry(row: TableRow, entries: Iterable[MoveEntry]) -> int | None:
    """The first entry that cannot be; 0 for a game that cannot even be dealt, None for none."""
    try:
        game = GameState.begun(row)
    except ValueError:  # rules, options or a position that this program does not know
        return 0
    for entry in entries:
        try:
            game = game.then(entry)
        except (engine.Refused, NothingToUndo):
            return entry.seq
    return None


THIS_RELEASE: Final = ReleaseCheck(VERSION, unplayable_games)
