"""One bot of several: it looks after the tables of the shards that it holds, and no others."""

from data.leases.rows import of_shard
from tests.cogs.clocks import DAY, HOUR, after, looked, timed

ME = "0:here:1"


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
