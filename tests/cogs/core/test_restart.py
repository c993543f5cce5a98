"""Tests that a restart at any moment loses nothing, and that every old button answers."""

from data.errors import ReadFailed
from tests.cogs.support.play import first, start


async def test_the_game_goes_on_after_a_crash(simulator):
    game = await start(simulator, simulator.members)
    await game.take_turn()
    before = (await game.live()).view(None)
    await simulator.restart()
    assert (await game.live()).view(None) == before
    await game.take_turn()
    assert (await game.live()).view(None) != before


async def test_old_buttons_answer_after_a_restart(simulator):
    game = await start(simulator, simulator.members)
    person, board = await game.turn(), game.board
    panel = await game.hand(person)
    await simulator.restart()
    await person.press(panel, "say")
    assert await game.seq() == 1
    assert "cards" in (await person.press(board, "My hand")).text


async def test_a_lobby_goes_on_after_a_restart(simulator):
    answer = await simulator.members[0].slash("play", game="house-canasta")
    await simulator.restart()
    await simulator.members[1].press(answer.message, "Join")
    assert "Ben" in answer.message.text


async def test_computer_players_resume_by_themselves(simulator):
    game = await start(simulator, simulator.members[:1])
    parlour_pause(simulator, 3600)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    moved = await game.seq()
    await simulator.restart()
    parlour_pause(simulator, 0)
    await simulator.wait(2)
    assert await game.seq() > moved
    assert (await game.turn()) == person


def parlour_pause(simulator, seconds):
    """Let computer players think for this long."""
    simulator.bot.services.computers.pause = seconds


async def test_a_table_that_was_behind_is_repainted_at_the_start(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    simulator.fail("POST", "/channels/*/messages", status=500, times=1)
    await person.choose(panel, "drop", [first(panel, "drop")])
    await simulator.restart()
    assert game.board.pinged == ((await game.turn()).id,)


async def test_a_game_that_was_never_shown_is_shown_at_the_start(simulator):
    simulator.fail("POST", "/channels/*/messages/*/threads", status=500, times=1)
    game = await start(simulator, simulator.members)
    await simulator.restart()
    assert "House Canasta · round 1" in game.board.text


async def test_an_open_panel_is_pushed_to_after_a_restart(simulator):
    game = await start(simulator, simulator.members)
    mover = await game.turn()
    waiting = next(person for person in simulator.members if person != mover)
    panel = await game.hand(waiting)
    await simulator.restart()
    while await game.turn() != waiting:
        await game.take_turn()
    assert "your turn, draw" in panel.text


async def test_a_table_that_cannot_be_looked_at_keeps_no_other_from_going_on(
    simulator, monkeypatch
):
    mine, other = (
        await start(simulator, simulator.members[:2]),
        await start(simulator, simulator.members[2:]),
    )
    services, tables = simulator.bot.services, simulator.bot.database.tables
    find = tables.find
    failed: list[int] = []
    woken: set[int] = set()

    async def busy(table_id):
        if not failed:
            failed.append(table_id)
            raise ReadFailed("busy")
        return await find(table_id)

    monkeypatch.setattr(tables, "find", busy)
    monkeypatch.setattr(services.computers, "wake", woken.add)
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        await services.activity.resume_owned()
    await simulator.wait(0)
    assert failed == [mine.table_id]
    assert woken == {mine.table_id, other.table_id}
    assert "could not be looked at" in simulator.take_errors()[0]
