"""A turn is announced once and by one message, whatever becomes of Discord's answers."""

import pytest

from cogs._messages.repaint import LONGEST
from tests.cogs.clocks import HOUR, MINUTE, after, away, listen, looked, notified, timed
from tests.cogs.finished import dealt, play_on
from tests.cogs.playing import default_move, default_turn, first, start

MESSAGES = "/channels/*/messages"


def alive(room, game):
    """The messages in which somebody can open a hand: there should be one."""
    return [m for m in room.messages(game.thread) if "My hand" in m.labels]


async def played(game):
    """A draw and a discard on the panel; the member whose turn has come then."""
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    return await game.turn()


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_connection_cut_while_a_turn_is_announced_neither_loses_nor_doubles_it(
    room, carried_out
):
    game = await timed(room, room.people)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    room.cut("POST", MESSAGES, carried_out=carried_out)
    await person.choose(panel, "drop", [first(panel, "drop")])
    await room.wait(2)
    assert len(alive(room, game)) == 1
    await room.wait(5 * MINUTE)
    assert notified(room) == {person.id: 1, (await game.turn()).id: 1}
    assert game.board.pinged == ((await game.turn()).id,)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_server_error_after_the_message_was_sent_does_not_double_it(room, status):
    game = await timed(room, room.people)
    room.fail("POST", MESSAGES, status=status, carried_out=True)
    await default_turn(game)
    await room.wait(2 * MINUTE)
    assert len(alive(room, game)) == 1
    assert notified(room)[(await game.turn()).id] == 1


async def test_a_lost_answer_is_found_when_discord_has_long_forgotten_the_nonce(room):
    game = await timed(room, room.people)
    room.cut("POST", MESSAGES, carried_out=True)
    room.fail("*", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    await room.wait(HOUR)
    room.heal()
    await room.wait(LONGEST + 1)
    assert len(alive(room, game)) == 1
    await room.wait(5 * MINUTE)
    assert notified(room)[(await game.turn()).id] == 1


async def test_a_lost_answer_is_found_after_a_crash(room):
    game = await timed(room, room.people)
    room.cut("POST", MESSAGES, carried_out=True)
    room.fail("*", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    room.heal()
    await away(room, HOUR)
    await room.wait(2 * MINUTE)
    assert len(alive(room, game)) == 1
    assert notified(room)[(await game.turn()).id] == 1


async def test_a_message_that_never_left_is_sent_after_a_crash(room):
    game = await timed(room, room.people)
    room.cut("POST", MESSAGES, times=None)
    await default_turn(game)
    room.heal()
    await away(room, HOUR)
    await room.wait(2)
    assert game.board.pinged == ((await game.turn()).id,)
    await room.wait(5 * MINUTE)
    assert notified(room)[(await game.turn()).id] == 1


async def test_a_message_found_later_is_old_when_its_turn_is_over(room):
    game = await timed(room, room.people)
    room.cut("POST", MESSAGES, carried_out=True)
    room.fail("*", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    await default_turn(game)
    room.heal()
    await room.wait(LONGEST + 1)
    assert len(alive(room, game)) == 1
    assert game.board.pinged == ((await game.turn()).id,)
    await room.wait(5 * MINUTE)
    assert notified(room)[(await game.turn()).id] == 1


async def test_an_old_message_loses_its_controls_also_when_that_failed_at_first(room):
    game = await start(room, room.people)
    old = game.board
    room.fail("PATCH", f"/channels/*/messages/{old.id}", status=500, times=3)
    await default_turn(game)
    await room.wait(LONGEST + 1)
    assert alive(room, game) == [game.board] != [old]
    assert "continues here" in old.text


async def test_an_old_message_that_cannot_be_edited_is_left_and_keeps_nothing_waiting(room):
    game = await start(room, room.people)
    old = game.board
    room.env.backend.delete_message(game.thread, old.id)
    await default_turn(game)
    assert len(alive(room, game)) == 1
    assert await room.bot.store.messages.relics(game.table_id) == ()


async def test_an_old_message_that_was_overlooked_loses_its_controls_when_it_is_pressed(room):
    game = await start(room, room.people)
    old = game.board
    await default_move(game)
    await room.wait(0)
    room.fail("PATCH", f"/channels/*/messages/{old.id}", status=400, code=50083)
    await default_turn(game)
    assert old.labels
    await room.people[0].press(old, "Score")
    assert old.labels == ()
    assert len(alive(room, game)) == 1


async def test_a_made_up_control_of_another_table_takes_no_message_from_the_one_it_stands_on(room):
    mine, other = await start(room, room.people[:2]), await start(room, room.people[2:])
    before = (other.board.text, other.board.labels, other.board.alts)
    for verb in ("hand", "log", "sheet", "more"):
        await room.people[2].press_stale(other.board, f"t1:{verb}:{mine.table_id}:0")
    await room.wait(LONGEST + 1)
    assert (other.board.text, other.board.labels, other.board.alts) == before
    assert await room.bot.store.messages.relics(mine.table_id) == ()


async def test_a_message_deleted_before_its_answer_was_known_is_sent_anew(room):
    game = await start(room, room.people)
    room.cut("POST", MESSAGES, carried_out=True)
    room.fail("*", f"{MESSAGES}*", status=500, times=2)
    await default_turn(game)
    newest = alive(room, game)[-1]
    room.env.backend.delete_message(game.thread, newest.id)
    await room.wait(LONGEST + 1)
    assert len(alive(room, game)) == 1
    assert f"<@{(await game.turn()).id}>" in game.board.text


async def test_a_reminder_whose_answer_is_lost_is_not_sent_twice(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, 17.9 * HOUR)
    room.cut("POST", f"/channels/{game.thread}/messages", carried_out=True)
    for _ in range(4):
        await after(room, HOUR / 2)
    assert notified(room) == {who.id: 2}


async def test_a_reminder_whose_answer_is_lost_in_a_crash_is_not_sent_twice(room):
    game = await timed(room, room.people)
    who = await game.turn()
    await after(room, 17.9 * HOUR)
    room.cut("POST", f"/channels/{game.thread}/messages", carried_out=True)
    room.fail("*", f"{MESSAGES}*", status=500, times=None)
    await after(room, HOUR / 2)
    room.heal()
    await away(room, 10 * MINUTE)
    await after(room, HOUR / 2)
    assert notified(room) == {who.id: 2}


async def test_a_nudge_that_discord_does_not_take_comes_later_and_once(room):
    game = await timed(room, room.people)
    who = await game.turn()
    other = next(person for person in room.people if person != who)
    more = await other.press(game.board, "More")
    room.cut("POST", f"/channels/{game.thread}/messages", times=3)
    answer = await other.press(more.message, "Nudge")
    assert "Nudged" in answer.text
    await room.wait(LONGEST + 5)
    assert notified(room) == {who.id: 2}
    assert "already" in (await other.press(more.message, "Nudge")).text


async def test_what_is_said_at_the_end_is_said_once_though_every_answer_is_lost(room):
    room.channel = room.guild.create_text_channel("more cards")
    ann, ben, *_ = room.people
    table_id = await dealt(room, [ann, ben])
    live = await play_on(room, table_id)
    room.cut("POST", MESSAGES, carried_out=True, times=3)
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        room.bot.parlour.show(live.row)
    await room.wait(MINUTE)
    shown = [m.text for m in room.messages(room.channel.id)]
    assert sum("## Round" in text for text in shown) == 1
    assert sum("Rematch" in m.labels for m in room.messages(room.channel.id)) == 1


async def test_whose_turn_it_is_is_told_when_the_right_to_send_comes_back_not_ten_minutes_later(
    room,
):
    game = await timed(room, room.people, look=15)
    room.deny("send_messages_in_threads")
    await default_turn(game)
    await room.wait(3 * MINUTE)
    room.allow()
    await room.wait(6)
    assert notified(room)[(await game.turn()).id] == 1


async def test_an_unknown_answer_keeps_the_clock_from_telling_it_again(room):
    game = await timed(room, room.people, look=15)
    room.cut("POST", MESSAGES, carried_out=True)
    room.fail("GET", f"{MESSAGES}*", status=500, times=None)
    await default_turn(game)
    await room.wait(5 * MINUTE)
    await looked(room)
    room.heal()
    await room.wait(MINUTE)
    assert notified(room)[(await game.turn()).id] == 1


async def test_when_discord_is_back_nobody_waits_for_the_next_attempt(room):
    listen(room)
    game = await start(room, room.people)
    room.fail("POST", MESSAGES, status=500, times=None)
    await default_turn(game)
    await room.wait(MINUTE)
    room.heal()
    room.bot.dispatch("resumed")
    await room.env.settle()
    assert game.board.pinged == ((await game.turn()).id,)
    assert not room.bot.parlour.repaint.is_busy(game.table_id)
