"""Tests of a full disk at every write: acknowledged changes are saved, others are reported."""

import resource
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from data.database import Database
from data.errors import NotSaved
from data.sqlite.backup_files import backups
from data.sqlite.backups import verify
from tests.data.builders import (
    file_of,
    forgotten_everywhere,
    lobby,
    member,
    opened,
    places,
    press,
    unmixed,
    write,
)

EACH = 11  # Pages from one full disk to the next; python -m tests.soak.full_disk tries them all.
FRAME = 4096 + 24  # Bytes of one page in the write-ahead log.
FIRST = 40_000  # Bytes that SQLite's other files and the start of an open file's log need.
Act = Callable[[], Awaitable[object]]


def acts(store: Database) -> Iterator[Act]:
    """Yield a game's changes, one transaction each."""
    for table in (1, 2):
        yield partial(lobby, store, seats=2)
        for user in (1, 2):
            yield partial(store.lobbies.seat_player, table, member(user, f"M{user}" * 40))
        yield partial(store.lobbies.start, table, mix=unmixed, deadline=None)
        for seq in range(6):
            yield partial(press, store, table, seq, body=f"draw {'x' * 900}")
    yield partial(press, store, 1, 6, outcome=places(1, 2))
    yield partial(store.members.change_reminder_preferences, 1, lambda wish: wish)
    yield partial(store.guilds.mark_departed, 5)


async def until_full(store: Database) -> tuple[int, NotSaved | None]:
    """Return how many changes were acknowledged, and the message that refused the next."""
    done = 0
    for act in acts(store):
        try:
            await act()
        except NotSaved as error:
            return done, error
        done += 1
    return done, None


async def told(path: Path) -> int:
    """Return how many changes are on disk."""
    async with opened(path) as store:
        logs = [len(await store.tables.move_log(table_id)) for table_id in (1, 2)]
        found = [await store.tables.find(table_id) for table_id in (1, 2)]
        tables = sum(table is not None for table in found)
        seated = sum(seat.player is not None for table in found if table for seat in table.seats)
        begun = sum(table.status.value != "lobby" for table in found if table)
        left = len(await store.guilds.departed_before(1e12))
        wishes = len((await store.erasure.export(1))["preferences"])
    return sum(logs) + tables + seated + begun + left + wishes


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Limit the files of this process to so many bytes: the system refuses further writes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def full_after(path: Path, frames: int) -> tuple[int, NotSaved | None]:
    """Play a game on a disk that has room for so many more pages."""
    store = await Database.open(path)
    await file_of(store).empty_log()
    with files_up_to(FIRST + frames * FRAME):
        done, refusal = await until_full(store)
    await store.close()
    return done, refusal


@pytest.fixture
async def fresh(tmp_path: Path) -> Path:
    """Return a new database."""
    path = tmp_path / "fresh.db"
    await (await Database.open(path)).close()
    return path


async def kept_what_was_acknowledged(path: Path, frames: int) -> bool:
    """Fill a disk after so many pages, and check what is saved; return whether it was ever full."""
    done, refusal = await full_after(path, frames)
    verify(path)
    # The last change may be there: its result was unknown.
    assert done <= await told(path) <= done + 1
    if refusal is None:
        return False
    assert str(refusal).startswith(("Not saved: ", "It is unknown whether this was saved: "))
    return True


async def test_wherever_the_disk_is_full_what_was_acknowledged_is_there(fresh: Path) -> None:
    filled = 0
    for frames in range(0, 1000, EACH):
        path = Path(shutil.copy(fresh, fresh.with_name(f"{frames}.db")))
        if not await kept_what_was_acknowledged(path, frames):
            break
        filled += 1
    assert filled > 8


def may_grow_by(pages: int, connection: sqlite3.Connection) -> None:
    (count,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={count + pages}").fetchone()


async def test_a_database_that_may_not_grow_refuses_every_act_that_would_make_it(
    fresh: Path,
) -> None:
    refused: set[int] = set()
    for spare in range(30):
        path = Path(shutil.copy(fresh, fresh.with_name(f"{spare}.db")))
        async with opened(path) as store:
            await file_of(store).between(partial(may_grow_by, spare))
            done, refusal = await until_full(store)
        verify(path)
        assert await told(path) == done  # SQLite has rolled it back itself.
        if refusal is None:
            break
        refused.add(done)
        assert "SQLITE_FULL" in str(refusal)
    assert len(refused) > 1
    assert refusal is None


async def test_a_backup_for_which_there_is_no_room_leaves_the_others_and_no_remains(
    path: Path,
) -> None:
    async with opened(path) as store:
        await until_full(store)
        good = await store.make_backup()
        with files_up_to(50_000), pytest.raises(Exception, match=r"full|disk I/O|too large"):
            await store.make_backup()
        assert backups(path) == (good,)
        assert [one.name for one in good.parent.iterdir()] == [good.name]
        assert store.failed is None
        await store.program_state.set("goes", "on")
    verify(good)


async def test_forgetting_for_which_there_is_no_room_is_done_when_there_is(path: Path) -> None:
    async with opened(path) as store:
        await until_full(store)
        copy = await store.make_backup()
        whole = copy.read_bytes()
        await forgotten_everywhere(store, 9)  # None of these; the log is empty then.
        write(copy, whole)
        with files_up_to(len(whole) // 2):
            left = await forgotten_everywhere(store, 1)
        assert set(left) == {path, copy}
        assert copy.read_bytes() == whole
        assert await store.erasure.propagate() == ()
        assert b"M1M1" not in copy.read_bytes()
