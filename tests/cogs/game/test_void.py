"""Tests of a game that ends without a result: work under way ends with it, without an error.

The fixture fails a test that leaves an ERROR in the log.
"""

import asyncio

import pytest

from data.models.deadlines import WHOLE_TABLE, Pause
from data.models.tables import TableStatus
from tests.cogs.support.play import default_move, start

POST, EDIT = ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")


async def end(simulator, game):
    """Let a moderator end the game."""
    keeper = simulator.invite("Mo", manages=True)
    await keeper.press_stale(game.board, f"t1:stopfor:{game.table_id}:0", ["0"])
    assert (await simulator.bot.database.tables.find(game.table_id)).status is TableStatus.CLOSED


def quietly(simulator):
    """Whether nothing was logged with a traceback."""
    return not [record for record in simulator.log if record.exc_info]


async def behind(simulator, what, **trouble):
    """Return a game whose newest state Discord has refused."""
    game = await start(simulator, simulator.members)
    simulator.fail(*what, times=None, **trouble)
    await default_move(game)
    await simulator.wait(0)
    return game


@pytest.mark.parametrize("status,code", [(500, 0), (403, 50013), (404, 10003), (403, 160005)])
@pytest.mark.parametrize("what", [POST, EDIT])
async def test_a_table_that_is_still_to_be_shown_is_not_shown_any_more(
    simulator, what, status, code
):
    game = await behind(simulator, what, status=status, code=code)
    await end(simulator, game)
    simulator.heal()
    await simulator.wait(700)
    assert quietly(simulator)


async def test_a_computer_player_who_is_about_to_move_does_not(simulator):
    game = await start(simulator, simulator.members[:1])
    await game.take_turn()
    await end(simulator, game)
    await simulator.wait(60)
    assert quietly(simulator)


async def test_a_table_that_ends_while_it_is_shown(simulator):
    game = await start(simulator, simulator.members)
    ends = []

    def void():
        ends.append(asyncio.create_task(simulator.bot.database.tables.void(game.table_id)))

    simulator.meanwhile(*POST, void)
    await default_move(game)
    await default_move(game)
    await simulator.wait(60)
    assert ends
    assert quietly(simulator)


@pytest.mark.parametrize("due", ["tables_without_deadline", "due_tables", "ended"])
async def test_a_table_that_ends_while_the_clock_looks(simulator, due, monkeypatch):
    game = await start(simulator, simulator.members)
    database = simulator.bot.database
    repository = database.pauses if due == "ended" else database.deadlines
    before = getattr(repository, due)

    async def just_before(*when):
        found = [*await before(*when)]
        await simulator.bot.database.tables.void(game.table_id)
        return {
            "tables_without_deadline": (game.table_id,),
            "due_tables": ((game.table_id, 0.0),),
        }.get(due, found)

    if due == "ended":
        now = simulator.now()
        await simulator.bot.database.pauses.begin(
            game.table_id, Pause(WHOLE_TABLE, "table", now, now + 10)
        )
    monkeypatch.setattr(repository, due, just_before)
    await simulator.wait(30)
    monkeypatch.undo()
    assert quietly(simulator)


async def test_a_lobby_that_learns_late_of_a_game_says_that_it_was_begun_and_has_no_result(
    simulator,
):
    simulator.fail("PATCH", f"/channels/{simulator.channel.id}/messages/*", times=None)
    game = await start(simulator, simulator.members)
    lobby = simulator.messages(simulator.channel.id)[0]
    assert "Start" in lobby.labels
    await end(simulator, game)
    simulator.heal()
    await simulator.wait(30)
    assert "This game started, and ended without a result." in lobby.text
    assert "The host cancelled this table" not in lobby.text
    assert "A day per turn · standard rules" in lobby.text
    assert not lobby.controls


async def test_a_lobby_does_not_go_on_saying_that_the_cards_are_dealt_once_a_game_has_no_result(
    simulator,
):
    game = await start(simulator, simulator.members)
    lobby = simulator.messages(simulator.channel.id)[0]
    assert "The cards are dealt" in lobby.text
    await end(simulator, game)
    await simulator.wait(30)
    assert "This game started, and ended without a result." in lobby.text
    assert "The cards are dealt" not in lobby.text


async def test_every_press_on_what_is_left_is_answered_with_a_sentence(simulator):
    ben = simulator.members[1]
    game = await start(simulator, simulator.members)
    board, panel = game.board, await game.hand(ben)
    shown = [(board, control) for control in board.controls]
    shown += [(panel, control) for control in panel.controls if not control.disabled]
    await end(simulator, game)
    for message, control in shown:
        values = ["0"] if control.kind == "select" else None
        answer = await ben.press_stale(message, control.custom_id, values)
        assert answer.text, control.custom_id
    assert quietly(simulator)


@pytest.mark.parametrize("command", ["hand", "table", "tables"])
async def test_the_commands_do_not_stumble_over_it(simulator, command):
    game = await start(simulator, simulator.members)
    await end(simulator, game)
    assert (await simulator.members[1].slash(command)).text
    assert quietly(simulator)


async def test_a_bot_that_starts_afterwards_leaves_it_alone(simulator):
    game = await behind(simulator, EDIT, status=500)
    await end(simulator, game)
    simulator.heal()
    await simulator.restart()
    await simulator.wait(60)
    assert quietly(simulator)
