"""Tests of tables whose server or channel is gone for good: the bot stops asking Discord there."""

from tests.cogs.support.finished_games import play_out
from tests.cogs.support.play import start
from tests.cogs.support.time import DAY, MINUTE, looked


async def requests(simulator, seconds=10 * MINUTE):
    """Return the requests to Discord in this time, without any press."""
    before = len(simulator.sent)
    await simulator.wait(seconds)
    return [(one.method, one.path) for one in simulator.sent[before:]]


async def finished_without_a_thread(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(MINUTE)
    await play_out(simulator, game)
    return game


async def test_a_finished_game_whose_thread_is_gone_is_left_alone(simulator):
    game = await finished_without_a_thread(simulator)
    await looked(simulator)
    await simulator.wait(MINUTE)
    assert game.table_id not in await simulator.bot.database.tables.outdated()
    assert await requests(simulator) == []


async def test_the_log_of_a_finished_game_without_a_thread_is_packed(simulator):
    game = await finished_without_a_thread(simulator)
    await simulator.wait(MINUTE)
    assert await simulator.bot.database.tables.archive_finished(simulator.now() + DAY) == 1
    assert await simulator.bot.database.tables.move_log(game.table_id)
