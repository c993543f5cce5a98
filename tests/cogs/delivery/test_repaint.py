"""Tests that messages follow the log, however often Discord fails."""

import pytest

from tests.cogs.support.play import first, open_lobby, start


async def played(game):
    """Draw and discard; return the member who did."""
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    return person


async def test_a_move_stands_when_discord_fails_after_the_commit(simulator):
    game = await start(simulator, simulator.members)
    simulator.fail("POST", "/channels/*/messages", status=500, times=1)
    await played(game)
    assert await game.seq() == 2
    await simulator.wait(2)
    assert game.board.pinged == ((await game.turn()).id,)
    assert "discarded" in game.board.text


async def test_a_table_that_is_behind_catches_up_with_one_message(simulator):
    game = await start(simulator, simulator.members)
    simulator.fail("POST", "/channels/*/messages", status=500, times=1)
    before = len(simulator.messages(game.thread))
    await played(game)
    await simulator.wait(2)
    assert len(simulator.messages(game.thread)) == before + 1


async def test_a_deleted_table_message_is_posted_anew(simulator):
    game = await start(simulator, simulator.members)
    simulator.env.backend.delete_message(game.thread, game.board.id)
    person = await game.turn()
    panel = (await person.slash("hand")).message
    await person.press(panel, "say")
    assert "lay melds, or just discard" in game.board.text


@pytest.mark.parametrize("status,code", [(429, 30046), (400, 50083), (404, 10008)])
async def test_an_edit_that_discord_will_not_take_becomes_a_new_message(simulator, status, code):
    game = await start(simulator, simulator.members)
    old, person = game.board, await game.turn()
    panel = await game.hand(person)
    simulator.fail("PATCH", f"/channels/{game.thread}/messages/*", status=status, code=code)
    await person.press(panel, "say")
    assert game.board != old
    assert game.board.pinged == ()


async def test_a_deleted_thread_is_not_asked_for_again(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    simulator.fail("PATCH", "/channels/*/messages/*", status=404, code=10003, times=None)
    await person.press(panel, "say")
    await simulator.wait(120)
    assert await game.seq() == 1


async def test_a_game_begins_though_discord_fails_to_show_its_lobby(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    simulator.fail("POST", "/interactions/*/*/callback", status=500)
    await simulator.members[0].press(lobby, "fill")
    assert "The cards are dealt" in lobby.text
    assert len(simulator.threads()) == 1


async def test_a_press_that_can_no_longer_be_answered_counts_all_the_same(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    simulator.fail("POST", "/interactions/*/*/callback", status=404, code=10062)
    await person.press(panel, "say")
    assert await game.seq() == 1
    assert "lay melds, or just discard" in game.board.text


async def test_a_move_stands_when_its_panel_cannot_be_shown(simulator, deferred):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    simulator.fail("PATCH", "/webhooks/*/*/messages/*", status=500)
    await person.press(panel, "say")
    assert await game.seq() == 1
    assert "drop" in {control.verb for control in (await game.hand(person)).controls}
