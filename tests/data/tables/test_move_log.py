import asyncio

import pytest

from data.database import Database
from data.errors import NotSaved
from data.models.moves import DuplicateMove, MoveAppended, MoveEntry, StaleMove
from data.models.tables import TableStatus
from tests.data.builders import Clock, found, lobby, member, places, press, two_players


async def test_a_move_is_entered_with_its_time_and_the_next_deadline(
    store: Database, clock: Clock
) -> None:
    table_id = await two_players(store)
    assert await press(store, table_id, 0, "k1", body="draw", deadline=99.5) == MoveAppended(1)
    assert await store.tables.move_log(table_id) == (MoveEntry(1, 0, "k1", clock.now, "draw"),)
    table = await found(store, table_id)
    assert (table.seq, table.deadline) == (1, 99.5)


async def test_the_same_press_delivered_twice_is_one_move_and_one_answer(store: Database) -> None:
    table_id = await two_players(store)
    assert await press(store, table_id, 0, "k1") == MoveAppended(1)
    await press(store, table_id, 1, "k2")
    assert await press(store, table_id, 0, "k1") == DuplicateMove(1)
    assert (await found(store, table_id)).seq == 2


@pytest.mark.parametrize("after", [0, 2, -1])
async def test_a_press_on_another_state_than_the_newest_is_stale(
    store: Database, after: int
) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    before = await store.tables.find(table_id)
    assert await press(store, table_id, after, "late", deadline=5.0) == StaleMove(1)
    assert await store.tables.find(table_id) == before


async def test_a_key_belongs_to_one_table(store: Database) -> None:
    first, second = await two_players(store), await two_players(store)
    await press(store, first, 0, "k1")
    with pytest.raises(ValueError, match="before"):
        await press(store, second, 0, "k1")
    assert await store.tables.move_log(second) == ()


async def test_of_racing_presses_exactly_one_is_entered_for_each_turn(store: Database) -> None:
    tables = [await two_players(store) for _ in range(5)]
    for after in range(20):
        answers = await asyncio.gather(
            *(press(store, t, after, f"{t}/{after}/{n}") for n in range(13) for t in tables)
        )
        assert answers.count(MoveAppended(after + 1)) == len(tables)
        assert answers.count(StaleMove(after + 1)) == 12 * len(tables)
    logs = [await store.tables.move_log(table_id) for table_id in tables]
    assert all([entry.seq for entry in log] == list(range(1, 21)) for log in logs)


async def test_no_move_is_entered_in_a_lobby_or_at_no_table(store: Database) -> None:
    table = await lobby(store, member(1))
    assert await press(store, table.id, 0) == StaleMove(0)
    assert await press(store, 4711, 0) == StaleMove(0)


async def test_the_last_move_finishes_the_game(store: Database) -> None:
    table_id = await two_players(store)
    assert await press(store, table_id, 0, deadline=9.0, outcome=places(1, 2)) == MoveAppended(1)
    table = await found(store, table_id)
    assert (table.status, table.deadline) == (TableStatus.FINISHED, None)
    assert await store.tables.playing_ids() == ()


async def test_nothing_is_entered_after_the_last_move(store: Database) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0, "last", outcome=places(1, 2))
    assert await press(store, table_id, 1) == StaleMove(1)
    assert await press(store, table_id, 0, "last") == DuplicateMove(1)


async def test_an_outcome_for_other_seats_enters_nothing(store: Database) -> None:
    table_id = await two_players(store)
    with pytest.raises(ValueError, match="every seat"):
        await press(store, table_id, 0, outcome=places(1, 2, 3))
    assert (await found(store, table_id)).status is TableStatus.PLAYING
    assert await store.tables.move_log(table_id) == ()


async def test_a_log_can_be_read_from_any_entry_on(store: Database) -> None:
    table_id = await two_players(store)
    for after in range(4):
        await press(store, table_id, after)
    assert [entry.seq for entry in await store.tables.move_log(table_id, 2)] == [3, 4]
    assert await store.tables.move_log(table_id, 4) == ()
    assert await store.tables.move_log(4711) == ()


async def test_time_in_the_log_never_runs_backwards(store: Database, clock: Clock) -> None:
    table_id = await two_players(store)
    await press(store, table_id, 0)
    clock.now -= 3600
    await press(store, table_id, 1)
    first, second = await store.tables.move_log(table_id)
    assert second.at >= first.at


async def test_the_moves_of_one_press_are_an_entry_each(store: Database) -> None:
    table_id = await two_players(store)
    assert await press(
        store, table_id, 0, "k", body="meld", more=("add", "discard")
    ) == MoveAppended(3)
    entered = [
        (entry.seq, entry.key, entry.body) for entry in await store.tables.move_log(table_id)
    ]
    assert entered == [(1, "k", "meld"), (2, "k.1", "add"), (3, "k.2", "discard")]
    assert await press(store, table_id, 0, "k", body="meld", more=("add",)) == DuplicateMove(1)


async def test_of_the_moves_of_one_press_all_are_entered_or_none(store: Database) -> None:
    first, second = await two_players(store), await two_players(store)
    await press(store, first, 0, "k.1")
    with pytest.raises(NotSaved):
        await press(store, second, 0, "k", more=("discard",))  # Its second key is taken.
    assert await store.tables.move_log(second) == ()
    assert (await found(store, second)).seq == 0
