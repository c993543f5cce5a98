"""Tests of commits on PostgreSQL, and of a server that goes away during one."""

import asyncio
from collections.abc import Callable

import psycopg
import pytest

from data.core import program_state
from data.core.connection import Connection
from data.core.location import DatabaseUrl
from data.core.timestamps import Millis
from data.database import Database
from data.errors import DatabaseBusy, NotSaved, ServerDisconnected
from data.models.moves import DuplicateMove, MoveAppended, StaleMove
from data.postgres.commit import CommitAttempt, GroupCommitter
from data.postgres.connection import ThreadedConnection
from data.postgres.placeholders import returns_rows
from data.postgres.statements import PostgresConnection
from tests.data.builders import press, rows_of, two_players
from tests.support.postgres.server import execute

BACKENDS = (
    "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
DEADLOCK = "DO $$ BEGIN RAISE EXCEPTION 'a ring' USING ERRCODE = '40P01'; END $$"


def cut(place: DatabaseUrl) -> None:
    """Cut every connection to a database, as a restart of the server does."""
    execute(place.whole, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {BACKENDS}")


async def test_who_writes_after_connections_were_cut_notices_nothing(
    store: Database, place: DatabaseUrl
) -> None:
    table_id = await two_players(store)
    for after in range(5):
        cut(place)
        await press(store, table_id, after)
        cut(place)
        assert len(await store.tables.move_log(table_id)) == after + 1
    assert store.failed is None


async def test_a_unit_that_another_process_was_in_the_way_of_twice_is_said_again(
    store: Database,
) -> None:
    """Two transactions lock the same tables in opposite orders; PostgreSQL cancels one of them."""
    tries = 0

    def in_the_way(connection: Connection, _: Millis) -> None:
        nonlocal tries
        tries += 1
        program_state.set_value(connection, "whole", "a move")
        if tries <= 2:
            connection.execute(DEADLOCK)

    await store._opened.writer.submit(in_the_way)
    assert (tries, await store.program_state.get("whole")) == (3, "a move")


async def test_a_ring_that_is_told_with_the_commits_answer_is_in_nobodys_doubt(
    place: DatabaseUrl,
) -> None:
    """A clear error of the server means a rollback, although the COMMIT was under way."""
    writing, link = committing(place, lambda _: None)

    def in_the_way(connection: Connection, _: Millis) -> None:
        connection.execute("SELECT 1").fetchone()  # The number of the transaction comes with it.
        connection.execute(DEADLOCK)

    with pytest.raises(NotSaved) as raised:
        await writing.commit([in_the_way], Millis(0))
    await link.close()
    assert not isinstance(raised.value, ServerDisconnected)


async def test_a_group_whose_ring_is_told_with_the_commits_answer_is_said_again(
    store: Database,
) -> None:
    rings = 2

    def in_the_way(connection: Connection, _: Millis) -> None:
        nonlocal rings
        program_state.set_value(connection, "whole", "a move")
        connection.execute("SELECT 1").fetchone()
        rings -= 1
        if rings >= 0:
            connection.execute(DEADLOCK)

    keeping = (store.program_state.set(f"k{n}", "kept") for n in range(3))
    await asyncio.gather(*keeping, store._opened.writer.submit(in_the_way))
    said = [await store.program_state.get(key) for key in ("k0", "k1", "k2", "whole")]
    assert said == ["kept", "kept", "kept", "a move"]


async def test_what_a_unit_raises_it_raises_alone(store: Database) -> None:
    def wrong(connection: Connection, _: Millis) -> None:
        program_state.set_value(connection, "half", "a move")
        raise ValueError("the second half was wrong")

    said = await asyncio.gather(
        *(store.program_state.set(f"k{n}", "kept") for n in range(5)),
        store._opened.writer.submit(wrong),
        *(store.program_state.set(f"k{n}", "kept") for n in range(5, 9)),
        return_exceptions=True,
    )
    assert [isinstance(one, ValueError) for one in said] == [n == 5 for n in range(10)]
    assert await store.program_state.get("half") is None
    assert [await store.program_state.get(f"k{n}") for n in range(9)] == ["kept"] * 9


async def test_a_statement_that_fails_and_is_answered_late_is_its_units_own(
    store: Database,
) -> None:
    def twice(connection: Connection, _: Millis) -> None:
        for _again in range(2):
            connection.execute("INSERT INTO setting (key, value) VALUES ('same', 'x')")

    said = await asyncio.gather(
        store.program_state.set("before", "kept"),
        store._opened.writer.submit(twice),
        store.program_state.set("after", "kept"),
        return_exceptions=True,
    )
    assert [type(one) for one in said] == [type(None), NotSaved, type(None)]
    assert "same" not in str(said[1])  # The log must not contain the values of a row.


class Unanswered:
    """A proxy that cuts the connection just before or just after the server executes a COMMIT."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, carried_out: bool) -> None:
        self.times = 1
        self._before = PostgresConnection.execute
        self._carried_out = carried_out
        monkeypatch.setattr(PostgresConnection, "execute", self.put_in())

    def put_in(self) -> Callable[..., object]:
        def execute(speaking: PostgresConnection, sql: str, parameters: object = ()) -> object:
            if sql != "COMMIT" or not self.times:
                return self._before(speaking, sql, parameters)
            self.times -= 1
            if self._carried_out:
                self._before(speaking, sql, parameters)
                speaking.synchronize()
            speaking.link.close()
            raise psycopg.OperationalError("the connection is lost")

        return execute


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_commit_that_was_not_answered_is_made_once(
    store: Database, monkeypatch: pytest.MonkeyPatch, carried_out: bool
) -> None:
    table_id = await two_players(store)
    made: list[int] = []

    def count(connection: Connection, _: Millis) -> int:
        connection.execute("UPDATE card_table SET revision = revision + 100")
        made.append(table_id)
        return len(made)

    before = (await store.tables.get(table_id)).revision
    Unanswered(monkeypatch, carried_out=carried_out)
    await store._opened.writer.submit(count)
    assert (await store.tables.get(table_id)).revision == before + 100
    assert len(made) == (1 if carried_out else 2)


def committing(
    place: DatabaseUrl, sleep: Callable[[float], None]
) -> tuple[GroupCommitter, ThreadedConnection]:
    link = ThreadedConnection(place, "test", lambda _: None)
    return GroupCommitter(link, patience=0.0, sleep=sleep), link


async def test_who_cannot_be_told_whether_it_was_saved_is_told_so(
    place: DatabaseUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, link = committing(place, lambda _: None)
    monkeypatch.setattr(CommitAttempt, "_was_committed", lost)
    Unanswered(monkeypatch, carried_out=True)
    with pytest.raises(ServerDisconnected):
        await writing.commit([lambda c, _: program_state.set_value(c, "k", "v")], Millis(0))
    await link.close()


def lost(*_: object) -> bool:
    raise psycopg.OperationalError("still away")


async def test_while_the_server_is_away_nothing_is_saved_and_the_next_try_may(
    place: DatabaseUrl,
) -> None:
    away = DatabaseUrl(place.whole.replace("127.0.0.1", "127.0.0.2"))
    writing, link = committing(away, lambda _: None)
    with pytest.raises(DatabaseBusy):
        await writing.commit([lambda c, _: program_state.set_value(c, "k", "v")], Millis(0))
    await link.close()
    assert rows_of(place, "SELECT * FROM setting WHERE key = 'k'") == []


async def test_moves_of_one_press_after_another_at_a_table_each_see_the_one_before(
    store: Database,
) -> None:
    first, second = await two_players(store), await two_players(store)
    answers = await asyncio.gather(
        press(store, first, 0, "a"),
        press(store, second, 0, "b"),
        press(store, first, 0, "a"),  # Delivered twice.
        press(store, first, 0, "c"),  # Too late.
        press(store, first, 1, "d"),
        press(store, second, 1, "e"),
    )
    assert [*answers] == [
        MoveAppended(1),
        MoveAppended(1),
        DuplicateMove(1),
        StaleMove(1),
        MoveAppended(2),
        MoveAppended(2),
    ]


async def test_a_group_of_moves_waits_for_the_server_a_few_times_and_not_for_each(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await two_players(store) for _ in range(16)]
    waits: list[int] = []
    asked = PostgresConnection.execute

    def execute(speaking: PostgresConnection, sql: str, parameters: object = ()) -> object:
        if returns_rows(sql):
            waits.append(1)
        return asked(speaking, sql, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", execute)
    await asyncio.gather(*(press(store, table_id, 0) for table_id in tables))
    assert len(waits) < len(tables)
