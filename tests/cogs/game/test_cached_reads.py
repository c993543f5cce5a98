"""Tests that what a press has read stays valid while nothing at the table changes."""

from cogs.hand.auto_answers import NEVER, AutoAnswers
from tests.cogs.support.play import start


async def test_a_table_that_nobody_has_changed_is_not_read_again(simulator):
    game = await start(simulator, simulator.members)
    live = await game.live()
    assert await simulator.bot.services.sessions.newest(live) is live


async def test_after_a_move_what_was_read_before_is_old(simulator):
    game = await start(simulator, simulator.members)
    tables, live = simulator.bot.services.sessions, await game.live()
    acted = await tables.act(live, live.game.table.turn, "draw", seen=0, key="one")
    assert (await tables.newest(live)).row.seq == 1
    assert await tables.newest(acted.state) is acted.state


async def test_after_a_pause_what_was_read_before_is_old(simulator):
    game = await start(simulator, simulator.members, pace="day")
    services, live = simulator.bot.services, await game.live()
    with simulator.env._bot_scope():
        await services.pauses.pause_table(game.table_id, 3)
    assert [
        hold.reason for hold in (await services.sessions.newest(live)).circumstances.pauses
    ] == ["table"]


async def test_after_a_seat_was_handed_over_what_was_read_before_is_old(simulator):
    game = await start(simulator, simulator.members)
    services, live = simulator.bot.services, await game.live()
    await services.seat_changes.leave(game.table_id, live.member(0))
    assert (await services.sessions.newest(live)).player(0).kind == "computer"


async def test_a_press_that_knows_an_old_state_answers_by_what_was_said_since(simulator):
    game = await start(simulator, simulator.members[:3], game="ten-pennies", seats=3)
    tables, live = simulator.bot.services.sessions, await game.live()
    turn = live.game.table.turn
    said = AutoAnswers(NEVER).row(game.table_id, (turn + 1) % 3, live.member((turn + 1) % 3))
    await tables.save_auto_answers(live, said)
    acted = await tables.act(live, turn, "pass", seen=live.row.seq, key="one")
    log = await simulator.bot.database.tables.move_log(game.table_id)
    assert [(entry.seat, entry.key.partition(":")[0]) for entry in log] == [
        (turn, "one"), ((turn + 1) % 3, "standing"),
    ]  # fmt: skip
    assert acted.state.deciding() == ((turn + 2) % 3,)
