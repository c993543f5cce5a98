"""Tests that a turn is announced once, in one message, however Discord answers."""

import pytest

from cogs.delivery.repaint_queue import MAX_RETRY_DELAY
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import default_move, default_turn, first, start
from tests.cogs.support.time import HOUR, MINUTE, after, away, listen, looked, notified, timed

MESSAGES = "/channels/*/messages"


def alive(simulator, game):
    """Return the messages with a button for the hand; there should be one."""
    return [m for m in simulator.messages(game.thread) if "My hand" in m.labels]


async def played(game):
    """Draw and discard in the panel; return the member whose turn comes next."""
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    return await game.turn()


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_connection_cut_while_a_turn_is_announced_neither_loses_nor_doubles_it(
    simulator, carried_out
):
    game = await timed(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    simulator.disconnect("POST", MESSAGES, carried_out=carried_out)
    await person.choose(panel, "drop", [first(panel, "drop")])
    await simulator.wait(2)
    assert len(alive(simulator, game)) == 1
    await simulator.wait(5 * MINUTE)
    assert notified(simulator) == {person.id: 1, (await game.turn()).id: 1}
    assert game.board.pinged == ((await game.turn()).id,)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_server_error_after_the_message_was_sent_does_not_double_it(simulator, status):
    game = await timed(simulator, simulator.members)
    simulator.fail("POST", MESSAGES, status=status, carried_out=True)
    await default_turn(game)
    await simulator.wait(2 * MINUTE)
    assert len(alive(simulator, game)) == 1
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_a_lost_answer_is_found_when_discord_has_long_forgotten_the_nonce(simulator):
    game = await timed(simulator, simulator.members)
    simulator.disconnect("POST", MESSAGES, carried_out=True)
    simulator.fail("*", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    await simulator.wait(HOUR)
    simulator.heal()
    await simulator.wait(MAX_RETRY_DELAY + 1)
    assert len(alive(simulator, game)) == 1
    await simulator.wait(5 * MINUTE)
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_a_lost_answer_is_found_after_a_crash(simulator):
    game = await timed(simulator, simulator.members)
    simulator.disconnect("POST", MESSAGES, carried_out=True)
    simulator.fail("*", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    simulator.heal()
    await away(simulator, HOUR)
    await simulator.wait(2 * MINUTE)
    assert len(alive(simulator, game)) == 1
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_a_message_that_never_left_is_sent_after_a_crash(simulator):
    game = await timed(simulator, simulator.members)
    simulator.disconnect("POST", MESSAGES, times=None)
    await default_turn(game)
    simulator.heal()
    await away(simulator, HOUR)
    await simulator.wait(2)
    assert game.board.pinged == ((await game.turn()).id,)
    await simulator.wait(5 * MINUTE)
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_a_message_found_later_is_old_when_its_turn_is_over(simulator):
    game = await timed(simulator, simulator.members)
    simulator.disconnect("POST", MESSAGES, carried_out=True)
    simulator.fail("*", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    await default_turn(game)
    simulator.heal()
    await simulator.wait(MAX_RETRY_DELAY + 1)
    assert len(alive(simulator, game)) == 1
    assert game.board.pinged == ((await game.turn()).id,)
    await simulator.wait(5 * MINUTE)
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_an_old_message_loses_its_controls_also_when_that_failed_at_first(simulator):
    game = await start(simulator, simulator.members)
    old = game.board
    simulator.fail("PATCH", f"/channels/*/messages/{old.id}", status=500, times=3)
    await default_turn(game)
    await simulator.wait(MAX_RETRY_DELAY + 1)
    assert alive(simulator, game) == [game.board] != [old]
    assert "continues here" in old.text


async def test_an_old_message_that_cannot_be_edited_is_left_and_keeps_nothing_waiting(simulator):
    game = await start(simulator, simulator.members)
    old = game.board
    simulator.env.backend.delete_message(game.thread, old.id)
    await default_turn(game)
    assert len(alive(simulator, game)) == 1
    assert await simulator.bot.database.messages.stale(game.table_id) == ()


async def test_an_old_message_that_was_overlooked_loses_its_controls_when_it_is_pressed(simulator):
    game = await start(simulator, simulator.members)
    old = game.board
    await default_move(game)
    await simulator.wait(0)
    simulator.fail("PATCH", f"/channels/*/messages/{old.id}", status=400, code=50083)
    await default_turn(game)
    assert old.labels
    await simulator.members[0].press(old, "Score")
    assert old.labels == ()
    assert len(alive(simulator, game)) == 1


async def test_a_made_up_control_of_another_table_takes_no_message_from_the_one_it_stands_on(
    simulator,
):
    mine, other = (
        await start(simulator, simulator.members[:2]),
        await start(simulator, simulator.members[2:]),
    )
    before = (other.board.text, other.board.labels, other.board.alts)
    for verb in ("hand", "log", "sheet", "more"):
        await simulator.members[2].press_stale(other.board, f"t1:{verb}:{mine.table_id}:0")
    await simulator.wait(MAX_RETRY_DELAY + 1)
    assert (other.board.text, other.board.labels, other.board.alts) == before
    assert await simulator.bot.database.messages.stale(mine.table_id) == ()


async def test_a_message_deleted_before_its_answer_was_known_is_sent_anew(simulator):
    game = await start(simulator, simulator.members)
    simulator.disconnect("POST", MESSAGES, carried_out=True)
    simulator.fail("*", f"{MESSAGES}*", status=500, times=2)
    await default_turn(game)
    newest = alive(simulator, game)[-1]
    simulator.env.backend.delete_message(game.thread, newest.id)
    await simulator.wait(MAX_RETRY_DELAY + 1)
    assert len(alive(simulator, game)) == 1
    assert f"<@{(await game.turn()).id}>" in game.board.text


async def test_a_reminder_whose_answer_is_lost_is_not_sent_twice(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, 17.9 * HOUR)
    simulator.disconnect("POST", f"/channels/{game.thread}/messages", carried_out=True)
    for _ in range(4):
        await after(simulator, HOUR / 2)
    assert notified(simulator) == {who.id: 2}


async def test_a_reminder_whose_answer_is_lost_in_a_crash_is_not_sent_twice(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    await after(simulator, 17.9 * HOUR)
    simulator.disconnect("POST", f"/channels/{game.thread}/messages", carried_out=True)
    simulator.fail("*", f"{MESSAGES}*", status=500, times=None)
    await after(simulator, HOUR / 2)
    simulator.heal()
    await away(simulator, 10 * MINUTE)
    await after(simulator, HOUR / 2)
    assert notified(simulator) == {who.id: 2}


async def test_a_nudge_that_discord_does_not_take_comes_later_and_once(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    other = next(person for person in simulator.members if person != who)
    more = await other.press(game.board, "More")
    simulator.disconnect("POST", f"/channels/{game.thread}/messages", times=3)
    answer = await other.press(more.message, "Nudge")
    assert "You nudged" in answer.text
    await simulator.wait(MAX_RETRY_DELAY + 5)
    assert notified(simulator) == {who.id: 2}
    assert "already" in (await other.press(more.message, "Nudge")).text


async def test_what_is_said_at_the_end_is_said_once_though_every_answer_is_lost(simulator):
    simulator.channel = simulator.guild.create_text_channel("more cards")
    ann, ben, *_ = simulator.members
    table_id = await dealt(simulator, [ann, ben])
    live = await play_on(simulator, table_id)
    simulator.disconnect("POST", MESSAGES, carried_out=True, times=3)
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.show(live.row)
    await simulator.wait(MINUTE)
    shown = [m.text for m in simulator.messages(simulator.channel.id)]
    assert sum("## Round" in text for text in shown) == 1
    assert sum("Rematch" in m.labels for m in simulator.messages(simulator.channel.id)) == 1


async def test_whose_turn_it_is_is_told_when_the_right_to_send_comes_back_not_ten_minutes_later(
    simulator,
):
    game = await timed(simulator, simulator.members, look=15)
    simulator.deny("send_messages_in_threads")
    await default_turn(game)
    await simulator.wait(3 * MINUTE)
    simulator.allow()
    await simulator.wait(6)
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_an_unknown_answer_keeps_the_clock_from_telling_it_again(simulator):
    game = await timed(simulator, simulator.members, look=15)
    simulator.disconnect("POST", MESSAGES, carried_out=True)
    simulator.fail("GET", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    await simulator.wait(5 * MINUTE)
    await looked(simulator)
    simulator.heal()
    await simulator.wait(MINUTE)
    assert notified(simulator)[(await game.turn()).id] == 1


async def test_when_discord_is_back_nobody_waits_for_the_next_attempt(simulator):
    listen(simulator)
    game = await start(simulator, simulator.members)
    simulator.fail("POST", MESSAGES, status=500, times=None)
    await default_turn(game)
    await simulator.wait(MINUTE)
    simulator.heal()
    simulator.bot.dispatch("resumed")
    await simulator.env.settle()
    assert game.board.pinged == ((await game.turn()).id,)
    assert not simulator.bot.services.repaint_queue.is_busy(game.table_id)
