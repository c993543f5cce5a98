import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.core.connection import Connection
from data.database import Database
from data.errors import DatabaseCorrupt, SchemaTooNew, SchemaTooOld
from data.migrations import BASELINE, MIGRATIONS, NEWEST, Migration, newest
from data.sqlite.connection import WRITER_PRAGMAS, open_writer, set_pragmas
from data.sqlite.migrate import migrate, schema_version
from data.sqlite.restored_backup import RESERVED_TABLE_IDS
from tests.data.builders import content, found, opened, plain, two_players
from tests.data.release_0_1_0 import PLAYING, every_table, release_0_1_0
from tests.data.sqlite.killed_migration import ROWS, m005_rebuild


def schema(path: Path) -> list[tuple[str, str]]:
    connection = plain(path)
    rows = connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
    connection.close()
    return rows


def at_version(path: Path, number: int) -> None:
    """Create an empty file of a schema version; version 0 has no schema."""
    connection = open_writer(path)
    set_pragmas(connection, WRITER_PRAGMAS)
    migrate(connection, path, MIGRATIONS[: number - BASELINE + 1] if number else ())
    connection.close()


@pytest.mark.parametrize("number", [0, *range(BASELINE, NEWEST + 1)])
async def test_a_file_of_every_older_version_is_brought_up_to_date(
    tmp_path: Path, number: int
) -> None:
    old, fresh = tmp_path / "old.db", tmp_path / "fresh.db"
    at_version(old, number)
    for path in (old, fresh):
        async with opened(path) as store:
            assert (await found(store, await two_players(store))).seq == 0
    assert schema(old) == schema(fresh)


@pytest.mark.parametrize("number", range(BASELINE, NEWEST))
async def test_before_an_upgrade_a_copy_is_put_aside(path: Path, number: int) -> None:
    at_version(path, number)
    before = schema(path)
    async with opened(path):
        copy = path.with_name(f"{path.name}.v{number}")
    assert schema(copy) == before
    assert copy.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("number", range(BASELINE, NEWEST))
def test_the_copy_from_before_an_upgrade_gives_no_number_again_and_shows_its_games_anew(
    tmp_path: Path, number: int
) -> None:
    path = tmp_path / "t.db"
    every_table(path, number)
    at_version(path, NEWEST)
    with closing(plain(path.with_name(f"t.db.v{number}"))) as connection:
        behind = connection.execute("SELECT id FROM card_table WHERE rendered_seq < seq").fetchall()
        numbered = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'card_table'")
        assert numbered.fetchone()[0] > RESERVED_TABLE_IDS
        assert (PLAYING,) in behind
        assert schema_version(connection) == number


async def test_a_database_of_0_1_0_is_brought_to_the_schema_of_a_fresh_one(tmp_path: Path) -> None:
    old, fresh = tmp_path / "old.db", tmp_path / "fresh.db"
    release_0_1_0(old)
    before = schema(old)
    at_version(fresh, BASELINE)
    assert before == schema(fresh)
    for path in (old, fresh):
        async with opened(path):
            pass
    assert schema(old) == schema(fresh) != before


async def test_a_seat_that_was_left_before_version_26_is_open_to_nobody(path: Path) -> None:
    release_0_1_0(path)
    left = "SELECT DISTINCT open FROM seat_driver WHERE player_id IS NULL AND kind = 'computer'"
    with closing(plain(path)) as connection:
        connection.execute("UPDATE seat_driver SET open = 1 WHERE kind = 'computer'")
        connection.commit()
        assert connection.execute(left).fetchall() == [(1,)]
    async with opened(path):
        pass
    with closing(plain(path)) as connection:
        assert connection.execute(left).fetchall() == [(0,)]


async def test_a_file_that_is_up_to_date_is_opened_without_a_copy(path: Path) -> None:
    for _ in range(2):
        async with opened(path):
            assert not [*path.parent.glob(f"{path.name}.v*")]


async def test_a_file_of_a_newer_program_is_refused_and_left_alone(path: Path) -> None:
    at_version(path, NEWEST)
    connection = plain(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(SchemaTooNew, match="schema version 99"):
        await Database.open(path)
    connection = open_writer(path)
    assert schema_version(connection) == 99
    connection.close()


@pytest.mark.parametrize("number", [1, 12, BASELINE - 1])
async def test_a_file_from_before_the_first_release_is_refused_and_left_alone(
    path: Path, number: int
) -> None:
    release_0_1_0(path)
    connection = plain(path)
    connection.execute(f"PRAGMA user_version={number}")
    connection.close()
    before = content(path)
    with pytest.raises(
        SchemaTooOld, match=r"tuppence\.db was last used by .* Start 0\.1\.0 on it once"
    ):
        await Database.open(path)
    assert content(path) == before
    assert not [*path.parent.glob(f"{path.name}.v*")]


def test_the_version_counts_the_baseline_and_what_came_after_it() -> None:
    assert newest(MIGRATIONS[:1]) == BASELINE
    assert newest() == NEWEST


def failing(connection: Connection) -> None:
    connection.execute("DROP TABLE setting")
    raise RuntimeError("half-way")


def dangling(connection: Connection) -> None:
    connection.execute("INSERT INTO panel VALUES (77, 1, 0, 't', 1, NULL, 0)")


@pytest.mark.parametrize("bad,error", [(failing, RuntimeError), (dangling, DatabaseCorrupt)])
def test_a_migration_that_fails_leaves_nothing_behind(
    path: Path, bad: Migration, error: type[Exception]
) -> None:
    at_version(path, NEWEST)
    before = schema(path)
    connection = open_writer(path)
    with pytest.raises(error):
        migrate(connection, path, (*MIGRATIONS, bad))
    assert schema_version(connection) == NEWEST
    connection.close()
    assert schema(path) == before


def test_an_upgrade_that_fails_leaves_the_file_to_the_program_that_had_it(path: Path) -> None:
    had = NEWEST - 3
    at_version(path, had)
    before = schema(path)
    with closing(open_writer(path)) as connection:
        with pytest.raises(RuntimeError):
            migrate(connection, path, (*MIGRATIONS[:-1], failing))
        migrate(connection, path, MIGRATIONS[: had - BASELINE + 1])
        assert schema_version(connection) == had
    assert schema(path) == before


def test_an_upgrade_that_failed_runs_once_more_when_it_is_mended(path: Path) -> None:
    at_version(path, NEWEST)
    connection = open_writer(path)
    with pytest.raises(RuntimeError):
        migrate(connection, path, (*MIGRATIONS, failing))
    migrate(connection, path, (*MIGRATIONS, m005_rebuild))
    assert schema_version(connection) == NEWEST + 1
    connection.close()


def killed(path: Path, steps: int, *options: str) -> int:
    """Upgrade a file of many rows, killed after so many steps; return the exit status."""
    at_version(path, NEWEST)
    connection = plain(path)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO setting VALUES (?, 'v')", [(f"k{n}",) for n in range(ROWS)])
    connection.execute("COMMIT")
    connection.close()
    command = [
        sys.executable,
        "-m",
        "tests.data.sqlite.killed_migration",
        str(path),
        str(steps),
        *options,
    ]
    return subprocess.run(command, check=False, timeout=20).returncode


def state(path: Path) -> tuple[int, int, tuple[str, ...], bool]:
    """Return the version, the number of rows, the first of them, and whether half a rebuild is
    left.
    """
    connection = plain(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    number = connection.execute("PRAGMA user_version").fetchone()[0]
    count = connection.execute("SELECT count(*) FROM setting").fetchone()[0]
    first = connection.execute("SELECT * FROM setting WHERE key = 'k0'").fetchone()
    connection.close()
    return number, count, first, "fresh" in dict(schema(path))


OLD = (NEWEST, ROWS, ("k0", "v"), False)
NEW = (NEWEST + 1, ROWS, ("k0", "v", "new"), False)


@pytest.mark.parametrize("steps", [0, 60, 115, 130, 250, 400, 550, 610])
def test_an_upgrade_killed_half_way_was_never_begun(path: Path, steps: int) -> None:
    assert killed(path, steps) == -signal.SIGKILL
    assert state(path) == OLD


@pytest.mark.parametrize("steps", [620, 625, 628, 630, 632, 634, 638])
def test_an_upgrade_killed_about_its_end_is_whole_or_was_never_begun(
    path: Path, steps: int
) -> None:
    killed(path, steps)
    assert state(path) in (OLD, NEW)


def test_an_upgrade_left_alone_is_done(path: Path) -> None:
    assert killed(path, 100_000) == 0
    assert state(path) == NEW


def test_without_a_transaction_the_same_blow_would_leave_half(path: Path) -> None:
    assert killed(path, 250, "bare") == -signal.SIGKILL
    assert state(path) not in (OLD, NEW)
