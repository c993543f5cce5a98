"""`./run move FROM TO`. Also the check whether this release can continue every game.

`move` copies all tables, replays all games in both databases and compares them.
`data.admin.transfer` does the copying.
"""

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

PROGRESS_EVERY = 500
"""Number of games between two lines of progress."""
PLAYED = frozenset({TableStatus.PLAYING, TableStatus.FINISHED})


def transfer_database(words: Sequence[str]) -> int:
    """Copy a database into another. Returns the exit status of `./run move`.

    `words` are the arguments: the address or path of the source, and the address or path of the
    target.
    """
    if len(words) != 2:
        return report_and_exit_status(exit_status.USAGE, say("doctor.move_how"))
    try:
        source, target = map(parse_database, words)
        start = time.monotonic()
        games = copy_and_compare(source, target)
    except ValueError as error:
        return report_and_exit_status(exit_status.USAGE, str(error))
    except StorageError as error:
        return exit_status_for(error)
    seconds = f"{time.monotonic() - start:.1f}"
    sys.stdout.write(say("doctor.moved", source=source, to=target, n=games, seconds=seconds) + "\n")
    return exit_status.OK


def copy_and_compare(source: DatabaseLocation, target: DatabaseLocation) -> int:
    """Copy everything, and compare. Returns the number of tables.

    Raises:
        StorageError: A database cannot be opened, the target is not empty, or the databases differ
            afterwards.
    """
    if isinstance(target, Path) and target.exists():
        raise DatabaseCorrupt(f"{target} already exists. Name a new file.")
    try:
        with open_source(source) as old, open_target(target) as new:
            copy_all(old, new, _show_copied)
            return _compare_games(old.connection, new.connection)
    except BaseException:
        if isinstance(target, Path):
            # Otherwise somebody could start the bot with an incomplete copy.
            target.unlink(missing_ok=True)
        raise


def _show_copied(table: str, rows: int) -> None:
    if rows:
        _show_progress(say("doctor.moving", table=table, n=rows))


def _compare_games(old: Connection, new: Connection) -> int:
    """Replay every game in both databases. Returns the number of tables.

    Raises:
        DatabaseCorrupt: A table differs.
    """
    ids = [row[0] for row in old.execute("SELECT id FROM card_table ORDER BY id").fetchall()]
    for number, table_id in enumerate(ids, start=1):
        if _table_with_replay(old, table_id) != _table_with_replay(new, table_id):
            raise DatabaseCorrupt(f"table {table_id} differs after the copy")
        if number % PROGRESS_EVERY == 0 or number == len(ids):
            _show_progress(say("doctor.replaying", n=number, of=len(ids)))
    return len(ids)


def _table_with_replay(connection: Connection, table_id: int) -> object:
    """Return a table with its move log and the state after replaying it."""
    row = table.get_known(connection, table_id)
    try:
        entries = move_log.moves_after(connection, table_id, 0)
    except MoveLogCorrupt as broken:
        return row, str(broken)  # copied as it is, so the copy must have the same fault
    return row, entries, _replay(row, entries)


def _replay(row: TableRow, entries: Sequence[MoveEntry]) -> object:
    """Return the state at the end of a move log, or the error's text if it cannot be replayed."""
    if row.status not in PLAYED or row.purpose is TablePurpose.LESSON:
        return None
    try:
        game = GameState.begun(row)
        for entry in entries:
            game = game.then(entry)
    except (engine.Refused, NothingToUndo, ValueError) as error:
        return repr(error)
    return game


def _show_progress(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


# ---- games that this release cannot continue: checked before it upgrades a database


def unplayable_games(games: Iterable[LiveGame]) -> Iterator[UnplayableGame]:
    """Yield the games whose move log this release cannot replay."""
    for row, entries in games:
        try:
            seq = first_impossible_entry(row, entries())
        except MoveLogCorrupt as error:
            yield UnplayableGame(row, error.seq, altered=True)
            continue
        if seq is not None:
            yield UnplayableGame(row, seq)


def first_impossible_entry(row: TableRow, entries: Iterable[MoveEntry]) -> int | None:
    """Return the number of the first entry that cannot be replayed.

    Returns 0 if not even the deal is possible, and None if all entries can be replayed.
    """
    try:
        game = GameState.begun(row)
    except ValueError:  # rules, options or a position that this release does not support
        return 0
    for entry in entries:
        try:
            game = game.then(entry)
        except (engine.Refused, NothingToUndo):
            return entry.seq
    return None


THIS_RELEASE: Final = ReleaseCheck(VERSION, unplayable_games)
"""The check that `Database.open` makes before it upgrades a database."""
