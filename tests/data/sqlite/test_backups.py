"""Tests of backups: complete, checked, rotated, and usable."""

import asyncio
import errno
import gc
import os
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from logging import WARNING
from pathlib import Path

import pytest

from data.database import Database
from data.errors import DatabaseCorrupt
from data.migrations import BASELINE
from data.sqlite.backup_files import temporary_path
from data.sqlite.backups import KEPT_NEWEST, backups_to_keep, edit_backup, verify
from data.sqlite.backups import copy_database as write_copy
from data.sqlite.connection import open_writer
from data.sqlite.migrate import migrate
from tests.data.builders import (
    Clock,
    content,
    found,
    game_of,
    garble,
    member,
    mode,
    opened,
    press,
    two_players,
    write,
)
from tests.data.sqlite.test_migrations import at_version


async def test_a_backup_of_a_running_store_opens_with_every_move(path: Path) -> None:
    async with opened(path) as store:
        table_id = await two_players(store)
        for seq in range(9):
            await press(store, table_id, seq)
        copy = await store.make_backup()
        await press(store, table_id, 9)
        before = await store.tables.move_log(table_id)
    async with opened(copy) as restored:
        assert await restored.tables.move_log(table_id) == before[:9]
        assert await restored.tables.playing_ids() == (table_id,)
        await press(restored, table_id, 9)
        assert (await found(restored, table_id)).seq == 10


async def test_a_backup_is_for_its_owner_alone(store: Database) -> None:
    copy = await store.make_backup()
    assert (mode(copy), mode(copy.parent)) == (0o600, 0o700)


@pytest.fixture
def open_by_custom() -> Iterator[None]:
    """A machine on which new files are readable by all unless their mode is set."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_by_custom")
async def test_a_copy_is_for_its_owner_alone_while_it_is_written(path: Path) -> None:
    async with opened(path) as store:
        copy = await store.make_backup()
    modes: list[int] = []
    edit_backup(copy, lambda _: modes.append(mode(temporary_path(copy))))
    assert modes == [0o600]


@pytest.mark.usefixtures("open_by_custom")
def test_the_copy_from_before_an_upgrade_is_for_its_owner_alone_while_it_is_written(
    path: Path,
) -> None:
    at_version(path, BASELINE)
    part, modes = temporary_path(path.with_name(f"tuppence.db.v{BASELINE}")), set[int]()
    connection = open_writer(path)

    def stops() -> bool:
        if part.exists():
            modes.add(mode(part))
        return False

    connection.set_progress_handler(stops, 1)  # SQLite asks during the copy whether to stop.
    migrate(connection, path)
    connection.close()
    assert modes == {0o600}


async def test_a_damaged_backup_is_found(store: Database) -> None:
    await game_of(store, member(1), member(2))
    copy = await store.make_backup()
    verify(copy)
    whole = content(copy)
    write(copy, whole[:4096] + b"\xff" * 8192 + whole[12288:])
    with pytest.raises(DatabaseCorrupt, match="is damaged"):
        verify(copy)


async def test_a_garbled_backup_is_found(store: Database) -> None:
    copy = await store.make_backup()
    garble(copy)
    with pytest.raises(DatabaseCorrupt, match="is damaged"):
        verify(copy)


class Pause:
    """A copy that stops half-way until it is told to continue."""

    def __init__(self) -> None:
        self.began, self.goes_on = threading.Event(), threading.Event()
        self.instructions = 0

    def write(self, connection: sqlite3.Connection, part: Path) -> None:
        connection.execute("SELECT 1 FROM card_table")  # It reads the schema before it copies.
        connection.set_progress_handler(self._instruction, 1)
        write_copy(connection, part)
        connection.set_progress_handler(None, 0)

    def _instruction(self) -> None:
        self.instructions += 1
        if self.instructions == 500:
            self.began.set()
            self.goes_on.wait(30)


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """A copy that takes as long as a test wants."""
    pause = Pause()
    monkeypatch.setattr("data.sqlite.backups.copy_database", pause.write)
    return pause


async def test_nothing_waits_while_a_copy_is_written_which_is_of_one_moment(
    path: Path, pause: Pause
) -> None:
    async with opened(path) as store:
        await store.program_state.set("before", "it began")
        making = asyncio.create_task(store.make_backup())
        await asyncio.to_thread(pause.began.wait, 30)
        await asyncio.wait_for(store.program_state.set("after", "it began"), 10)
        pause.goes_on.set()
        copy = await making
    async with opened(copy) as restored:
        noted = [await restored.program_state.get(key) for key in ("before", "after")]
        assert noted == ["it began", None]


async def test_a_store_that_is_closed_lets_a_copy_be_finished_first(
    path: Path, pause: Pause
) -> None:
    async with opened(path) as store:
        making = asyncio.create_task(store.make_backup())
        await asyncio.to_thread(pause.began.wait, 30)
        asyncio.get_running_loop().call_later(0.1, pause.goes_on.set)
    verify(await making)
    assert not path.with_name(f"{path.name}-wal").exists()


async def test_a_copy_for_which_nobody_waits_is_finished_before_the_store_is_closed(
    path: Path,
) -> None:
    async with opened(path) as store:
        making = asyncio.create_task(store.make_backup())
        await asyncio.sleep(0)  # It has just started.
        making.cancel()
    (copy,) = store.backups()
    verify(copy)


async def test_a_copy_for_which_nobody_waits_says_to_the_log_why_it_is_none(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("data.sqlite.backups.new_backup_file", full)
    async with opened(path) as store:
        making = asyncio.create_task(store.make_backup())
        await asyncio.sleep(0)
        making.cancel()
    gc.collect()  # asyncio logs an exception that nobody has read when its task is deleted.
    assert [record.getMessage() for record in caplog.records if record.levelno >= WARNING] == [
        "copies: [Errno 28] No space left on device"
    ]


async def test_nothing_waits_while_a_copy_is_read_to_its_last_page(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on = threading.Event(), threading.Event()

    def reading(copy: Path) -> None:
        began.set()
        goes_on.wait(30)
        verify(copy)

    monkeypatch.setattr("data.sqlite.backups.verify", reading)
    async with opened(path) as store:
        making = asyncio.create_task(store.make_backup())
        await asyncio.to_thread(began.wait, 30)
        await store.program_state.set("goes", "on")
        assert store.backups() == ()
        goes_on.set()
        copy = await making
        assert store.backups() == (copy,)


async def test_what_an_interrupted_backup_left_is_no_backup(path: Path) -> None:
    async with opened(path) as store:
        (await store.make_backup()).parent.joinpath("unfinished").write_bytes(b"half")
        await store.make_backup()
        assert all(copy.suffix == ".db" for copy in store.backups())


def hourly(days: int) -> list[Path]:
    """Return the names of hourly backups, newest first."""
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return [
        Path(f"{now - timedelta(hours=hours):%Y-%m-%dT%H%M%S}.db") for hours in range(24 * days)
    ]


def test_the_six_newest_are_kept_and_one_a_day_for_a_fortnight() -> None:
    """As the operating pages promise: six of the newest day, and the last of each earlier day."""
    chosen = backups_to_keep(hourly(60))
    assert chosen[:6] == hourly(60)[:6]
    assert [f"{copy}" for copy in chosen[6:]] == [
        f"2026-11-{day:02}T230000.db" for day in range(20, 7, -1)
    ]


def test_keeping_what_was_kept_lets_nothing_go() -> None:
    chosen = backups_to_keep(hourly(60))
    assert backups_to_keep(chosen) == chosen


async def test_backups_rotate(store: Database, clock: Clock) -> None:
    for _ in range(KEPT_NEWEST + 5):
        clock.now += 60
        await store.make_backup()
    assert len(store.backups()) == KEPT_NEWEST
