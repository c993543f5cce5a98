"""Tests of seats that change their driver during a vote: who is asked, and which answers count."""

import pytest

from cogs.game.deadlines import HOLIDAY_DAYS
from data.models.tables import Player, TableStatus
from tests.cogs.game.test_authority import forged, kinds, leave, row_of
from tests.cogs.support.play import default_turn
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, listen, timed
from tests.cogs.votes.test_votes import (
    ask,
    asked,
    away,
    ends_between,
    left,
    says_by,
    substituted,
    three,
)


async def quiet_for(simulator, member, seconds, **wish):
    """Let a member's quiet hours start now, for this long; return their end."""
    minute = round(simulator.now() % DAY // MINUTE)
    until = simulator.now() - simulator.now() % MINUTE + seconds
    quiet = {"quiet_from": minute, "quiet_to": round(until % DAY // MINUTE)}
    await wishing(simulator, member, zone="UTC", **quiet, **wish)
    return until


def called(simulator, told):
    """Return the members who were notified of the vote separately, after so many requests."""
    heard = listen(simulator)[told:]
    return [one.user_id for one in heard if "table has a vote" in one.text or is_direct(one.text)]


def is_direct(text):
    """Whether this is a vote in direct messages, which name the server."""
    return "Card Corner" in text and "asks:" in text


async def test_whether_to_hold_a_seat_is_no_question_once_it_is_somebody_elses(simulator):
    game, ben, dan = await substituted(simulator)
    ann, _, cleo = game.people
    question = await ask(game, ann, "hold", 1)
    assert dan.id in question.pinged
    await cleo.press(question, "I agree")
    await forged(ben, game, "back")
    await after(simulator, DAY + HOUR)
    assert (await game.live()).seat_of(ben.id) == 1
    assert "no longer needed" in question.text


async def test_who_gets_a_seat_for_good_is_asked_about_the_end_and_has_time_of_their_own(simulator):
    game, ann, _, cleo, dan = await left(simulator)
    await ask(game, ann, "end")
    await after(simulator, 20 * HOUR)
    await forged(dan, game, "sub:1")
    told = len(listen(simulator))
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    await simulator.wait(1)
    assert called(simulator, told) == [dan.id]
    assert await ends_between(simulator, game, 6 * HOUR, 20 * HOUR)


async def test_an_owner_is_asked_once_whoever_plays_while_the_question_is_being_sent(simulator):
    game, ben, dan = await substituted(simulator)
    told = len(listen(simulator))
    simulator.hang("POST", "/channels/*/messages")
    await forged(game.people[0], game, "stop:1")
    await leave(game, dan)
    simulator.heal()
    await simulator.wait(MINUTE)
    assert ben.id in asked(game).pinged
    assert dan.id not in asked(game).pinged
    assert called(simulator, told) == []


async def test_who_gets_a_seat_for_good_while_the_question_is_being_sent_is_called(simulator):
    game, ann, _, cleo, dan = await left(simulator)
    await forged(dan, game, "sub:1")
    question = asked(game)
    await ann.press(question, "I agree")
    told = len(listen(simulator))
    simulator.hang("POST", "/channels/*/messages")
    await forged(ann, game, "stop:1")
    await cleo.press(question, "I agree")
    simulator.heal()
    await simulator.wait(MINUTE)
    assert (await game.live()).seat_of(dan.id) == 1
    assert called(simulator, told) == [dan.id]


async def test_an_owner_who_is_back_before_the_question_is_there_is_called_once(simulator):
    game, ben, dan = await substituted(simulator)
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    await forged(game.people[0], game, "stop:1")
    await leave(game, dan)
    told = len(listen(simulator))
    simulator.heal()
    await simulator.wait(MINUTE)
    assert [one.user_id for one in listen(simulator)[told:] if one.user_id == ben.id] == [ben.id]


@pytest.mark.parametrize("way", ["thread", "direct", "none"])
async def test_nobody_who_comes_to_a_seat_in_their_quiet_hours_agrees_by_sleeping(simulator, way):
    game, ben, dan = await substituted(simulator, pace="live")
    ann, _, cleo = game.people
    morning = await quiet_for(simulator, ben, 6 * HOUR, way=way)
    question = await ask(game, ann, "end")
    await cleo.press(question, "I agree")
    told = len(listen(simulator))
    await leave(game, dan)
    await simulator.wait(MINUTE)
    assert says_by(question, morning + 18 * MINUTE)
    await after(simulator, 6 * HOUR - 2 * MINUTE)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    assert called(simulator, told) == []
    await after(simulator, 2 * MINUTE)
    assert called(simulator, told) == ([] if way == "none" else [ben.id])
    assert await ends_between(simulator, game, 16 * MINUTE, 4 * MINUTE)


async def test_nobody_who_comes_to_a_seat_on_holiday_agrees_by_it(simulator):
    game, ben, dan = await substituted(simulator)
    ann, _, cleo = game.people
    await ben.slash("away", until="5")
    until = await simulator.bot.database.pauses.holiday_until(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await leave(game, dan)
    assert await open_for(simulator, game, (until - simulator.now()) / DAY + 1)


async def test_nobody_agrees_by_silence_before_they_could_be_called(simulator):
    game, ann, ben, cleo, _ = await three(simulator, pace="live")
    await wishing(simulator, ben, way="direct")
    simulator.fail("POST", "/users/@me/channels", status=500, times=None)
    question = await ask(game, ann, "end")
    # After ten minutes the message would go to the thread.
    simulator.fail("POST", f"/channels/{game.thread}/messages", status=429, times=None)
    await cleo.press(question, "I agree")
    told = len(listen(simulator))
    for _ in range(2):
        await after(simulator, HOUR)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    simulator.heal()
    # The queue tries again after at most five minutes.
    await simulator.wait(5 * MINUTE)
    assert called(simulator, told) == [ben.id]
    assert await ends_between(simulator, game, 16 * MINUTE, 4 * MINUTE)


async def test_who_gets_a_seat_by_an_answer_to_another_question_has_a_members_time(simulator):
    game, ann, *_, dan = await away(simulator)
    # The turn remains with the computer player at seat 1.
    simulator.bot.services.computers.pause = 60.0
    while (await game.live()).deciding() != (1,):
        await default_turn(game)
    question = await ask(game, ann, "end")
    await forged(dan, game, "sub:1")
    await ann.press(asked(game), "I agree")
    # Cleo leaves, which gives the seat to Dan. Ann answers before the clock has looked.
    gone = Player("computer", None, "Basil", "normal")
    seq = (await row_of(simulator, game)).seq
    await simulator.bot.database.tables.replace_player(game.table_id, 2, gone, from_seq=seq)
    simulator.bot.services.sessions.changed(game.table_id)
    await ann.press(question, "I agree")
    live = await game.live()
    assert live.seat_of(dan.id) == 1
    assert await kinds(game) == ["member", "member", "computer"]
    assert live.open_decision(1).free == DAY


async def test_a_pause_is_not_left_to_who_has_the_seat_next(simulator):
    ann, ben, cleo, _ = simulator.members
    game = await timed(simulator, [ann, ben, cleo], seats=3)
    await forged(ben, game, "pause:7")
    assert (await game.live()).circumstances.pauses
    await leave(game, ben)
    assert not (await game.live()).circumstances.pauses


# ---- who is on holiday while somebody else plays their seat


async def open_for(simulator, game, days):
    """Whether silence ends the game after so many days, and not before."""
    return await ends_between(simulator, game, days * DAY - HOUR, 2 * HOUR)


async def test_nobody_on_holiday_agrees_to_the_end_once_a_substitute_has_left_their_seat(simulator):
    game, ann, ben, cleo, dan = await three(simulator)
    await ben.slash("away", until="5")
    await wishing(simulator, ben, substitution="member")
    question = await ask(game, ann, "hold", 1)
    for member in (cleo, ben):
        await member.press(question, "I agree")
    await forged(dan, game, "sub:1")
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    await leave(game, dan)
    until = await simulator.bot.database.pauses.holiday_until(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await open_for(simulator, game, (until - simulator.now()) / DAY + 1)


async def test_a_holiday_that_begins_while_a_computer_player_keeps_the_seat_is_one_too(simulator):
    game, ann, ben, cleo, _ = await away(simulator)
    await ben.slash("away", until="5")
    until = await simulator.bot.database.pauses.holiday_until(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await open_for(simulator, game, (until - simulator.now()) / DAY + 1)


async def test_no_holiday_keeps_a_game_from_its_end_for_longer_than_pauses_may(simulator):
    game, ann, ben, cleo, _ = await away(simulator)
    await ben.slash("away", until="60")
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await open_for(simulator, game, HOLIDAY_DAYS + 1)


async def test_who_takes_their_seat_back_from_a_substitute_on_holiday_has_their_pause_again(
    simulator,
):
    game, ben, _ = await substituted(simulator)
    await ben.slash("away", until="5")
    await forged(ben, game, "back")
    until = await simulator.bot.database.pauses.holiday_until(ben.id)
    pauses = [(hold.seat, hold.until) for hold in (await game.live()).circumstances.pauses]
    assert pauses == [(1, until)]
