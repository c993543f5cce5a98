"""Tables in the state that a test needs."""

import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from data.core.location import DatabaseLocation, DatabaseUrl
from data.database import Database
from data.models.deadlines import Pause
from data.models.members import LessonProgress
from data.models.moves import DuplicateMove, MoveAppended, NewMove, StaleMove
from data.models.outcome import GameOutcome
from data.models.tables import (
    Changed,
    NewPrivateTable,
    NotChanged,
    Player,
    ShuffleInputs,
    TablePurpose,
    TableRow,
)
from data.sqlite.backend import SqliteBackend
from data.tables.shuffle_contributions import Mix
from tests.support.postgres.server import execute

SEED = bytes(range(32))
in_a_file = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""Mark of a test about features of SQLite alone: backups, a write-ahead log."""
GUILD = 900
MANY = 1000
"""More days than any game may be paused."""


@dataclass
class Clock:
    now: float

    def __call__(self) -> float:
        return self.now


def unmixed(table: TableRow, presses: ShuffleInputs) -> bytes:
    """Return the lobby's seed unchanged."""
    del presses
    return table.lobby_seed


def mixing(result: bytes) -> Mix:
    """Return a mix with this result, whatever goes in."""

    def mix(table: TableRow, presses: ShuffleInputs) -> bytes:
        del table, presses
        return result

    return mix


def member(user_id: int, name: str = "") -> Player:
    return Player("member", user_id, name or f"Member {user_id}")


def computer(name: str = "Ada") -> Player:
    return Player("computer", None, name, "steady")


def basil(taken: tuple[str, ...]) -> Player:
    """Return the computer player who takes the seat of an erased member."""
    assert taken
    return Player("computer", None, "Basil", "normal")


@asynccontextmanager
async def opened(place: DatabaseLocation) -> AsyncIterator[Database]:
    store = await Database.open(place)
    try:
        yield store
    finally:
        await store.close()


async def lobby(
    store: Database, *drivers: Player, seats: int = 4, game: str = "house", guild: int = GUILD
) -> TableRow:
    """Return a lobby with these members."""
    table = await store.lobbies.create(
        guild_id=guild,
        channel_id=1,
        host_id=1,
        game=game,
        rules_version=1,
        options={"jokers": True, "target": 5000},
        seat_count=seats,
        pace="day",
        seed=SEED,
    )
    for driver in drivers:
        table = changed(await store.lobbies.seat_player(table.id, driver))
    return table


async def game_of(
    store: Database, *drivers: Player, game: str = "house", guild: int = GUILD
) -> TableRow:
    """Return a table in play, with these players at its seats."""
    table = await lobby(store, *drivers, seats=len(drivers), game=game, guild=guild)
    return changed(await store.lobbies.start(table.id, mix=unmixed, deadline=None))


def lesson_of(driver: Player, *reached: LessonProgress) -> NewPrivateTable:
    """Return a lesson to open, with its position as text."""
    seats = (driver, computer("Ada"))
    return NewPrivateTable(
        TablePurpose.LESSON,
        "house",
        1,
        seats,
        SEED,
        start="{}",
        lesson="cards/meld",
        reached=reached,
    )


def practice_of(driver: Player, game: str = "house") -> NewPrivateTable:
    return NewPrivateTable(TablePurpose.PRACTICE, game, 1, (driver, computer("Ada")), SEED)


async def two_players(store: Database) -> int:
    return (await game_of(store, member(1), member(2))).id


async def press(
    store: Database,
    table_id: int,
    after: int,
    key: str = "",
    *,
    body: str = "draw",
    deadline: float | None = None,
    outcome: GameOutcome | None = None,
    more: tuple[str, ...] = (),
    seat: int | None = None,
) -> MoveAppended | DuplicateMove | StaleMove:
    """Append a move, with a new key if none is given."""
    return await store.tables.append_moves(
        NewMove(
            table_id,
            after=after,
            seat=after % 2 if seat is None else seat,
            key=key or f"{table_id}:{after + 1}",
            body=body,
            deadline=deadline,
            outcome=outcome,
            more=more,
        )
    )


async def finish(
    store: Database, outcome: GameOutcome, *drivers: Player, game: str = "house", guild: int = GUILD
) -> int:
    """Play a whole game with one move for each seat."""
    table = await game_of(store, *drivers, game=game, guild=guild)
    for seat in range(len(drivers)):
        last = seat == len(drivers) - 1
        await press(store, table.id, seat, seat=seat, outcome=outcome if last else None)
    return table.id


def places(*ranks: int) -> GameOutcome:
    """Return places in seat order, with every player alone."""
    return GameOutcome(
        sides=tuple((seat,) for seat in range(len(ranks))),
        ranks=ranks,
        scores=tuple(1000 - 100 * rank for rank in ranks),
        reason="target",
    )


def changed(answer: Changed | NotChanged) -> TableRow:
    assert isinstance(answer, Changed), answer
    return answer.table


async def found(store: Database, table_id: int) -> TableRow:
    table = await store.tables.find(table_id)
    assert table is not None
    return table


def seated(table: TableRow) -> list[str]:
    """Return the players by seat, as names; a dot is an empty seat."""
    return [row.player.name if row.player else "." for row in table.seats]


def file_of(store: Database) -> SqliteBackend:
    """Return the file that a database has open."""
    file = store._opened.file
    assert isinstance(file, SqliteBackend)
    return file


def plain(path: Path) -> sqlite3.Connection:
    """Open the file with plain sqlite3, as any other program does."""
    return sqlite3.connect(path, isolation_level=None)


def rows_of(place: DatabaseLocation, sql: str) -> list[tuple[Any, ...]]:
    """Return a query's rows, as any other program reads them."""
    if isinstance(place, DatabaseUrl):
        return [tuple(row) for row in execute(place.whole, sql)]
    with closing(plain(place)) as connection:
        return connection.execute(sql).fetchall()


def content(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, new: bytes) -> None:
    path.write_bytes(new)


INDEX = b"CREATE INDEX ballot_player ON ballot (pl"


def garble(path: Path) -> None:
    """Change one byte of the schema text in a file, so that it is not valid text."""
    whole = content(path)
    at = whole.index(INDEX) + len(INDEX)
    write(path, whole[:at] + b"\xe5" + whole[at + 1 :])


def mode(path: Path) -> int:
    """Return a file's mode."""
    return stat.S_IMODE(path.stat().st_mode)


async def forgotten_everywhere(store: Database, user_id: int) -> tuple[Path, ...]:
    """Erase a member, in every backup too; return the files that could not be changed."""
    await store.erasure.erase_member(user_id, basil)
    return await store.erasure.propagate()


async def erased(store: Database, before: float) -> tuple[int, ...]:
    """Erase the servers that left before a time, as if Discord had confirmed each."""
    gone = await store.guilds.departed_before(before)
    return await store.erasure.erase_guilds(gone, before)


async def days_paused(store: Database, table_id: int, seat: int) -> int:
    """Return the days of pause that a seat has used, found by asking for too many."""
    for_ever = Pause(seat, "member", 0.0, 1e10)
    left = await store.pauses.begin_budgeted(table_id, for_ever, MANY)
    assert left is not None
    return MANY - left
