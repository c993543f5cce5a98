"""Tests that a game is played, shown and verified by the rules that it started with."""

import engine
from cogs.history.receipt import receipt_of
from engine.verify import holds, verify
from tests.cogs.support.finished_games import HOUSE, dealt, play_on
from tests.cogs.support.play import open_lobby

NEWEST = engine.GAMES[HOUSE].version


async def test_a_table_begun_before_a_correction_is_played_and_verified_by_its_own_rules(simulator):
    table_id = await dealt(simulator, simulator.members, version=1)
    await play_on(simulator, table_id, moves=20)
    await simulator.restart()
    live = await play_on(simulator, table_id)
    assert live.game.table.rules.version == 1
    receipt = await receipt_of(simulator.bot.database.tables, live)
    assert receipt.rules == 1
    assert holds(verify(receipt))


async def test_a_lobby_opened_before_a_correction_starts_by_the_newest_rules(simulator):
    ann, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE card_table SET rules_version = 1").rowcount
    )
    await ann.press(lobby, "fill")
    live = await simulator.bot.services.sessions.load(1)
    assert (live.row.rules_version, live.game.table.rules.version) == (NEWEST, NEWEST)


async def test_a_rematch_is_played_by_the_newest_rules(simulator):
    ann, *_ = simulator.members
    table_id = await dealt(simulator, simulator.members, version=1)
    live = await play_on(simulator, table_id)
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.wake(live.row)
    await simulator.wait(0)
    await ann.press(simulator.messages(simulator.channel.id)[-1], "Rematch")
    again = await simulator.bot.database.tables.find(table_id + 1)
    assert again is not None
    assert again.rules_version == NEWEST
