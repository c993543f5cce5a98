"""Tests that one press takes effect as a whole or not at all, even if the database fails."""

from data.models.tables import TableStatus
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import open_lobby


async def refusing(simulator, what):
    """Let the database refuse this change until the returned function is called."""
    trigger = f"CREATE TEMP TRIGGER refusal BEFORE {what} BEGIN SELECT RAISE(ABORT, 'full'); END"
    submit = simulator.bot.database.tables.backend.transaction
    await submit(lambda c, _: c.execute(trigger))
    return lambda: submit(lambda c, _: c.execute("DROP TRIGGER refusal"))


async def seated(simulator, table_id):
    """Return the kinds of players at a table."""
    row = await simulator.bot.database.tables.find(table_id)
    return [seat.player and seat.player.kind for seat in row.seats]


async def test_where_a_game_cannot_begin_no_seat_is_filled_and_it_can_be_tried_again(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    healed = await refusing(simulator, "UPDATE OF status ON card_table")
    await ann.press(lobby, "Fill and start")
    assert len(simulator.take_errors()) == 1
    assert await seated(simulator, 1) == ["member", None, None, None]
    await healed()
    await ann.press(lobby, "Fill and start")
    assert (await simulator.bot.database.tables.find(1)).status is TableStatus.PLAYING
    assert await seated(simulator, 1) == ["member", *["computer"] * 3]


async def test_where_a_rematch_cannot_be_opened_with_all_who_sit_it_is_not_opened(simulator):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await dealt(simulator, [ann, ben], computers=2))
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.show(live.row)
    await simulator.wait(0)
    final = next(m for m in simulator.messages(simulator.channel.id) if "Rematch" in m.labels)
    healed = await refusing(simulator, "INSERT ON contribution")
    await ann.press(final, "Rematch")
    assert len(simulator.take_errors()) == 1
    assert await simulator.bot.database.lobbies.rematch_of(1) is None
    await healed()
    await ben.press(final, "Rematch")
    assert await seated(simulator, 2) == [None, "member", "computer", "computer"]
    assert (await simulator.bot.database.tables.find(2)).host_id == ben.id
