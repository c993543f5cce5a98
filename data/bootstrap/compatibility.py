"""Checks whether a release can continue the games of a database, before anything changes.

This package knows no rules of games, so the program says which games it cannot continue. The
program is asked if the schema is older, or if another release opened the database last. For the
check, a file with an older schema is copied. The copy is migrated, and deleted afterwards.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from data.core.connection import Connection
from data.core.location import DatabaseLocation
from data.core.program_state import get_value, set_value
from data.core.timestamps import Millis
from data.errors import ForeignDatabase, UnplayableGames, result_code
from data.migrations import NEWEST
from data.models.moves import MoveEntry
from data.models.tables import TablePurpose, TableRow
from data.sqlite.migrate import schema_version, upgrade
from data.sqlite.os_files import OWNER_ONLY
from data.tables import ending, move_log, search, table

RELEASE: Final = "release"
"""Key in `setting` of the release that had the database last."""
MAX_NAMED_GAMES: Final = 10
"""How many games the error names. The others are counted."""
SCRATCH_PRAGMAS = (
    "PRAGMA journal_mode=MEMORY",
    "PRAGMA synchronous=OFF",  # the copy is deleted anyway
)

LiveGame = tuple[TableRow, Callable[[], tuple[MoveEntry, ...]]]
"""A table in play, and a function that reads its log.

It raises `MoveLogCorrupt` if the log was altered.
"""


@dataclass(frozen=True, slots=True)
class UnplayableGame:
    """A game that cannot be continued from entry `seq`. `altered` means that its log is damaged."""

    row: TableRow
    seq: int
    altered: bool = False

    @property
    def weighs(self) -> bool:
        """Return whether losing the game matters.

        A lesson can begin again, and a game with a damaged log is already lost.
        """
        return not self.altered and self.row.purpose is not TablePurpose.LESSON


@dataclass(frozen=True, slots=True)
class ReleaseCheck:
    """A release, a function that finds unplayable games, and whether the release may end them."""

    release: str
    lost: Callable[[Iterable[LiveGame]], Iterable[UnplayableGame]]
    lets_go: bool = False


def live_games(connection: Connection) -> Iterator[LiveGame]:
    """Yield all tables in play."""
    for table_id in search.playing_ids(connection):
        yield (
            table.get_known(connection, table_id),
            partial(move_log.moves_after, connection, table_id, 0),
        )


def check_playable(
    connection: sqlite3.Connection, path: Path, program: ReleaseCheck
) -> tuple[UnplayableGame, ...]:
    """Return the games that would end with this start. The file is not changed.

    Raises `UnplayableGames` if some of them matter and the program may not end them, and
    `ForeignDatabase` if no release wrote the file.
    """
    found = schema_version(connection)
    if found == 0 or was_opened_by(connection, found, program):
        return ()
    # this name is cleaned up with other unfinished copies if the process dies
    with upgraded_copy(
        connection, path.with_name(f"{path.name}.v{found}.unfinished-trial")
    ) as newest:
        return games_to_end(newest, path, program)


def games_to_end(
    connection: Connection, place: DatabaseLocation, program: ReleaseCheck
) -> tuple[UnplayableGame, ...]:
    """Return the games that would end with this start, for a migrated database.

    Raises what `check_playable` raises. Raises the same errors as `check_playable`.
    """
    lost = tuple(one for one in program.lost(live_games(connection)) if not one.altered)
    if any(one.weighs for one in lost) and not program.lets_go:
        raise UnplayableGames(
            refusal_text(place, program.release, [one for one in lost if one.weighs])
        )
    return lost


def was_opened_by(connection: Connection, found: int, program: ReleaseCheck) -> bool:
    """Return whether the same release opened the database last, with this schema version."""
    if found < NEWEST or program.lets_go:
        return False
    return get_value(connection, RELEASE) == program.release


@contextmanager
def upgraded_copy(connection: sqlite3.Connection, place: Path) -> Iterator[sqlite3.Connection]:
    """Return a context manager with the file as this program would migrate it.

    An older file is copied first. Raises `ForeignDatabase`, `SchemaTooNew` or `SchemaTooOld` if the
    file cannot be migrated.
    """
    if schema_version(connection) == NEWEST:
        yield connection
        return
    try:
        place.touch(OWNER_ONLY)
        with closing(sqlite3.connect(place, isolation_level=None)) as trial:
            connection.backup(trial)
            trial.row_factory, trial.text_factory = connection.row_factory, connection.text_factory
            for pragma in SCRATCH_PRAGMAS:
                trial.execute(pragma)
            _brought_up_to_date(trial, connection.execute("PRAGMA database_list").fetchone()[2])
            yield trial
    finally:
        place.unlink(missing_ok=True)


def _brought_up_to_date(trial: sqlite3.Connection, name: str) -> None:
    """Migrate a trial copy. Raises `ForeignDatabase` if no release wrote files of this version.

    Raises `SchemaTooNew` and `SchemaTooOld` with the name of the file, not of the trial copy.
    """
    found = schema_version(trial)
    try:
        upgrade(trial, Path(name))
    except sqlite3.OperationalError as error:
        if result_code(error) != sqlite3.SQLITE_ERROR:  # The disk failed, not the statement.
            raise
        raise ForeignDatabase(
            f"{name} says that its schema is version {found}, and it is none that a release had "
            f"({error}). Nothing was changed. Start the version that made it, or restore a backup."
        ) from error


def refusal_text(place: DatabaseLocation, release: str, lost: Sequence[UnplayableGame]) -> str:
    """Return the error message, with the operator's two choices."""
    named = ", ".join(f"table {one.row.id} ({one.row.game})" for one in lost[:MAX_NAMED_GAMES])
    more = f" and {len(lost) - MAX_NAMED_GAMES} more" if len(lost) > MAX_NAMED_GAMES else ""
    return (
        f"Tuppence {release} cannot continue {len(lost)} of the games in {place}: {named}{more}. "
        "Nothing was changed. Start the version that you had and let them finish, "
        "or end them without a result: ./run upgrade."
    )


def record_release(
    connection: Connection, now: Millis, program: ReleaseCheck, lost: Iterable[UnplayableGame]
) -> None:
    """Record this release, and end the games that it cannot continue."""
    if get_value(connection, RELEASE) == program.release and not lost:
        return
    for one in lost:
        ending.void(connection, now, one.row.id)
    set_value(connection, RELEASE, program.release)
