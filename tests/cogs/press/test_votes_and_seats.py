"""A seat changes hands while the table is asked something: who is asked then, and what holds."""

import pytest

from cogs._game.paces import BUDGET
from data.game.rows import Driver, Status
from tests.cogs.clocks import DAY, HOUR, MINUTE, after, listen, timed
from tests.cogs.playing import default_turn
from tests.cogs.press.test_authority import forged, kinds, leave, row_of
from tests.cogs.press.test_votes import (
    ask,
    asked,
    away,
    ends_between,
    says_by,
    substituted,
    three,
    wishing,
)


async def quiet_for(room, member, seconds, **wish):
    """Let a member's quiet hours be now, and for so long; until when."""
    minute = round(room.now() % DAY // MINUTE)
    until = room.now() - room.now() % MINUTE + seconds
    quiet = {"quiet_from": minute, "quiet_to": round(until % DAY // MINUTE)}
    await wishing(room, member, zone="UTC", **quiet, **wish)
    return until


def called(room, told):
    """Who was told by themselves, after so many, that they are asked something."""
    return [one.user_id for one in listen(room)[told:] if "table has a vote" in one.text]


async def test_whether_to_hold_a_seat_is_no_question_once_it_is_somebody_elses(room):
    game, ben, dan = await substituted(room)
    ann, _, cleo = game.people
    question = await ask(game, ann, "hold", 1)
    assert dan.id in question.pinged
    await cleo.press(question, "I agree")
    await forged(ben, game, "back")
    await after(room, DAY + HOUR)
    assert (await game.live()).seat_of(ben.id) == 1
    assert "no longer needed" in question.text


async def test_who_comes_to_a_seat_is_asked_about_the_end_and_has_time_of_their_own(room):
    game, ann, _, cleo, dan = await away(room)
    question = await ask(game, ann, "end")
    await cleo.press(question, "I agree")
    await after(room, 20 * HOUR)
    await forged(dan, game, "sub:1")
    told = len(listen(room))
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    await room.wait(1)
    assert called(room, told) == [dan.id]
    assert await ends_between(room, game, 6 * HOUR, 20 * HOUR)


async def test_who_comes_to_a_seat_while_the_question_is_being_sent_is_called(room):
    game, ben, dan = await substituted(room)
    told = len(listen(room))
    room.hang("POST", "/channels/*/messages")
    await forged(game.people[0], game, "stop:1")
    await leave(game, dan)
    room.heal()
    await room.wait(MINUTE)
    assert dan.id in asked(game).pinged
    assert called(room, told) == [ben.id]


async def test_who_comes_to_a_seat_while_the_call_to_it_is_being_sent_is_called_too(room):
    game, ann, ben, cleo, dan = await away(room)
    await ask(game, ann, "end")
    await forged(dan, game, "sub:1")
    question = asked(game)
    await ann.press(question, "I agree")
    told = len(listen(room))
    room.hang("POST", "/channels/*/messages")
    await cleo.press(question, "I agree")
    await leave(game, dan)
    room.heal()
    await room.wait(MINUTE)
    assert called(room, told) == [dan.id, ben.id]


async def test_who_comes_to_a_seat_before_the_question_is_there_is_called_once(room):
    game, ben, dan = await substituted(room)
    room.fail("POST", "/channels/*/messages", status=500, times=None)
    await forged(game.people[0], game, "stop:1")
    await leave(game, dan)
    told = len(listen(room))
    room.heal()
    await room.wait(MINUTE)
    assert [one.user_id for one in listen(room)[told:] if one.user_id == ben.id] == [ben.id]


@pytest.mark.parametrize("way", ["thread", "direct", "none"])
async def test_nobody_who_comes_to_a_seat_in_their_quiet_hours_agrees_by_sleeping(room, way):
    game, ben, dan = await substituted(room, pace="live")
    ann, _, cleo = game.people
    morning = await quiet_for(room, ben, 6 * HOUR, way=way)
    question = await ask(game, ann, "end")
    await cleo.press(question, "I agree")
    told = len(listen(room))
    await leave(game, dan)
    await room.wait(MINUTE)
    assert says_by(question, morning + 18 * MINUTE)
    await after(room, 6 * HOUR - 2 * MINUTE)
    assert (await row_of(room, game)).status is Status.PLAYING
    assert called(room, told) == []
    await after(room, 2 * MINUTE)
    assert called(room, told) == ([] if way == "none" else [ben.id])
    assert await ends_between(room, game, 16 * MINUTE, 4 * MINUTE)


async def test_nobody_who_comes_to_a_seat_on_holiday_agrees_by_it(room):
    game, ben, dan = await substituted(room)
    ann, _, cleo = game.people
    await ben.slash("away", until="5")
    until = await room.bot.store.time.holiday(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await leave(game, dan)
    assert await open_for(room, game, (until - room.now()) / DAY + 1)


async def test_nobody_agrees_by_silence_before_they_could_be_called(room):
    game, ann, ben, cleo, _ = await three(room, pace="live")
    await wishing(room, ben, way="direct")
    room.fail("POST", "/users/@me/channels", status=500, times=None)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    told = len(listen(room))
    for _ in range(2):
        await after(room, HOUR)
    assert (await row_of(room, game)).status is Status.PLAYING
    room.heal()
    await room.wait(MINUTE)
    assert called(room, told) == [ben.id]
    assert await ends_between(room, game, 16 * MINUTE, 4 * MINUTE)


async def test_who_gets_a_seat_by_an_answer_to_another_question_has_a_members_time(room):
    game, ann, *_, dan = await away(room)
    room.bot.parlour.computers.pause = 60.0  # the turn stays with the computer player at seat 1
    while (await game.live()).deciding() != (1,):
        await default_turn(game)
    question = await ask(game, ann, "end")
    await forged(dan, game, "sub:1")
    await ann.press(asked(game), "I agree")
    # Cleo leaves: the seat is Dan's by that, and before anybody has looked Ann says something.
    gone = Driver("computer", None, "Basil", "normal")
    seq = (await row_of(room, game)).seq
    await room.bot.store.tables.change_driver(game.table_id, 2, gone, from_seq=seq)
    room.bot.parlour.tables.changed(game.table_id)
    await ann.press(question, "I agree")
    live = await game.live()
    assert live.seat_of(dan.id) == 1
    assert await kinds(game) == ["member", "member", "computer"]
    assert live.wait(1).free == DAY


async def test_a_pause_is_not_left_to_who_has_the_seat_next(room):
    ann, ben, cleo, _ = room.people
    game = await timed(room, [ann, ben, cleo], seats=3)
    await forged(ben, game, "pause:7")
    assert (await game.live()).beside.holds
    await leave(game, ben)
    assert not (await game.live()).beside.holds


# ---- who is on holiday while somebody else plays their seat


async def open_for(room, game, days):
    """Whether the end is agreed to by silence once so many days are over, and not before."""
    return await ends_between(room, game, days * DAY - HOUR, 2 * HOUR)


async def test_nobody_on_holiday_agrees_to_the_end_once_a_substitute_has_left_their_seat(room):
    game, ann, ben, cleo, dan = await three(room)
    await ben.slash("away", until="5")
    question = await ask(game, ann, "hold", 1)
    for member in (cleo, ben):
        await member.press(question, "I agree")
    await forged(dan, game, "sub:1")
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    await leave(game, dan)
    until = await room.bot.store.time.holiday(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await open_for(room, game, (until - room.now()) / DAY + 1)


async def test_a_holiday_that_begins_while_a_computer_player_keeps_the_seat_is_one_too(room):
    game, ann, ben, cleo, _ = await away(room)
    await ben.slash("away", until="5")
    until = await room.bot.store.time.holiday(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await open_for(room, game, (until - room.now()) / DAY + 1)


async def test_no_holiday_keeps_a_game_from_its_end_for_longer_than_pauses_may(room):
    game, ann, ben, cleo, _ = await away(room)
    await ben.slash("away", until="60")
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await open_for(room, game, BUDGET + 1)


async def test_who_takes_their_seat_back_from_a_substitute_on_holiday_has_their_pause_again(room):
    game, ben, _ = await substituted(room)
    await ben.slash("away", until="5")
    await forged(ben, game, "back")
    until = await room.bot.store.time.holiday(ben.id)
    pauses = [(hold.seat, hold.until) for hold in (await game.live()).beside.holds]
    assert pauses == [(1, until)]
