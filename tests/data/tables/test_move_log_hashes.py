from pathlib import Path

import pytest

from data.database import Database
from data.errors import MoveLogCorrupt
from data.sqlite.connection import open_writer
from data.tables import move_log
from tests.data.builders import opened, plain, press, two_players

BODY = "meld 7C 7D 7H"


@pytest.fixture
async def damaged(path: Path) -> tuple[Path, int, int]:
    """A closed file with two tables; the second move of the first is BODY."""
    async with opened(path) as store:
        first, second = await two_players(store), await two_players(store)
        for after, body in enumerate(["draw", BODY, "discard 4S"]):
            await press(store, first, after, body=body)
            await press(store, second, after)
    return path, first, second


def flip(path: Path, bit: int) -> None:
    """Flip one bit of BODY in the file."""
    content = bytearray(path.read_bytes())
    content[content.index(BODY.encode()) + bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)


@pytest.mark.parametrize("bit", [0, 7, 8 * len(BODY) - 1])
async def test_one_flipped_bit_freezes_its_table_and_no_other(
    damaged: tuple[Path, int, int], bit: int
) -> None:
    path, first, second = damaged
    flip(path, bit)
    async with opened(path) as store:
        with pytest.raises(MoveLogCorrupt, match=f"table {first} .* entry 2"):
            await store.tables.move_log(first)
        assert len(await store.tables.move_log(second)) == 3


def sees_nothing_wrong(path: Path) -> bool:
    """Whether SQLite's own full check reports no fault."""
    connection = plain(path)
    answer = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return bool(answer == ("ok",))


def read_log(path: Path, table_id: int) -> None:
    connection = open_writer(path)
    try:
        move_log.moves_after(connection, table_id, 0)
    finally:
        connection.close()


async def test_every_bit_of_a_move_is_watched_where_sqlite_sees_nothing(
    damaged: tuple[Path, int, int],
) -> None:
    path, first, _ = damaged
    sound = path.read_bytes()
    for bit in range(8 * len(BODY)):
        path.write_bytes(sound)
        flip(path, bit)
        assert sees_nothing_wrong(path)
        with pytest.raises(MoveLogCorrupt):
            read_log(path, first)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entry SET seat = 1 - seat WHERE seq = 2",
        "UPDATE entry SET at = at + 1 WHERE seq = 2",
        "UPDATE entry SET key = key || '!' WHERE seq = 2",
        "UPDATE card_table SET seed = zeroblob(32)",
        "DELETE FROM entry WHERE seq = 1",
        "DELETE FROM entry WHERE seq = 2",
        "DELETE FROM entry WHERE seq = 3",
    ],
)
async def test_a_log_changed_by_hand_is_broken(damaged: tuple[Path, int, int], change: str) -> None:
    path, first, _ = damaged
    connection = plain(path)
    connection.execute(change)
    connection.close()
    async with opened(path) as store:
        with pytest.raises(MoveLogCorrupt):
            await store.tables.move_log(first)


async def test_no_move_is_entered_behind_a_missing_one(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    await store.tables.backend.transaction(lambda c, _: c.execute("DELETE FROM entry").rowcount)
    with pytest.raises(MoveLogCorrupt):
        await press(store, table_id, 1)
