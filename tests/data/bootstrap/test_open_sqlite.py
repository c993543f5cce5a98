import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from data.database import Database
from data.errors import (
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseUnusable,
    ForeignDatabase,
    ReadFailed,
    UnsafeSqlite,
)
from data.sqlite.wal_reset_bug import check_sqlite_version, has_fix
from tests.data.builders import (
    Clock,
    content,
    found,
    garble,
    lobby,
    mode,
    opened,
    plain,
    press,
    two_players,
    write,
)

SECOND = """
import asyncio, pathlib, sys
from data.errors import DatabaseLocked
from data.database import Database
try:
    asyncio.run(Database.open(pathlib.Path(sys.argv[1])))
except DatabaseLocked as error:
    print(error)
    sys.exit(75)
"""


async def test_a_second_process_is_refused_with_a_sentence(store: Database, path: Path) -> None:
    command = [sys.executable, "-c", SECOND, str(path)]
    second = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, timeout=10, check=False
    )
    assert second.returncode == 75
    assert "already in use by another Tuppence (process " in second.stdout
    await store.program_state.set("first", "undisturbed")


async def test_a_second_store_in_the_same_process_is_refused_too(
    store: Database, path: Path
) -> None:
    with pytest.raises(DatabaseLocked):
        await Database.open(path)


async def test_closing_lets_the_next_one_in(path: Path) -> None:
    for _ in range(3):
        async with opened(path) as store:
            await store.close()


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", ".lock"])
async def test_only_the_owner_may_read_the_files(store: Database, path: Path, suffix: str) -> None:
    await store.program_state.set("k", "v")
    assert mode(path.with_name(path.name + suffix)) == 0o600


async def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    write(path, b"")
    assert mode(path) & 0o077
    async with opened(path):
        assert mode(path) == 0o600


async def test_the_folder_is_made_when_it_is_missing(tmp_path: Path) -> None:
    async with opened(tmp_path / "new" / "folder" / "t.db") as store:
        assert await store.tables.playing_ids() == ()


@pytest.mark.parametrize("suffix", ["", ".lock", "-wal"])
async def test_a_folder_where_a_file_should_be_is_told_in_a_sentence(
    path: Path, suffix: str
) -> None:
    async with opened(path):
        pass
    file = path.with_name(path.name + suffix)
    file.unlink(missing_ok=True)
    file.mkdir()
    with pytest.raises(DatabaseUnusable, match="must be allowed to read and write"):
        await Database.open(path)


async def test_a_file_where_the_backups_should_be_is_told_in_a_sentence(path: Path) -> None:
    file = path.with_name(f"{path.name}.backups")
    write(file, b"")
    with pytest.raises(DatabaseUnusable, match=str(file)):
        await Database.open(path)


async def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(path: Path) -> None:
    write(path, b"")
    with pytest.raises(DatabaseUnusable, match=str(path)):
        await Database.open(path / "t.db")


async def test_a_database_that_others_write_is_in_use(path: Path) -> None:
    async with opened(path):
        pass
    other = plain(path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseLocked, match="Another program has locked"):
        await Database.open(path)
    other.close()


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    write(path, b"These are not the cards you are looking for. " * 100)
    with pytest.raises(DatabaseCorrupt, match="backup"):
        await Database.open(path)


async def test_a_damaged_database_is_refused(path: Path) -> None:
    async with opened(path) as store:
        for _ in range(20):
            await two_players(store)
    damaged = bytearray(content(path))
    damaged[4096:12288] = bytes(8192)
    write(path, bytes(damaged))
    with pytest.raises(DatabaseCorrupt):
        await Database.open(path)


async def test_a_database_whose_tables_are_garbled_is_refused(path: Path) -> None:
    async with opened(path):
        pass
    garble(path)
    with pytest.raises(DatabaseCorrupt, match="Restore the newest backup"):
        await Database.open(path)


async def test_a_refused_file_is_not_kept_locked(path: Path) -> None:
    write(path, b"garbage" * 1000)
    for _ in range(2):
        with pytest.raises(DatabaseCorrupt):
            await Database.open(path)


async def test_a_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    other = plain(path)
    other.execute("CREATE TABLE recipes (soup)")
    other.close()
    before = content(path)
    with pytest.raises(ForeignDatabase):
        await Database.open(path)
    assert content(path) == before


async def test_everything_is_there_after_opening_again(path: Path) -> None:
    async with opened(path) as store:
        table_id = await two_players(store)
        await press(store, table_id, 0)
        before = await store.tables.find(table_id), await store.tables.move_log(table_id)
    async with opened(path) as store:
        assert (await store.tables.find(table_id), await store.tables.move_log(table_id)) == before


async def test_time_does_not_run_backwards_over_a_restart(path: Path, clock: Clock) -> None:
    store = await Database.open(path, now=clock)
    table = await lobby(store)
    await store.close()
    store = await Database.open(path, now=Clock(clock.now - 3600))
    assert (await lobby(store)).created == (await found(store, table.id)).created
    await store.close()


@pytest.mark.parametrize(
    "pragma,value",
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
        ("secure_delete", 1),
        ("trusted_schema", 0),
        ("journal_size_limit", 67108864),
        ("application_id", 0x54757070),
    ],
)
async def test_the_writing_connection_is_set_for_safety(
    store: Database, pragma: str, value: int | str
) -> None:
    setting = f"PRAGMA {pragma}"
    row = await store._opened.writer.submit(lambda c, _: tuple(c.execute(setting).fetchone()))
    assert row == (value,)


async def test_the_reading_connection_cannot_write_or_checkpoint(store: Database) -> None:
    look = store._opened.file.query
    assert await look(lambda c: c.execute("PRAGMA wal_autocheckpoint").fetchone()[0]) == 0
    with pytest.raises(ReadFailed, match="readonly"):
        await look(lambda c: c.execute("DELETE FROM entry"))


@pytest.mark.parametrize(
    "version,fixed",
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), False),
        ((3, 53, 0), True),
    ],
)
def test_the_releases_with_the_wal_reset_fix_are_known(
    version: tuple[int, ...], fixed: bool
) -> None:
    assert has_fix(version) is fixed


def test_one_writer_is_safe_on_any_sqlite_and_the_log_says_why() -> None:
    assert "two writing connections" in check_sqlite_version((3, 40, 1), writers=1)
    assert "has the fix" in check_sqlite_version((3, 53, 0), writers=1)
    # The oldest supported release.
    assert "two writing connections" in check_sqlite_version((3, 37, 0), writers=1)


def test_whoever_runs_an_sqlite_with_the_bug_is_told_what_to_leave_alone() -> None:
    assert check_sqlite_version((3, 40, 1), writers=1) == (
        "SQLite 3.40.1 has the WAL-reset bug, which needs two writing connections: "
        "this process has one, and the lock file keeps others away. "
        "Do not open the database for writing with other programs while it runs."
    )


@pytest.mark.parametrize("version,writers", [((3, 40, 1), 2), ((3, 36, 0), 1)])
def test_an_unsafe_sqlite_is_refused(version: tuple[int, ...], writers: int) -> None:
    with pytest.raises(UnsafeSqlite):
        check_sqlite_version(version, writers)


async def test_the_store_says_why_its_sqlite_may_be_trusted(store: Database) -> None:
    assert sqlite3.sqlite_version in store.safety_note
