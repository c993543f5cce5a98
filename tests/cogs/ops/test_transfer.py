"""Tests of `./run move`: everything from a file to PostgreSQL, and back."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from bot import main
from cogs.core import exit_status
from cogs.ops.databases import copy_and_compare
from data.admin.transfer import transfer_plan
from data.core.location import DatabaseUrl
from data.errors import DatabaseLocked, ForeignDatabase
from data.migrations import NEWEST
from tests.data.builders import computer, found, game_of, member, opened, plain, press
from tests.data.release_0_1_0 import every_table
from tests.releases.sample_games import RELEASES, left
from tests.support.postgres.server import execute

ANN, BEN = member(1, "Änn 🃏"), member(2, "Ben")


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of a file."""
    with closing(plain(path)) as connection:
        return {
            table: connection.execute(
                f"SELECT * FROM {table} ORDER BY {', '.join(names)}"
            ).fetchall()
            for table, (names, _) in transfer_plan().items()
        }


@pytest.fixture
def place(address: str) -> DatabaseUrl:
    return DatabaseUrl(address)


def test_a_file_with_something_in_every_table_is_the_same_there_and_back(
    tmp_path: Path, place: DatabaseUrl
) -> None:
    old, back = tmp_path / "old.db", tmp_path / "back.db"
    every_table(old, NEWEST)
    before = everything(old)
    assert all(before.values()), [table for table, rows in before.items() if not rows]
    assert copy_and_compare(old, place) == 13
    assert copy_and_compare(place, back) == 13
    assert everything(back) == before


def erase_table(path: Path, table_id: int) -> None:
    """Delete a game from a file, as the erasure of a server does."""
    with closing(plain(path)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for name in ("seat_driver", "holding", "post"):
            connection.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))
        connection.execute("DELETE FROM card_table WHERE id = ?", (table_id,))


async def test_a_game_goes_on_where_it_was_moved_and_numbers_are_given_once(
    tmp_path: Path, place: DatabaseUrl
) -> None:
    path = tmp_path / "old.db"
    async with opened(path) as store:
        table = await game_of(store, ANN, BEN)
        await press(store, table.id, 0)
        given_up = await game_of(store, ANN, BEN)
    erase_table(path, given_up.id)
    copy_and_compare(path, place)
    async with opened(place) as store:
        assert (await found(store, table.id)).seats[0].player == ANN
        await press(store, table.id, 1)
        assert [entry.seq for entry in await store.tables.move_log(table.id)] == [1, 2]
        assert (await game_of(store, ANN, BEN)).id == given_up.id + 1


async def test_a_number_is_not_given_again_though_nothing_came_that_has_one(
    tmp_path: Path, place: DatabaseUrl
) -> None:
    path, back = tmp_path / "old.db", tmp_path / "back.db"
    async with opened(path) as store:
        gone = await game_of(store, ANN, BEN)
    erase_table(path, gone.id)
    copy_and_compare(path, place)
    copy_and_compare(place, back)
    async with opened(back) as store:
        assert (await game_of(store, ANN, BEN)).id == gone.id + 1


async def test_who_was_forgotten_and_came_back_before_the_move_is_not_forgotten_by_it(
    tmp_path: Path, place: DatabaseUrl
) -> None:
    path = tmp_path / "old.db"
    async with opened(path) as store:
        await game_of(store, ANN, BEN)
        # So that the note of whom the copy has to erase remains.
        damaged(await store.make_backup())
        assert (await store.erasure.erase_member(1, lambda _: computer())).left
        again = await game_of(store, ANN, BEN)
    await asyncio.to_thread(copy_and_compare, path, place)
    async with opened(place) as store:
        assert await store.erasure.pending_count() == 0
        await store.erasure.propagate()
        assert (await found(store, again.id)).seats[0].player == ANN


def damaged(copy: Path) -> None:
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])


async def test_nothing_is_moved_to_where_something_is(tmp_path: Path, place: DatabaseUrl) -> None:
    async with opened(place) as store:
        await game_of(store, ANN, BEN)
    async with opened(tmp_path / "old.db"):
        pass
    with pytest.raises(ForeignDatabase):
        copy_and_compare(tmp_path / "old.db", place)


async def test_a_database_that_is_open_is_not_moved(tmp_path: Path, place: DatabaseUrl) -> None:
    async with opened(tmp_path / "old.db"):
        with pytest.raises(DatabaseLocked):
            copy_and_compare(tmp_path / "old.db", place)


def test_what_was_half_moved_is_not_there(tmp_path: Path, place: DatabaseUrl) -> None:
    old = tmp_path / "old.db"
    every_table(old, NEWEST)
    # A row with a missing reference, as a damaged file may have.
    with closing(plain(old)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("INSERT INTO memo VALUES (999, 1, 'lost')")
    assert main(["move", str(old), place.whole]) == exit_status.NO_DATABASE
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert execute(place.whole, tables) == [(0,)]


async def test_whoever_moves_is_told_to_remove_what_is_left_behind(
    tmp_path: Path, place: DatabaseUrl, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.db"
    async with opened(path):
        pass
    assert await asyncio.to_thread(main, ["move", str(path), place.whole]) == exit_status.OK
    assert f"delete {path} and its backups" in capsys.readouterr().out


def test_without_two_places_it_is_said_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["move", "var/tuppence.db"]) == exit_status.USAGE
    assert "./run move FROM TO" in capsys.readouterr().err


async def test_what_a_release_left_behind_is_moved(tmp_path: Path, place: DatabaseUrl) -> None:
    path = left(RELEASES[-1], tmp_path / "t.db")
    async with opened(path) as store:
        playing = await store.tables.playing_ids()
    assert await asyncio.to_thread(copy_and_compare, path, place) > 10
    async with opened(place) as store:
        assert await store.tables.playing_ids() == playing
