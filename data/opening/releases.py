"""Whether a release can continue the games of a database; checked before anything changes.

This package knows no rules, so the program says which games it cannot continue. It is asked if the
schema is older, or another release had the database last. A file with an older schema is copied,
and the copy is migrated for the check and deleted.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from data.consent import endings
from data.file.clock import Millis
from data.file.errors import CannotPlayOn, Foreign, result_code
from data.file.migrations import upgrade, version
from data.file.notes import recall, remember
from data.file.owner import OWNER_ONLY
from data.game import log, tables
from data.game.rows import Entry, Purpose, TableRow
from data.schema import NEWEST
from data.sql.address import DatabasePlace
from data.sql.connection import Connection

RELEASE: Final = "release"
"""Key in `setting` of the release that had the database last."""
NAMED: Final = 10
"""Number of games that the error names. The others are counted."""
TRYING = (
    "PRAGMA journal_mode=MEMORY",
    "PRAGMA synchronous=OFF",  # the copy is deleted anyway
)

LiveGame = tuple[TableRow, Callable[[], tuple[Entry, ...]]]
"""A table in play, and a function that reads its log.

It raises `BrokenLog` if the log was altered.
"""


@dataclass(frozen=True, slots=True)
class Lost:
    """A game that cannot be continued from entry `seq`. `altered`: its log is damaged."""

    row: TableRow
    seq: int
    altered: bool = False

    @property
    def weighs(self) -> bool:
        """Whether losing the game matters.

        A lesson can begin again, and a damaged log is lost anyway.
        """
        return not self.altered and self.row.purpose is not Purpose.LESSON


@dataclass(frozen=True, slots=True)
class Program:
    """A release, a function that finds games it cannot continue, and whether to end those."""

    release: str
    lost: Callable[[Iterable[LiveGame]], Iterable[Lost]]
    lets_go: bool = False


def games_of(connection: Connection) -> Iterator[LiveGame]:
    """Yield all tables in play."""
    for table_id in tables.playing(connection):
        yield tables.sure(connection, table_id), partial(log.entries, connection, table_id, 0)


def check(connection: sqlite3.Connection, path: Path, program: Program) -> tuple[Lost, ...]:
    """Return the games that end with this start. The file is not changed.

    Raises `CannotPlayOn` if some matter and the program may not end them, and `Foreign` for a file
    of no release.
    """
    found = version(connection)
    if found == 0 or has_had_it(connection, found, program):
        return ()
    # this name is cleaned up with other unfinished copies if the process dies
    with as_of_now(connection, path.with_name(f"{path.name}.v{found}.unfinished-trial")) as newest:
        return ending(newest, path, program)


def ending(connection: Connection, place: DatabasePlace, program: Program) -> tuple[Lost, ...]:
    """Return the games that end with this start, for a migrated database. Raises as `check`."""
    lost = tuple(one for one in program.lost(games_of(connection)) if not one.altered)
    if any(one.weighs for one in lost) and not program.lets_go:
        raise CannotPlayOn(refusal(place, program.release, [one for one in lost if one.weighs]))
    return lost


def has_had_it(connection: Connection, found: int, program: Program) -> bool:
    """Whether a database, whose schema was this version, was last this very program's."""
    if found < NEWEST or program.lets_go:
        return False
    return recall(connection, RELEASE) == program.release


@contextmanager
def as_of_now(connection: sqlite3.Connection, place: Path) -> Iterator[sqlite3.Connection]:
    """Context manager: the file as this program would migrate it. An older one is copied first.

    Raises `Foreign`, `TooNew` or `SchemaTooOld` for one that cannot be brought up to date.
    """
    if version(connection) == NEWEST:
        yield connection
        return
    try:
        place.touch(OWNER_ONLY)
        with closing(sqlite3.connect(place, isolation_level=None)) as trial:
            connection.backup(trial)
            trial.row_factory, trial.text_factory = connection.row_factory, connection.text_factory
            for pragma in TRYING:
                trial.execute(pragma)
            _brought_up_to_date(trial, connection.execute("PRAGMA database_list").fetchone()[2])
            yield trial
    finally:
        place.unlink(missing_ok=True)


def _brought_up_to_date(trial: sqlite3.Connection, name: str) -> None:
    """Raise `Foreign` for a file whose version is a number that no release gave to such a file.

    And `TooNew` or `SchemaTooOld`, which name the file and not the trial copy.
    """
    found = version(trial)
    try:
        upgrade(trial, Path(name))
    except sqlite3.OperationalError as error:
        if result_code(error) != sqlite3.SQLITE_ERROR:  # the disk failed, not the statement
            raise
        raise Foreign(
            f"{name} says that its schema is version {found}, and it is none that a release had "
            f"({error}). Nothing was changed. Start the version that made it, or restore a backup."
        ) from error


def refusal(place: DatabasePlace, release: str, lost: Sequence[Lost]) -> str:
    """Return the error message, with the two ways out."""
    named = ", ".join(f"table {one.row.id} ({one.row.game})" for one in lost[:NAMED])
    more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
    return (
        f"Tuppence {release} cannot continue {len(lost)} of the games in {place}: {named}{more}. "
        "Nothing was changed. Start the version that you had and let them finish, "
        "or end them without a result: ./run upgrade."
    )


def settle(connection: Connection, now: Millis, program: Program, lost: Iterable[Lost]) -> None:
    """Record this release, and end the games that it cannot continue."""
    if recall(connection, RELEASE) == program.release and not lost:
        return
    for one in lost:
        endings.void(connection, now, one.row.id)
    remember(connection, RELEASE, program.release)
