"""Two stores on one database: who has lost a lease can write no move."""

import asyncio

import pytest

from data.file.errors import NotHeld
from data.game.log import NewMove
from data.game.rows import Appended, Stale
from data.sql.address import ServerAddress
from data.store import Store
from tests.data.builders import game_of, member
from tests.data.leases.holders import SHARDS, Holder, table_of
from tests.postgres.server import execute


async def test_who_holds_the_shard_moves(both: tuple[Holder, Holder]) -> None:
    ann, _ = both
    table_id, _ = await table_of(ann)
    assert isinstance(await ann.move(table_id, 0, "1"), Appended)


async def test_who_has_lost_the_shard_moves_no_more(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    await ben.take(shard)
    with pytest.raises(NotHeld):  # ann has not heard of it
        await ann.move(table_id, 0, "1")
    assert isinstance(await ben.move(table_id, 0, "2"), Appended)


async def test_who_has_got_it_back_moves_only_by_the_new_lease(
    both: tuple[Holder, Holder],
) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    await ben.take(shard)
    held = ann.store.portion.epoch(shard)
    await ann.take(shard)
    assert isinstance(await ann.move(table_id, 0, "1"), Appended)
    ann.store.portion.hold(shard, held or 0)
    with pytest.raises(NotHeld):
        await ann.move(table_id, 1, "2")


async def test_of_moves_at_the_moment_of_a_take_over_none_is_lost_or_doubled(
    both: tuple[Holder, Holder],
) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    entered: list[str] = []

    async def moves(holder: Holder, name: str) -> None:
        for number in range(60):
            row = await holder.store.tables.existing(table_id)
            try:
                answer = await holder.move(table_id, row.seq, f"{name}{number}")
            except NotHeld:
                continue
            if isinstance(answer, Appended):
                entered.append(f"{name}{number}")
            else:
                assert isinstance(answer, Stale)

    async def taking() -> None:
        for _ in range(6):
            for holder in (ben, ann):
                await asyncio.sleep(0.02)
                await holder.take(shard)

    await asyncio.gather(moves(ann, "a"), moves(ben, "b"), taking())
    log = await ben.store.tables.log(table_id)
    assert sorted(entry.key for entry in log) == sorted(entered)
    assert {key[0] for key in entered} == {"a", "b"}


async def test_a_take_over_waits_for_the_move_under_way(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    takes = []

    async def take() -> None:
        await ben.take(shard)
        takes.append((await ben.store.tables.existing(table_id)).seq)

    moving = asyncio.gather(*(ann.move(table_id, n, str(n)) for n in range(20)))
    await asyncio.sleep(0)
    taking = asyncio.create_task(take())
    answers = await asyncio.gather(moving, return_exceptions=True)
    await taking
    entered = (await ben.store.tables.existing(table_id)).seq
    assert answers
    assert takes == [entered]


async def test_each_looks_after_its_own_tables(both: tuple[Holder, Holder]) -> None:
    ann, ben = both
    table_id, shard = await table_of(ann)
    for number in range(SHARDS):
        if number != shard:
            ann.store.portion.release(number)
    assert await ann.store.tables.held([table_id]) == (table_id,)
    assert await ben.store.tables.held([table_id]) == ()


async def test_the_only_process_is_asked_for_no_lease(address: str) -> None:
    store = await Store.open(ServerAddress(address))
    try:
        table = await game_of(store, member(1), member(2))
        answer = await store.tables.append(NewMove(table.id, 0, 0, "1", "draw"))
    finally:
        await store.close()
    assert isinstance(answer, Appended)


async def test_a_store_that_shares_its_database_comes_back_when_it_was_cut_off(
    address: str, both: tuple[Holder, Holder]
) -> None:
    ann, _ = both
    table_id, _ = await table_of(ann)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    for after in range(2):
        execute(address, f"{cut} AND datname = current_database()")
        assert isinstance(await ann.move(table_id, after, str(after)), Appended)
