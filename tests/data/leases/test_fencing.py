"""Tests of two databases on one server: a process without its lease can append no move."""

import asyncio
from itertools import count

import pytest

from data.core.location import DatabaseUrl
from data.database import Database
from data.errors import NotOwner
from data.models.moves import MoveAppended, NewMove, StaleMove
from data.postgres.placeholders import returns_rows
from data.postgres.statements import PostgresConnection
from tests.data.builders import game_of, member, practice_of
from tests.data.leases.holders import SHARDS, Holder, table_of
from tests.support.postgres.server import execute


async def test_who_holds_the_shard_moves(both: tuple[Holder, Holder]) -> None:
    ann, _ = both
    table_id, _ = await table_of(ann)
    assert isinstance(await ann.move(table_id, 0, "1"), MoveAppended)


async def test_who_has_lost_the_shard_moves_no_more(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    await ben.take(shard)
    with pytest.raises(NotOwner):  # Ann's process has not heard of it.
        await ann.move(table_id, 0, "1")
    assert isinstance(await ben.move(table_id, 0, "2"), MoveAppended)


async def test_who_has_got_it_back_moves_only_by_the_new_lease(
    both: tuple[Holder, Holder],
) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    await ben.take(shard)
    held = ann.owned.epoch(shard)
    await ann.take(shard)
    assert isinstance(await ann.move(table_id, 0, "1"), MoveAppended)
    ann.owned.add(shard, held or 0)
    with pytest.raises(NotOwner):
        await ann.move(table_id, 1, "2")


class Mover:
    """A task that moves as fast as possible until told to stop, even without the lease."""

    def __init__(self, holder: Holder, name: str, table_id: int) -> None:
        self.entered: list[str] = []
        self.holder = holder
        self._name = name
        self._table = table_id

    async def move_until(self, over: asyncio.Event) -> None:
        for number in count():
            if over.is_set():
                return
            row, key = await self.holder.store.tables.get(self._table), f"{self._name}{number}"
            try:
                answer = await self.holder.move(self._table, row.seq, key)
            except NotOwner:
                continue
            assert isinstance(answer, MoveAppended | StaleMove)
            if isinstance(answer, MoveAppended):
                self.entered.append(key)

    async def has_moved(self) -> None:
        """Wait until one more move is saved."""
        before = len(self.entered)
        async with asyncio.timeout(30):
            while len(self.entered) == before:  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(0.005)


async def test_of_moves_at_the_moment_of_a_take_over_none_is_lost_or_doubled(
    both: tuple[Holder, Holder],
) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    movers, over = (Mover(ann, "a", table_id), Mover(ben, "b", table_id)), asyncio.Event()
    moving = [asyncio.create_task(mover.move_until(over)) for mover in movers]
    for mover in (movers[1], movers[0]) * 6:
        await mover.holder.take(shard)
        await mover.has_moved()
    over.set()
    await asyncio.gather(*moving)
    log = await ben.store.tables.move_log(table_id)
    entered = [key for mover in movers for key in mover.entered]
    assert sorted(entry.key for entry in log) == sorted(entered)


async def test_a_take_over_waits_for_the_move_under_way(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    takes = []

    async def take() -> None:
        await ben.take(shard)
        takes.append((await ben.store.tables.get(table_id)).seq)

    moving = asyncio.gather(*(ann.move(table_id, n, str(n)) for n in range(20)))
    await asyncio.sleep(0)
    taking = asyncio.create_task(take())
    answers = await asyncio.gather(moving, return_exceptions=True)
    await taking
    entered = (await ben.store.tables.get(table_id)).seq
    assert answers
    assert takes == [entered]


async def test_moves_in_a_divided_store_ask_for_their_leases_together_with_their_questions(
    both: tuple[Holder, Holder], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = both
    tables = [(await table_of(ann))[0] for _ in range(16)]
    asked, waits = PostgresConnection.execute, []

    def execute(speaking: PostgresConnection, sql: str, parameters: object = ()) -> object:
        if returns_rows(sql):
            waits.append(sql)
        return asked(speaking, sql, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", execute)
    await asyncio.gather(*(ann.move(table_id, 0, f"{table_id}") for table_id in tables))
    assert len(waits) < len(tables)


async def test_a_table_that_is_not_there_is_nobodys_loss(both: tuple[Holder, Holder]) -> None:
    ann, _ = both
    await table_of(ann)
    assert await ann.move(999, 0, "1") == StaleMove(0)


async def test_private_tables_are_changed_by_whoever_is_pressed(
    both: tuple[Holder, Holder],
) -> None:
    ann, ben = both
    await table_of(ann)  # Ann's process owns all shards.
    table = await ben.store.lessons.create_private_table(practice_of(member(1)))
    assert await ben.move(table.id, 0, "1") == MoveAppended(1)


async def test_each_looks_after_its_own_tables(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    for number in range(SHARDS):
        if number != shard:
            ann.owned.remove(number)
    guild = (await ann.store.tables.guilds_of([table_id]))[table_id]
    assert ann.owned.owns_guild(guild)
    assert not ben.owned.owns_guild(guild)


async def test_the_only_process_is_asked_for_no_lease(address: str) -> None:
    store = await Database.open(DatabaseUrl(address))
    try:
        table = await game_of(store, member(1), member(2))
        answer = await store.tables.append_moves(NewMove(table.id, 0, 0, "1", "draw"))
    finally:
        await store.close()
    assert isinstance(answer, MoveAppended)


async def test_a_store_that_shares_its_database_comes_back_when_it_was_cut_off(
    address: str, both: tuple[Holder, Holder]
) -> None:
    ann, _ = both
    table_id, _ = await table_of(ann)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    for after in range(2):
        execute(address, f"{cut} AND datname = current_database()")
        assert isinstance(await ann.move(table_id, after, str(after)), MoveAppended)
