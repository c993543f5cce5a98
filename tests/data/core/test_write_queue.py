import asyncio
import random
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from data.core import program_state
from data.core.connection import Connection
from data.core.timestamps import Millis
from data.core.write_queue import MAX_GROUP_SIZE
from data.database import Database
from data.errors import CommitUncertain, DatabaseBusy, DatabaseClosed, NotSaved, as_not_saved
from data.models.moves import DuplicateMove, MoveAppended
from tests.data.builders import file_of, found, opened, plain, press, two_players
from tests.soak.cancelled_callers import SharedConnection, press_and_cancel

TABLES, MOVES = range(1, 101), range(20)


@pytest.fixture
def place(path: Path) -> Path:
    return path  # Only SQLite has a write queue.


async def test_two_thousand_moves_half_of_them_cancelled_are_each_whole(store: Database) -> None:
    for _ in TABLES:
        await two_players(store)

    async def move(table_id: int, after: int) -> None:
        await press(store, table_id, after, deadline=float(after))

    tally = await press_and_cancel(move, TABLES, MOVES, random.Random(7))
    assert tally.cancelled > 500
    assert tally.errors == []
    # In order: after everything that was submitted before.
    await store.program_state.set("the storm", "is over")
    for table_id in TABLES:  # A submitted unit is executed even if its caller is cancelled.
        assert [entry.seq for entry in await store.tables.move_log(table_id)] == [
            n + 1 for n in MOVES
        ]
        assert (await found(store, table_id)).deadline == MOVES[-1]


async def test_after_the_storm_a_cancelled_press_repeated_is_a_duplicate(store: Database) -> None:
    table_id = await two_players(store)
    task = asyncio.create_task(press(store, table_id, 0, "k"))
    await asyncio.sleep(0)
    task.cancel()
    assert await press(store, table_id, 0, "k") == DuplicateMove(1)


async def test_the_usual_shape_does_not_survive_the_same_storm(path: Path) -> None:
    async with SharedConnection.open(path) as shape:
        tally = await press_and_cancel(shape.press, range(1), range(800), random.Random(7))
        # Half a transaction, which another commit would publish.
        assert shape.connection.in_transaction
    assert any("within a transaction" in str(error) for error in tally.errors)
    assert len(tally.errors) > 300  # Blocked for good: nobody could save anything any more.


def half_a_move(connection: Connection, now: int) -> None:
    program_state.set_value(connection, "half", "a move")
    raise ValueError("the second half was wrong")


async def test_a_unit_that_fails_is_undone_alone_among_its_commit(store: Database) -> None:
    submit = store._opened.writer.submit
    answers = await asyncio.gather(
        store.program_state.set("before", "kept"),
        submit(half_a_move),
        store.program_state.set("after", "kept"),
        return_exceptions=True,
    )
    assert isinstance(answers[1], ValueError)
    assert [await store.program_state.get(k) for k in ("before", "half", "after")] == [
        "kept",
        None,
        "kept",
    ]


async def test_interleaved_callers_never_share_half_a_move(store: Database) -> None:
    tables = [await two_players(store) for _ in range(3)]
    for after in range(10):
        await asyncio.gather(
            *(press(store, table_id, after) for table_id in tables),
            *(store._opened.writer.submit(half_a_move) for _ in range(5)),
            return_exceptions=True,
        )
    assert [len(await store.tables.move_log(table_id)) for table_id in tables] == [10, 10, 10]
    assert await store.program_state.get("half") is None


async def test_a_full_group_shares_one_commit(store: Database) -> None:
    statements: list[str] = []
    writing = file_of(store).between.__self__  # type: ignore[attr-defined]
    await writing.set_trace_callback(statements.append)
    count = 3 * MAX_GROUP_SIZE
    await asyncio.gather(*(store.program_state.set(f"k{n}", "v") for n in range(count)))
    assert statements.count("COMMIT") == 3
    assert statements.count("RELEASE unit") == count


async def test_a_full_disk_saves_nothing_and_says_so(store: Database) -> None:
    await store.program_state.set("small", "kept")
    assert store.failed is None
    await store._opened.writer.submit(lambda c, _: c.execute("PRAGMA max_page_count=60"))
    answers = await asyncio.gather(
        store.program_state.set("large", "x" * 500_000),
        store.program_state.set("beside", "it"),
        return_exceptions=True,
    )
    assert all(isinstance(answer, NotSaved) for answer in answers)
    assert [await store.program_state.get(k) for k in ("small", "large", "beside")] == [
        "kept",
        None,
        None,
    ]


async def test_a_store_that_has_failed_takes_no_more_work(store: Database) -> None:
    await store._opened.writer.submit(lambda c, _: c.execute("PRAGMA max_page_count=60"))
    with pytest.raises(NotSaved, match="SQLITE_FULL"):
        await store.program_state.set("large", "x" * 500_000)
    assert isinstance(store.failed, NotSaved)
    why = str(await store.wait_for_failure())
    assert why.startswith(str(store.failed))
    assert re.search(r"\.db\. Its disk has [\d,]+ of [\d,]+ MB free\. Free some space", why)
    with pytest.raises(NotSaved, match="SQLITE_FULL"):
        await store.program_state.set("small", "x")


async def test_after_a_failure_what_still_waits_is_refused_untried(store: Database) -> None:
    await store._opened.writer.submit(lambda c, _: c.execute("PRAGMA max_page_count=60"))
    large = store.program_state.set("large", "x" * 500_000)
    others = (store.program_state.set(f"k{n}", "v") for n in range(2 * MAX_GROUP_SIZE))
    answers = await asyncio.gather(large, *others, return_exceptions=True)
    assert all(isinstance(answer, NotSaved) for answer in answers)
    assert await store.program_state.get(f"k{2 * MAX_GROUP_SIZE - 1}") is None


OUT_OF_SPACE = """
import asyncio, pathlib, resource, signal, sys
from data.errors import NotSaved
from data.database import Database

async def main():
    store = await Database.open(pathlib.Path(sys.argv[1]))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    most = pathlib.Path(sys.argv[1] + "-wal").stat().st_size + 300_000  # bytes a file may have
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    kept = 0
    try:
        while True:
            await store.program_state.set(f"k{kept}", "x" * 500)
            kept += 1
    except NotSaved as error:
        print(kept, await store.program_state.get("k0") is not None, error)
    await store.close()

asyncio.run(main())
"""


async def test_when_the_system_refuses_a_write_every_acknowledged_change_is_kept(
    path: Path,
) -> None:
    command = [sys.executable, "-c", OUT_OF_SPACE, str(path)]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, timeout=20, check=False
    )
    kept, readable, error = done.stdout.split(maxsplit=2)
    assert readable == "True"
    assert re.search("SQLITE_IOERR_WRITE|SQLITE_FULL", error)
    async with opened(path) as store:
        assert [await store.program_state.get(f"k{n}") is None for n in range(int(kept))] == [
            False
        ] * int(kept)
    assert int(kept) > 5


async def test_what_was_acknowledged_before_the_disk_filled_is_there_afterwards(path: Path) -> None:
    async with opened(path) as store:
        await store._opened.writer.submit(lambda c, _: c.execute("PRAGMA max_page_count=160"))
        kept = 0
        while store.failed is None:
            answer = (
                await asyncio.gather(
                    store.program_state.set(f"k{kept}", "x" * 3000), return_exceptions=True
                )
            )[0]
            kept += answer is None
    async with opened(path) as store:
        assert kept > 3
        assert [await store.program_state.get(f"k{n}") is None for n in range(kept + 1)] == [
            *[False] * kept,
            True,
        ]


async def test_while_another_program_writes_a_press_is_told_to_try_again(
    store: Database, path: Path
) -> None:
    table_id = await two_players(store)
    await store._opened.writer.submit(lambda c, _: c.execute("PRAGMA busy_timeout=20"))
    other = plain(path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseBusy):
        await press(store, table_id, 0)
    other.close()
    assert store.failed is None
    assert await press(store, table_id, 0) == MoveAppended(1)


async def test_a_clock_that_breaks_leaves_nobody_waiting(path: Path) -> None:
    async with opened(path) as store:
        store._opened.writer._clock = lambda: Millis(1 // 0)
        with pytest.raises(NotSaved, match="ZeroDivisionError"):
            await store.program_state.set("k", "v")


async def test_closing_finishes_what_was_handed_in(path: Path) -> None:
    async with opened(path) as store:
        waiting = [asyncio.create_task(store.program_state.set(f"k{n}", "v")) for n in range(200)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    async with opened(path) as store:
        assert [await store.program_state.get(f"k{n}") for n in range(200)] == ["v"] * 200


async def test_a_closed_store_takes_no_work(path: Path) -> None:
    async with opened(path) as store:
        await store.close()
        with pytest.raises(DatabaseClosed):
            await store.program_state.set("k", "v")


async def test_when_the_loop_stops_the_writer_nobody_is_left_waiting(path: Path) -> None:
    async with opened(path) as store:
        waiting = [asyncio.create_task(store.program_state.set(f"k{n}", "v")) for n in range(200)]
        await asyncio.sleep(0)
        store._opened.writer._task.cancel()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(answer is None or isinstance(answer, DatabaseClosed) for answer in answers)


async def test_an_undone_change_whose_caller_has_left_is_logged(
    store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    task = asyncio.create_task(store._opened.writer.submit(half_a_move))
    await asyncio.sleep(0)
    task.cancel()
    await store.program_state.set("k", "v")
    assert "the second half was wrong" in caplog.text


def test_an_error_of_the_driver_names_its_code() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = 522, "SQLITE_IOERR_SHORT_READ"
    assert "SQLITE_IOERR_SHORT_READ" in str(as_not_saved(error))


@pytest.mark.parametrize(
    "code, unsure",
    [(sqlite3.SQLITE_IOERR, True), (sqlite3.SQLITE_FULL, False), (sqlite3.SQLITE_BUSY, False)],
)
def test_only_of_a_disk_that_failed_nobody_can_tell_what_is_on_it(code: int, unsure: bool) -> None:
    error = sqlite3.OperationalError("no")
    error.sqlite_errorcode = code
    assert isinstance(as_not_saved(error), CommitUncertain) == unsure
