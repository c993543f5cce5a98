"""Tests of erasure in every backup: no file is removed, and one failing file does not stop the
rest.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.database import Database
from data.erasure import erased_backups, personal_data
from data.migrations import BASELINE, NEWEST
from data.sqlite.backup_files import backup_folder, kept_copies, temporary_path
from data.sqlite.backups import verify
from data.sqlite.migrate import schema_version
from tests.data.builders import (
    GUILD,
    Clock,
    basil,
    content,
    file_of,
    forgotten_everywhere,
    garble,
    in_a_file,
    mode,
    opened,
    plain,
    write,
)
from tests.data.erasure.test_personal_data import USER, ZOE, a_life, traces
from tests.data.sqlite.test_migrations import at_version


def older(path: Path, number: int) -> None:
    """Write a backup of an older schema version, with Zoe in it."""
    path.parent.mkdir(exist_ok=True)
    at_version(path, number)
    connection = plain(path)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute(
        "INSERT INTO player (guild_id, user_id, name) VALUES (1, ?, ?)", (USER, ZOE.name)
    )
    connection.close()


def players(path: Path) -> int:
    """Return the players of servers; a private table belongs to no server."""
    connection = plain(path)
    (count,) = connection.execute("SELECT count(*) FROM player WHERE guild_id <> 0").fetchone()
    connection.close()
    return int(count)


async def to_do(store: Database) -> int:
    return await store.erasure.pending_count()


# ---- no file is removed


@pytest.mark.parametrize("number", range(BASELINE, NEWEST))
async def test_the_copy_from_before_an_upgrade_stays_and_forgets(
    path: Path, tmp_path: Path, number: int
) -> None:
    older(path, number)
    async with opened(path) as store:
        (copy,) = kept_copies(path)
        assert await forgotten_everywhere(store, USER) == ()
        assert list(traces(tmp_path)) == []
    verify(copy)
    assert (mode(copy), players(copy)) == (0o600, 1)
    async with opened(copy) as restored:
        assert await restored.erasure.pending_count() == 0


async def test_a_backup_of_an_older_version_is_brought_up_to_date_and_forgets(
    path: Path, tmp_path: Path
) -> None:
    async with opened(path) as store:
        await a_life(store)
        copy = backup_folder(path) / "2026-01-01T000000.db"
        older(copy, BASELINE)
        await forgotten_everywhere(store, USER)
        assert store.backups() == (copy,)
        assert list(traces(tmp_path)) == []
    connection = plain(copy)
    assert schema_version(connection) == NEWEST
    connection.close()


def restore(path: Path, newest: Path) -> Path:
    """Replace the database by a backup, as operators do. Return the file that it replaced."""
    broken = path.rename(path.with_name("tuppence.db.broken-1764000000"))
    write(path, content(newest))
    return broken


async def restored(path: Path) -> Path:
    """Save Zoe's data, make a backup and restore it. Return the replaced file."""
    async with opened(path) as store:
        await a_life(store)
        newest = await store.make_backup()
    return restore(path, newest)


async def test_what_was_put_aside_for_a_backup_stays_and_forgets(
    path: Path, tmp_path: Path
) -> None:
    broken = await restored(path)
    async with opened(path) as store:
        assert await forgotten_everywhere(store, USER) == ()
        assert list(traces(tmp_path)) == []
    verify(broken)


async def test_what_was_put_aside_and_cannot_be_read_is_still_to_do(path: Path) -> None:
    broken = await restored(path)
    write(broken, b"no database any more")
    async with opened(path) as store:
        assert await forgotten_everywhere(store, USER) == (broken,)
        assert await to_do(store) == 1
        broken.unlink()
        assert await store.erasure.propagate() == ()


async def test_one_that_is_garbled_keeps_no_other_from_forgetting(path: Path) -> None:
    broken = await restored(path)
    garble(broken)
    async with opened(path) as store:
        assert await forgotten_everywhere(store, USER) == (broken,)
        (copy,) = store.backups()
        assert ZOE.name.encode() not in content(copy)


async def test_what_was_put_aside_is_found_whatever_the_database_is_called(tmp_path: Path) -> None:
    path = tmp_path / "cards[1].db"
    older(path, BASELINE)
    async with opened(path) as store:
        assert await forgotten_everywhere(store, USER) == ()
    assert list(traces(tmp_path)) == []


async def test_whom_what_was_put_aside_had_still_to_forget_a_backup_forgets_too(
    path: Path, tmp_path: Path
) -> None:
    async with opened(path) as store:
        await a_life(store)
        newest = await store.make_backup()
        # And no copy could be changed before the end.
        await store.erasure.erase_member(USER, basil)
    restore(path, newest)
    async with opened(path) as store:
        assert await to_do(store) == 1
        assert await store.erasure.propagate() == ()
        await a_life(store)
    assert list(traces(tmp_path)) != []  # She has returned.
    async with opened(path) as store:
        assert await to_do(store) == 0
        assert (await store.erasure.export(USER))["names"]


@in_a_file
async def test_a_copy_keeps_its_age_and_is_seen_to_have_changed(store: Database) -> None:
    await a_life(store)
    copy = await store.make_backup()
    before = copy.stat().st_mtime_ns
    await forgotten_everywhere(store, USER)
    assert copy.stat().st_mtime_ns == before + 1_000_000_000


@in_a_file
async def test_a_copy_of_a_newer_program_stays_and_is_still_to_do(store: Database) -> None:
    await a_life(store)
    copy = await store.make_backup()
    connection = plain(copy)
    connection.execute(f"PRAGMA user_version={NEWEST + 1}")
    connection.close()
    whole = content(copy)
    assert await forgotten_everywhere(store, USER) == (copy,)
    assert content(copy) == whole
    assert await to_do(store) == 1


# ---- a file that cannot be read


async def torn(store: Database, clock: Clock) -> tuple[Path, Path, bytes]:
    """Two backups with Zoe's data, the newer one damaged, and the contents of that backup."""
    await a_life(store)
    good = await store.make_backup()
    clock.now += 60
    bad = await store.make_backup()
    whole = content(bad)
    write(bad, whole[:4096] + b"\xff" * 8192 + whole[12288:])
    return good, bad, whole


@in_a_file
async def test_a_torn_copy_keeps_no_other_from_forgetting(
    store: Database, clock: Clock, tmp_path: Path
) -> None:
    good, bad, _ = await torn(store, clock)
    assert await forgotten_everywhere(store, USER) == (bad,)
    assert {name for name, _ in traces(tmp_path)} <= {bad.name, "tuppence.db", "tuppence.db-wal"}
    verify(good)


@in_a_file
async def test_what_is_still_to_do_is_tried_until_it_is_done(
    store: Database, clock: Clock, tmp_path: Path
) -> None:
    _, bad, whole = await torn(store, clock)
    await forgotten_everywhere(store, USER)
    assert await store.erasure.propagate() == (bad,)
    assert await to_do(store) == 1
    write(bad, whole)
    assert await store.erasure.propagate() == ()
    assert await to_do(store) == 0
    assert list(traces(tmp_path)) == []


@in_a_file
async def test_the_log_names_the_file_and_nobody(
    store: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    _, bad, _ = await torn(store, clock)
    await forgotten_everywhere(store, USER)
    assert bad.name in caplog.text
    assert str(USER) not in caplog.text


async def test_who_was_forgotten_between_a_commit_and_a_kill_is_forgotten_after_the_start(
    path: Path, tmp_path: Path
) -> None:
    async with opened(path) as store:
        await a_life(store)
        await store.make_backup()

        def only_here(connection: Connection, now: Millis) -> None:
            personal_data.erase_member(connection, now, USER, basil)
            erased_backups.record_erasure(connection, now, "member", USER)

        await store.tables.backend.transaction(only_here)
    assert {name for name, _ in traces(tmp_path)} > {"tuppence.db"}
    async with opened(path) as store:
        assert await store.erasure.propagate() == ()
        assert list(traces(tmp_path)) == []


async def test_another_program_that_reads_the_file_delays_it(path: Path, tmp_path: Path) -> None:
    async with opened(path) as store:
        await a_life(store)
        await store.tables.backend.transaction(
            lambda c, _: c.execute("PRAGMA busy_timeout=20") and None
        )
        other = plain(path)
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM player").fetchone()
        assert await forgotten_everywhere(store, USER) == (path,)
        other.close()
        assert await store.erasure.propagate() == ()
        assert list(traces(tmp_path)) == []


@in_a_file
async def test_a_server_is_erased_from_a_torn_copy_later(
    store: Database, clock: Clock, tmp_path: Path
) -> None:
    _, bad, whole = await torn(store, clock)
    await store.guilds.mark_departed(GUILD)
    clock.now += 60
    assert await store.erasure.erase_guilds({GUILD}, clock.now) == (GUILD,)
    assert await to_do(store) == 1
    write(bad, whole)
    assert await store.erasure.propagate() == ()
    for file in (tmp_path / "tuppence.db", *store.backups()):
        assert players(file) == 0


# ---- attempts that were cut short


@pytest.mark.parametrize(
    "remains",
    [
        lambda path: backup_folder(path) / "unfinished",  # The name that older releases used.
        lambda path: backup_folder(path) / "unfinished-journal",
        lambda path: temporary_path(backup_folder(path) / "2026-01-01T000000.db"),
        lambda path: temporary_path(path.with_name("tuppence.db.v9")),
        lambda path: temporary_path(path.with_name("tuppence.db.broken-1764000000")),
    ],
)
async def test_what_is_left_of_a_torn_attempt_forgets_by_going(
    path: Path, tmp_path: Path, remains: Callable[[Path], Path]
) -> None:
    async with opened(path) as store:
        await a_life(store)
        write(remains(path), b"half a copy, with Unmistakable in it")
        await forgotten_everywhere(store, USER)
        assert list(traces(tmp_path)) == []


@in_a_file
async def test_a_backup_that_fails_leaves_nothing_behind(store: Database, path: Path) -> None:
    await a_life(store)
    await store.make_backup()
    await file_of(store).between(lambda c: c.execute("PRAGMA foreign_keys=OFF") and None)
    statement = "INSERT INTO panel VALUES (999, ?, 0, 'secret-token', 1, NULL, 0)"
    await store.tables.backend.transaction(lambda c, _: c.execute(statement, (USER,)) and None)
    with pytest.raises(Exception, match="damaged"):
        await store.make_backup()
    assert [file.suffix for file in backup_folder(path).iterdir()] == [".db"]


# ---- what is not done twice


def written(path: Path) -> dict[str, int]:
    """Return each backup's time of last change, in nanoseconds."""
    return {copy.name: copy.stat().st_mtime_ns for copy in backup_folder(path).glob("*.db")}


async def noted(store: Database) -> list[int]:
    """Return the ids in the table of pending erasures."""
    rows = await store.tables.backend.query(
        lambda c: c.execute("SELECT whose FROM erasure WHERE whose <> 0").fetchall()
    )
    return [row[0] for row in rows]


@in_a_file
async def test_for_somebody_who_is_not_known_no_backup_is_written(
    store: Database, clock: Clock, path: Path
) -> None:
    await torn(store, clock)
    before = written(path)
    for _ in range(5):
        await store.erasure.erase_member(4711, basil)
    assert await noted(store) == []
    await store.erasure.propagate()
    assert written(path) == before


@in_a_file
async def test_while_a_backup_is_damaged_a_person_who_returns_is_noted_once(
    store: Database, clock: Clock
) -> None:
    await torn(store, clock)
    for _ in range(3):
        await forgotten_everywhere(store, USER)
        await a_life(store)
    await forgotten_everywhere(store, USER)
    assert await noted(store) == [USER]


@in_a_file
async def test_a_backup_that_has_forgotten_is_not_written_again_for_a_damaged_one(
    store: Database, clock: Clock, path: Path
) -> None:
    await torn(store, clock)
    await forgotten_everywhere(store, USER)
    before = written(path)
    await store.erasure.propagate()
    assert written(path) == before


@in_a_file
async def test_erasures_that_wait_for_their_turn_share_one_run(
    store: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await torn(store, clock)
    await store.erasure.erase_member(USER, basil)
    runs: list[int] = []
    real = erased_backups._in_copies

    def counted(database: Path, due: Sequence[erased_backups.Erasure]) -> dict[Path, str]:
        runs.append(len(due))
        return real(database, due)

    monkeypatch.setattr(erased_backups, "_in_copies", counted)
    left = await asyncio.gather(*(store.erasure.propagate() for _ in range(5)))
    assert len(runs) == 2
    assert len(set(left)) == 1
