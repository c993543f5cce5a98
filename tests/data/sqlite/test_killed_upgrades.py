"""Tests of upgrades from every schema version, with data, killed at any point."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from data.migrations import BASELINE, NEWEST, v23_leases
from data.sqlite.connection import WRITER_PRAGMAS, open_writer, set_pragmas
from data.sqlite.migrate import migrate, schema_version
from tests.data.builders import opened, plain
from tests.data.release_0_1_0 import ANN, BEN, FINISHED, GUILD, MOVES, PACKED, PLAYING, every_table

Contents = dict[str, list[tuple[object, ...]]]
BLOWS = 8  # Number of kills during each upgrade.
AT_RANDOM = {"nonce", "key", "mark"}
EACH = 20  # SQLite instructions between two possible kills.


def contents(path: Path) -> Contents:
    """Return every row of every table, without random numbers."""
    with closing(plain(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        found = {}
        for (name,) in names:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            wanted = ", ".join(c for c in columns if c not in AT_RANDOM) or "count(*)"
            found[name] = sorted(connection.execute(f"SELECT {wanted} FROM {name}"), key=repr)
    return found


@contextmanager
def upgrading(path: Path, struck: Callable[[], int]) -> Iterator[sqlite3.Connection]:
    """Yield a connection that is about to upgrade a file; `struck` is called again and again."""
    with closing(open_writer(path)) as connection:
        set_pragmas(connection, WRITER_PRAGMAS)
        connection.set_progress_handler(struck, EACH)
        yield connection
        connection.set_progress_handler(None, 0)


class Blows:
    """Copies of the files at some points of the upgrade, as a kill there would leave them."""

    def __init__(self, path: Path, every: int) -> None:
        self.path, self.every = path, every
        self.places = 0
        self.images: list[Path] = []

    def __call__(self) -> int:
        self.places += 1
        if self.every and (self.places == 1 or self.places % self.every == 0):
            image = self.path.parent / f"killed-{self.places}"
            image.mkdir()
            for suffix in ("", "-wal"):
                shutil.copy(self.path.with_name(self.path.name + suffix), image)
            self.images.append(image / self.path.name)
        return 0


def upgraded(path: Path, every: int = 0) -> Blows:
    blows = Blows(path, every)
    with upgrading(path, blows) as connection:
        migrate(connection, path)
    return blows


@pytest.mark.parametrize("number", range(BASELINE, NEWEST))
def test_an_upgrade_killed_anywhere_loses_nothing_and_is_done_by_the_next_start(
    tmp_path: Path, number: int
) -> None:
    (tmp_path / "whole").mkdir()
    whole, path = tmp_path / "whole" / "t.db", tmp_path / "t.db"
    for file in (whole, path):
        every_table(file, number)
    every = max(1, upgraded(whole).places // BLOWS)
    reached = set()
    for image in upgraded(path, every).images:
        with closing(plain(image)) as connection:
            reached.add(schema_version(connection))
        upgraded(image)
        assert contents(image) == contents(whole)
    assert number in reached
    assert reached <= {number, NEWEST}
    assert contents(path) == contents(whole)


def test_no_table_of_the_newest_version_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    every_table(path, NEWEST)
    empty = {name for name, rows in contents(path).items() if not rows}
    assert empty <= {"sqlite_stat1", "cluster", "lease"}  # A file belongs to one process.


@pytest.mark.parametrize("number", range(BASELINE, NEWEST))
async def test_what_was_kept_by_an_older_version_is_there_after_the_upgrade(
    tmp_path: Path, number: int
) -> None:
    path = tmp_path / "t.db"
    every_table(path, number)
    async with opened(path) as store:
        assert len(await store.tables.move_log(FINISHED)) == 116
        assert len(await store.tables.move_log(PLAYING)) == 45
        assert [entry.body for entry in await store.tables.move_log(PACKED)] == list(MOVES)
        assert (await store.members.reminder_preferences(BEN)).zone == "Europe/Berlin"
        presets = await store.guilds.presets(GUILD, "house-canasta")
        assert presets == {str(ANN): {"target": 3000}}
        assert len((await store.erasure.export(ANN))["results"]) == 1
        assert await store.guilds.departed_before(10.0) == (901,)


def test_without_the_transaction_a_blow_would_leave_half(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    every_table(path, BASELINE)
    before = contents(path)
    blows = Blows(path, 1)
    with upgrading(path, blows) as connection:
        v23_leases.make(connection)  # Each statement separately.
    after = contents(path)
    assert any(contents(image) not in (before, after) for image in blows.images)
