"""Tests of one process's tables while another process is in the middle of a transaction."""

import asyncio
from collections.abc import Iterator

import psycopg
import pytest

from data.core.location import DatabaseUrl
from data.database import Database
from data.models.deadlines import Downtime, OpenDecision
from tests.data.builders import game_of, member, opened
from tests.support.postgres.server import execute

SHARDS = 2
HOUR = 3600.0
AWAY_UNTIL = 4e9
"""A time in a hundred years."""
WAITS_FOR_A_LOCK = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'"""


@pytest.fixture
def other(address: str) -> Iterator[psycopg.Connection[tuple[int, ...]]]:
    """Another process, in the middle of a transaction."""
    with psycopg.connect(address) as connection:
        yield connection


async def timed(store: Database, guild: int, deadline: float) -> int:
    """A game that waits for a seat, on a server of this shard."""
    table = await game_of(store, member(1), member(2), guild=guild << 22)
    await store.deadlines.replace_open_decisions(
        table.id, (OpenDecision(0, 0, 0.0, deadline, deadline),)
    )
    return table.id


async def has_to_wait(address: str) -> None:
    """Wait until some transaction waits for a lock."""
    async with asyncio.timeout(20):
        while execute(address, WAITS_FOR_A_LOCK) == [(0,)]:  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.01)


async def test_grace_for_the_tables_of_one_shard_waits_for_no_move_at_another_s(
    address: str, other: psycopg.Connection[tuple[int, ...]]
) -> None:
    async with opened(DatabaseUrl(address)) as store:
        mine, theirs = await timed(store, 4, 10.0), await timed(store, 5, 10.0)
        other.execute("SELECT 1 FROM card_table WHERE id = %s FOR UPDATE", (theirs,))
        async with asyncio.timeout(5):
            given = await store.deadlines.grant_grace(
                Downtime(100.0, 100.0), {"day": HOUR}, 0, SHARDS
            )
        assert given == {mine}
        assert await store.deadlines.due_tables(200.0 + HOUR) == (
            (theirs, 10.0),
            (mine, 100.0 + HOUR),
        )


async def test_after_a_grace_a_table_s_deadline_is_that_of_its_decisions_whatever_came_between(
    address: str, other: psycopg.Connection[tuple[int, ...]]
) -> None:
    async with opened(DatabaseUrl(address)) as store:
        table_id = await timed(store, 4, 2 * HOUR)
        other.execute("SELECT 1 FROM card_table WHERE id = %s FOR UPDATE", (table_id,))
        giving = asyncio.create_task(
            store.deadlines.grant_grace(Downtime(0.0, 0.0), {"day": 60.0}, 0, SHARDS)
        )
        await has_to_wait(address)
        other.execute("UPDATE wait SET deadline = %s WHERE table_id = %s", (HOUR * 1000, table_id))
        other.execute("UPDATE card_table SET deadline = %s WHERE id = %s", (HOUR * 1000, table_id))
        other.commit()
        await giving
        assert [wait.deadline for wait in await store.deadlines.open_decisions(table_id)] == [HOUR]
        assert await store.deadlines.due_tables(3 * HOUR) == ((table_id, HOUR),)


TAKEN_OVER = """INSERT INTO seat_driver (table_id, seat, from_seq, kind, name, level)
    VALUES (%s, 0, 0, 'computer', 'Ada', 'normal') ON CONFLICT (table_id, seat, from_seq)
    DO UPDATE SET kind = excluded.kind, player_id = NULL, name = excluded.name"""


async def test_a_holiday_holds_no_seat_that_another_process_was_about_to_hand_over(
    address: str, other: psycopg.Connection[tuple[int, ...]]
) -> None:
    async with opened(DatabaseUrl(address)) as store:
        table_id = await timed(store, 4, HOUR)
        other.execute("SELECT 1 FROM card_table WHERE id = %s FOR UPDATE", (table_id,))
        begun = asyncio.create_task(store.pauses.begin_holiday(1, AWAY_UNTIL, 9))
        await has_to_wait(address)
        other.execute(TAKEN_OVER, (table_id,))
        other.commit()
        await begun
        assert await store.pauses.of_table(table_id) == ()
        assert await store.pauses.holiday_until(1) == AWAY_UNTIL


async def test_a_holiday_that_another_process_was_about_to_prolong_is_not_over(
    address: str, other: psycopg.Connection[tuple[int, ...]]
) -> None:
    async with opened(DatabaseUrl(address)) as store:
        await store.pauses.begin_holiday(1, 0.0, 9)
        longer = "UPDATE holiday SET until = %s WHERE user_id = 1"
        other.execute(longer, (AWAY_UNTIL * 1000,))
        over = asyncio.create_task(store.pauses.finish_holiday(1))
        await has_to_wait(address)
        other.commit()
        assert not await over
        assert await store.pauses.holiday_until(1) == AWAY_UNTIL
