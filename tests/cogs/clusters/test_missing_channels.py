"""Tests of tables whose channel is gone for good, with several processes."""

from tests.cogs.channels.test_missing_guild import finished_without_a_thread, requests
from tests.cogs.clusters.test_held_tables import divided
from tests.cogs.support.play import default_move, number_of, open_lobby
from tests.cogs.support.time import MINUTE, looked, timed


async def test_a_game_in_play_whose_thread_is_gone_waits_without_a_request(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2, look=15)
    await divided(simulator, held=True)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(MINUTE)
    await default_move(game)
    await simulator.wait(MINUTE)
    assert await requests(simulator) == []


async def test_once_it_has_a_place_again_it_is_shown_there(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2, look=15)
    await divided(simulator, held=True)
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(MINUTE)
    listed = (await simulator.members[0].slash("tables")).message
    await simulator.members[0].press(listed, "Continue in a new thread")
    await simulator.wait(MINUTE)
    assert "House Canasta · round 1" in game.board.text


async def test_a_finished_game_whose_thread_is_gone_is_left_alone(simulator):
    game = await finished_without_a_thread(simulator)
    await divided(simulator, held=True)
    await looked(simulator)
    await simulator.wait(MINUTE)
    assert game.table_id not in await simulator.bot.database.tables.outdated()
    assert await requests(simulator) == []


async def test_a_lobby_whose_message_never_arrived_is_not_sent_where_its_channel_was(simulator):
    simulator.fail("POST", "/interactions/*", status=500, times=None)
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    await simulator.members[0].slash("play", game="house-canasta")
    await divided(simulator, held=True)
    simulator.heal()
    simulator.env.backend.delete_channel(simulator.channel.id)
    await simulator.wait(MINUTE)
    assert await requests(simulator) == []


async def test_only_tables_in_play_are_looked_at_by_computer_players(simulator):
    table_id = number_of(await open_lobby(simulator, simulator.members[0]))
    await divided(simulator, held=True)
    stirred: list[int] = []
    simulator.bot.services.computers.wake = stirred.append
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE card_table SET lobby_due = 1 WHERE id = ?", (table_id,))
    )
    await looked(simulator)
    assert table_id not in await simulator.bot.database.tables.outdated()
    assert stirred == []
