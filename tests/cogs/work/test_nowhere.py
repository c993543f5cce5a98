"""Tables whose place is gone for good: Discord is not asked again and again where they were."""

import pytest

from tests.cogs.clocks import DAY, MINUTE, clock_of, looked, timed
from tests.cogs.clusters.test_held_tables import divided
from tests.cogs.finished import play_out
from tests.cogs.playing import default_move, number_of, open_lobby, start


async def requests(room, seconds=10 * MINUTE):
    """What Discord is asked in that time, where nobody presses anything."""
    before = len(room.sent)
    await room.wait(seconds)
    return [(one.method, one.path) for one in room.sent[before:]]


async def finished_without_a_thread(room):
    game = await start(room, room.people[:2], seats=2, options={"max_rounds": 1})
    room.env.backend.delete_channel(game.thread)
    await room.wait(MINUTE)
    await play_out(room, game)
    return game


async def test_a_game_in_play_whose_thread_is_gone_waits_without_a_request(room):
    game = await timed(room, room.people[:2], seats=2, look=15)
    await divided(room, held=True)
    room.env.backend.delete_channel(game.thread)
    await room.wait(MINUTE)
    await default_move(game)
    await room.wait(MINUTE)
    assert await requests(room) == []


async def test_once_it_has_a_place_again_it_is_shown_there(room):
    game = await timed(room, room.people[:2], seats=2, look=15)
    await divided(room, held=True)
    room.env.backend.delete_channel(game.thread)
    await room.wait(MINUTE)
    listed = (await room.people[0].slash("tables")).message
    await room.people[0].press(listed, "Continue in a new thread")
    await room.wait(MINUTE)
    assert "House Canasta · round 1" in game.board.text


@pytest.mark.parametrize("processes", [1, 2])
async def test_a_finished_game_whose_thread_is_gone_is_left_alone(room, processes):
    game = await finished_without_a_thread(room)
    if processes > 1:
        await divided(room, held=True)
    await looked(room)
    await room.wait(MINUTE)
    assert game.table_id not in await room.bot.store.tables.behind()
    assert await requests(room) == []


async def test_the_log_of_a_finished_game_without_a_thread_is_packed(room):
    game = await finished_without_a_thread(room)
    await room.wait(MINUTE)
    assert await room.bot.store.tables.pack(room.now() + DAY) == 1
    assert await room.bot.store.tables.log(game.table_id)


async def test_a_lobby_whose_message_never_arrived_is_not_sent_where_its_channel_was(room):
    room.fail("POST", "/interactions/*", status=500, times=None)
    room.fail("POST", "/channels/*/messages", status=500, times=None)
    await room.people[0].slash("play", game="house-canasta")
    await divided(room, held=True)
    room.heal()
    room.env.backend.delete_channel(room.channel.id)
    await room.wait(MINUTE)
    assert await requests(room) == []


async def test_only_tables_in_play_are_looked_at_by_computer_players(room):
    table_id = number_of(await open_lobby(room, room.people[0]))
    await divided(room, held=True)
    stirred: list[int] = []
    clock_of(room)._stir = stirred.append
    await room.bot.store.tables._submit(
        lambda c, _: c.execute("UPDATE card_table SET lobby_due = 1 WHERE id = ?", (table_id,))
    )
    await looked(room)
    assert table_id not in await room.bot.store.tables.behind()
    assert stirred == []
