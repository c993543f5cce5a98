"""One bot of several: it looks after the tables of the shards that it holds, and no others."""

import pytest

from cogs._game.paces import PACES
from data.leases.rows import of_shard
from data.time.rows import Wait
from tests.cogs.clocks import DAY, HOUR, after, looked, timed
from tests.data.builders import game_of, member

ME = "0:here:1"
SERVERS = range(4)


async def divided(room, *, held: bool, epoch: int = 1):
    """Let there be several processes; the one shard is ours, by a lease of epoch 1, or not."""
    store = room.bot.store
    store.portion.divided(ME, 1)
    if held:
        store.portion.hold(0, 1)
    await store.tables._submit(
        lambda c, _: c.execute(
            "INSERT INTO lease (name, holder, epoch, wanted, said) VALUES (?, ?, ?, '', '')",
            (of_shard(0), ME, epoch),
        )
    )


async def looked_as_one_with(room, held, shards):
    """One look of a process that holds these shards of so many, and no others."""
    portion = room.bot.store.portion
    for shard in portion.held:
        portion.release(shard)
    portion.divided(ME, shards)
    for shard in held:
        portion.hold(shard, 1)
    await looked(room)


async def a_game_on_each_server(room):
    """One for each of four servers, that all have to be decided within the hour."""
    store, now = room.bot.store, room.now()
    tables = [await game_of(store, member(1), member(2), guild=n << 22) for n in SERVERS]
    for table in tables:
        await store.time.wait_for(table.id, (Wait(0, 0, now, now + HOUR, HOUR),))
    return [table.id for table in tables]


async def left_to_decide(room, table_ids):
    """The seconds that are left at each of these tables."""
    waits = [await room.bot.store.time.waits(table_id) for table_id in table_ids]
    return [wait.deadline - room.now() for (wait,) in waits]


async def test_a_turn_at_anothers_table_is_left_to_it(room):
    game = await timed(room, room.people)
    await divided(room, held=False)
    await after(room, DAY + HOUR)
    assert await game.seq() == 0


async def test_a_turn_at_a_table_of_ours_is_made_at_its_deadline(room):
    game = await timed(room, room.people)
    await divided(room, held=True)
    await after(room, DAY + HOUR)
    assert await game.seq() == 2


async def test_whose_shard_was_away_for_long_gets_more_time(room):
    game = await timed(room, room.people)
    await divided(room, held=True)
    await looked(room)
    room.bot.store.portion.release(0)
    await after(room, DAY + HOUR)
    room.bot.store.portion.hold(0, 1)
    await looked(room)
    assert await game.seq() == 0


async def test_whose_games_came_from_a_file_gets_more_time_for_the_time_of_the_move(room):
    game = await timed(room, room.people)
    await looked(room)
    await divided(room, held=True)
    room.env.backend.advance_clock(DAY + HOUR)
    await looked(room)
    assert await game.seq() == 0


@pytest.mark.parametrize("before, since", [(2, 4), (4, 2), (3, 4)])
@pytest.mark.parametrize("processes", [1, 2])
async def test_every_table_gets_more_time_though_there_are_other_shards_than_before_the_absence(
    room, before, since, processes
):
    tables = await a_game_on_each_server(room)
    await looked_as_one_with(room, range(before), before)
    room.env.backend.advance_clock(DAY)
    for first in range(processes):
        await looked_as_one_with(room, range(first, since, processes), since)
    grace = PACES["day"].grace
    assert await left_to_decide(room, tables) == [pytest.approx(grace, abs=1)] * len(tables)


async def test_no_table_gets_more_time_for_when_there_were_more_shards(room):
    tables = await a_game_on_each_server(room)
    await looked_as_one_with(room, range(4), 4)
    await looked_as_one_with(room, range(2), 2)
    room.env.backend.advance_clock(HOUR / 2)
    for shards in (2, 4):
        room.bot.parlour.timekeeper.longest = HOUR
        await looked_as_one_with(room, range(shards), shards)
        room.bot.parlour.timekeeper.longest = 15.0
    assert await left_to_decide(room, tables) == [pytest.approx(HOUR / 2, abs=1)] * len(tables)


async def test_a_press_after_the_shard_was_lost_changes_nothing_and_is_told(room):
    game = await timed(room, room.people)
    who = await game.turn()
    panel = await game.hand(who)
    await divided(room, held=True, epoch=2)
    answer = await who.press(panel, "say")
    assert await game.seq() == 0
    assert "again" in answer.text


async def test_what_another_process_has_changed_is_shown_at_the_next_look(room):
    game = await timed(room, room.people)
    await divided(room, held=True)
    await looked(room)
    await room.bot.store.tables.unpaint(game.table_id)
    await looked(room)
    assert game.table_id not in await room.bot.store.tables.behind()
