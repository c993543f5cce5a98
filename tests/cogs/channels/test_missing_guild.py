"""Tables whose place is gone for good: Discord is not asked again and again where they were."""

import pytest

from tests.cogs.clusters.test_held_tables import divided
from tests.cogs.support.finished_games import play_out
from tests.cogs.support.play import default_move, number_of, open_lobby, start
from tests.cogs.support.time import DAY, MINUTE, looked, timed


async def requests(simulator, seconds=10 * MINUTE):
    """What Discord is asked in that time, where nobody presses anything."""
    before = len(simulator.sent)
    await simulator.wait(seconds)
    return [(one.method, one.path) for one in simulator.sent[before:]]


async def finished_without_a_thread(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(MINUTE)
    await play_out(simulator, game)
    return game


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


@pytest.mark.parametrize("processes", [1, 2])
async def test_a_finished_game_whose_thread_is_gone_is_left_alone(simulator, processes):
    game = await finished_without_a_thread(simulator)
    if processes > 1:
        await divided(simulator, held=True)
    await looked(simulator)
    await simulator.wait(MINUTE)
    assert game.table_id not in await simulator.bot.database.tables.outdated()
    assert await requests(simulator) == []


async def test_the_log_of_a_finished_game_without_a_thread_is_packed(simulator):
    game = await finished_without_a_thread(simulator)
    await simulator.wait(MINUTE)
    assert await simulator.bot.database.tables.archive_finished(simulator.now() + DAY) == 1
    assert await simulator.bot.database.tables.move_log(game.table_id)


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
