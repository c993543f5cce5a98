"""Whether a program can play on what a file holds: asked before anything in the file is changed.

This package knows no rule, so the program says itself which games it cannot play on. It is asked
when the file is of an older schema, or was last opened by another release. Of a file of an older
schema a copy is brought up to date for that, which is thrown away.
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
from data.file.migrations import MIGRATIONS, upgrade, version
from data.file.notes import recall, remember
from data.file.owner import OWNER_ONLY
from data.game import log, tables
from data.game.rows import Entry, Purpose, TableRow
from data.sql.address import DatabasePlace
from data.sql.connection import Connection

RELEASE: Final = "release"
"""The note that says which release had the file last."""
NAMED: Final = 10
"""Games that are named; the others are counted."""
TRYING = (
    "PRAGMA journal_mode=MEMORY",
    "PRAGMA synchronous=OFF",  # whatever becomes of this copy harms nobody
)

LiveGame = tuple[TableRow, Callable[[], tuple[Entry, ...]]]
"""A table in play and what reads its log, which raises `BrokenLog` where that was altered."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A game that cannot be played on from entry `seq` of its log; `altered` on disk or not."""

    row: TableRow
    seq: int
    altered: bool = False

    @property
    def weighs(self) -> bool:
        """Whether it was there to be played on: a lesson is begun again, a broken log is broken."""
        return not self.altered and self.row.purpose is not Purpose.LESSON


@dataclass(frozen=True, slots=True)
class Program:
    """A release, what finds the games it cannot play on, and whether those are to be ended."""

    release: str
    lost: Callable[[Iterable[LiveGame]], Iterable[Lost]]
    lets_go: bool = False


def games_of(connection: Connection) -> Iterator[LiveGame]:
    """Every table in play."""
    for table_id in tables.playing(connection):
        yield tables.sure(connection, table_id), partial(log.entries, connection, table_id, 0)


def check(connection: sqlite3.Connection, path: Path, program: Program) -> tuple[Lost, ...]:
    """The games that end with this start; the file is left as it is.

    Raises `CannotPlayOn` when there are any that weigh and the program does not let them go,
    `Foreign` for a file that no release has made.
    """
    found = version(connection)
    if found == 0 or found > len(MIGRATIONS) or has_had_it(connection, found, program):
        return ()
    # named so that what a blow leaves of it is cleared away with other unfinished copies
    with as_of_now(connection, path.with_name(f"{path.name}.v{found}.unfinished-trial")) as newest:
        return ending(newest, path, program)


def ending(connection: Connection, place: DatabasePlace, program: Program) -> tuple[Lost, ...]:
    """The games that end with this start, of a database that is up to date. As `check` raises."""
    lost = tuple(one for one in program.lost(games_of(connection)) if not one.altered)
    if any(one.weighs for one in lost) and not program.lets_go:
        raise CannotPlayOn(refusal(place, program.release, [one for one in lost if one.weighs]))
    return lost


def has_had_it(connection: Connection, found: int, program: Program) -> bool:
    """Whether a database, whose schema was this version, was last this very program's."""
    if found < len(MIGRATIONS) or program.lets_go:
        return False
    return recall(connection, RELEASE) == program.release


@contextmanager
def as_of_now(connection: sqlite3.Connection, place: Path) -> Iterator[sqlite3.Connection]:
    """The file as this program would have it; where it is older, by a copy at a free place.

    Raises `Foreign` for one that cannot be brought up to date.
    """
    if version(connection) == len(MIGRATIONS):
        yield connection
        return
    try:
        place.touch(OWNER_ONLY)
        with closing(sqlite3.connect(place, isolation_level=None)) as trial:
            connection.backup(trial)
            trial.row_factory, trial.text_factory = connection.row_factory, connection.text_factory
            for pragma in TRYING:
                trial.execute(pragma)
            _brought_up_to_date(
                trial, place, connection.execute("PRAGMA database_list").fetchone()[2]
            )
            yield trial
    finally:
        place.unlink(missing_ok=True)


def _brought_up_to_date(trial: sqlite3.Connection, place: Path, name: str) -> None:
    """Raise `Foreign` for a file whose version is a number that no release gave to such a file."""
    found = version(trial)
    try:
        upgrade(trial, place)
    except sqlite3.OperationalError as error:
        if result_code(error) != sqlite3.SQLITE_ERROR:  # the disk, not the statement
            raise
        raise Foreign(
            f"{name} says that its schema is version {found}, and it is none that a release had "
            f"({error}). Nothing was changed. Start the version that made it, or restore a backup."
        ) from error


def refusal(place: DatabasePlace, release: str, lost: Sequence[Lost]) -> str:
    """Why the file is not opened, and the two ways out."""
    named = ", ".join(f"table {one.row.id} ({one.row.game})" for one in lost[:NAMED])
    more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
    return (
        f"Tuppence {release} cannot continue {len(lost)} of the games in {place}: {named}{more}. "
        "Nothing was changed. Start the version that you had and let them finish, "
        "or end them without a result: ./run upgrade."
    )


def settle(connection: Connection, now: Millis, program: Program, lost: Iterable[Lost]) -> None:
    """Note whose the file is now, and end what cannot be played on."""
    if recall(connection, RELEASE) == program.release and not lost:
        return
    for one in lost:
        endings.void(connection, now, one.row.id)
    remember(connection, RELEASE, program.release)
