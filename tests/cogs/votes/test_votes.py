"""Tests of votes: who is asked, what silence means, and what the result does."""

import re

import pytest

from data.models.tables import TableStatus
from tests.cogs.game.test_authority import forged, kinds, leave, row_of, until_away
from tests.cogs.support.play import default_move, default_turn
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, timed


def asked(game):
    """Return the newest vote message."""
    starts = ("asks:", "would like to play for", "would like the open seat")
    return [m for m in game.simulator.messages(game.thread) if any(s in m.text for s in starts)][-1]


async def ask(game, asker, kind, seat=0):
    """Open a vote on its page and return the vote message."""
    more = await asker.press(game.board, "More")
    page = (await asker.press(more.message, "run")).message
    if kind == "end":
        await asker.press(page, "End the game")
        await asker.press(page, "Ask everyone")
    else:
        await asker.choose(page, "replace", [str(seat)])
    return asked(game)


def says_by(question, then):
    """Whether the message states the deadline, within a minute, as sending takes time."""
    (found,) = re.findall(r"<t:(\d+):f>", question.text)
    return abs(int(found) - then) < MINUTE


async def three(simulator, pace="day"):
    ann, ben, cleo, dan = simulator.members
    return await timed(simulator, [ann, ben, cleo], seats=3, pace=pace), ann, ben, cleo, dan


# ---- a computer player may hold a seat


async def test_a_seat_is_held_when_all_others_and_its_member_agree(simulator):
    game, ann, ben, cleo, dan = await three(simulator)
    question = await ask(game, ann, "hold", 1)
    assert "may a computer player take over" in question.text
    assert set(question.pinged) == {ben.id, cleo.id}
    assert "Only players with a seat" in (await dan.press(question, "I agree")).text
    await cleo.press(question, "I agree")
    assert await kinds(game) == ["member"] * 3
    await ben.press(question, "I agree")
    assert await kinds(game) == ["member", "computer", "member"]
    assert question.labels == ()
    assert "Agreed: a computer player takes over" in question.text


@pytest.mark.parametrize("who", [1, 2])
async def test_one_no_and_a_member_keeps_their_seat(simulator, who):
    game, ann, *_ = await three(simulator)
    question = await ask(game, ann, "hold", 1)
    await simulator.members[who].press(question, "No")
    await after(simulator, 2 * DAY)
    assert "Not agreed" in question.text
    assert question.labels == ()
    assert (await game.live()).player(1).kind == "member"


async def test_silence_of_another_member_is_no_agreement(simulator):
    game, ann, ben, *_ = await three(simulator)
    question = await ask(game, ann, "hold", 1)
    await ben.press(question, "I agree")
    await after(simulator, DAY + HOUR)
    assert "Not agreed" in question.text
    assert await kinds(game) == ["member"] * 3


async def test_a_move_of_whose_seat_it_is_ends_the_question(simulator):
    game, ann, ben, *_ = await three(simulator)
    while await game.turn() != ben:
        await default_turn(game)
    question = await ask(game, ann, "hold", (await game.live()).seat_of(ben.id))
    await default_move(game)
    await simulator.wait(1)
    assert "no longer needed" in question.text


async def test_what_was_answered_is_not_asked_again_before_its_time(simulator):
    game, ann, ben, *_ = await three(simulator)
    question = await ask(game, ann, "hold", 1)
    await ben.press(question, "No")
    again = await forged(ann, game, "replace", ["1"])
    assert "voted on that a while ago" in again.text


async def test_without_a_clock_the_table_is_asked_after_two_days_by_anybody(simulator):
    game, *_ = await three(simulator, pace="none")
    who = await game.turn()
    friend = next(one for one in game.people if one != who)
    seat = str((await game.live()).seat_of(who.id))
    assert "then choose" in (await forged(friend, game, "replace", [seat])).text
    await after(simulator, 2 * DAY + HOUR)
    question = await ask(game, friend, "hold", seat)
    assert who.id in question.pinged
    for other in game.people:
        if other not in {who, friend}:
            await other.press(question, "I agree")
    assert await kinds(game) == ["member"] * 3
    await after(simulator, 2 * DAY + HOUR)
    live = await game.live()
    assert live.player(int(seat)).kind == "computer"
    assert live.own_seat(who.id) == int(seat)


# ---- a substitute


async def ends_between(simulator, game, least, more):
    """Whether a game still goes on after `least` seconds, and has ended after `more` others."""
    await after(simulator, least)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    await after(simulator, more)
    return (await row_of(simulator, game)).status is TableStatus.CLOSED


async def away(simulator, pace="day"):
    """Ben is away, and lets any member on whom the table agrees play for him."""
    game, ann, ben, cleo, dan = await three(simulator, pace)
    await wishing(simulator, ben, substitution="member")
    await until_away(simulator, game, ben)
    return game, ann, ben, cleo, dan


async def test_a_substitute_needs_everybody_who_is_there_and_gives_the_seat_back(simulator):
    game, ann, ben, cleo, dan = await away(simulator)
    await forged(dan, game, "sub:1")
    question = asked(game)
    assert set(question.pinged) == {ann.id, cleo.id}
    await ann.press(question, "I agree")
    assert "You don't play" in (await forged(dan, game, "hand")).text
    await cleo.press(question, "I agree")
    assert (await game.live()).seat_of(dan.id) == 1
    assert question.labels == ("I'm back",)
    assert "Someone else is playing your hand" in (await ben.press(game.board, "My hand")).text
    await ben.press(question, "I'm back")
    live = await game.live()
    assert (live.seat_of(ben.id), live.seat_of(dan.id)) == (1, None)
    assert "You don't play" in (await dan.press(game.board, "My hand")).text


async def test_when_a_substitute_leaves_the_seat_is_kept_for_its_member(simulator):
    game, ann, ben, cleo, dan = await away(simulator)
    await forged(dan, game, "sub:1")
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    await leave(game, dan)
    live = await game.live()
    assert live.player(1).kind == "computer"
    assert live.own_seat(ben.id) == 1


@pytest.mark.parametrize("how", ["left", "forgot"])
async def test_whoever_saw_one_hand_of_the_round_gets_no_other_under_any_name(simulator, how):
    game, _, _, cleo, _ = await away(simulator)
    await game.hand(cleo)
    if how == "left":
        await leave(game, cleo)
    else:
        await cleo.press((await cleo.slash("privacy forget")).message, "forgetme")
    answer = await forged(cleo, game, "sub:1")
    assert "You have held a hand in this round" in answer.text


async def test_a_seat_held_by_a_vote_that_its_member_slept_through_is_open_to_nobody(simulator):
    game, ann, ben, cleo, dan = await three(simulator)
    if await game.turn() == ben:
        await default_turn(game)
    question = await ask(game, ann, "hold", 1)
    await cleo.press(question, "I agree")
    await after(simulator, DAY + HOUR)
    assert (await game.live()).player(1).kind == "computer"
    assert "can't take this seat" in (await forged(dan, game, "sub:1")).text


# ---- the end


async def test_silence_until_the_deadline_ends_a_game(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    question = await ask(game, ann, "end")
    assert set(question.pinged) == {ben.id, cleo.id}
    await ben.press(question, "I agree")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    await after(simulator, DAY + HOUR)
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED
    await simulator.wait(5)
    assert "Agreed: the game is over without a result." in question.text


async def test_one_no_and_the_game_goes_on(simulator):
    game, ann, ben, *_ = await three(simulator)
    question = await ask(game, ann, "end")
    await ben.press(question, "No")
    await after(simulator, 2 * DAY)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    assert "Not agreed: the game goes on." in question.text


async def test_who_is_away_is_asked_too_and_may_say_no(simulator):
    game, ann, ben, *_ = await away(simulator)
    question = await ask(game, ann, "end")
    assert ben.id in question.pinged
    await ben.press(question, "No")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    assert "Not agreed" in question.text


async def test_a_question_that_cannot_be_shown_is_answered_by_nobodys_silence(simulator):
    game, ann, *_ = await three(simulator)
    more = await ann.press(game.board, "More")
    page = (await ann.press(more.message, "run")).message
    await ann.press(page, "End the game")
    simulator.fail("POST", "/channels/*/messages", status=500, times=None)
    await ann.press(page, "Ask everyone")
    await after(simulator, 2 * DAY)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    simulator.heal()
    await simulator.wait(60)
    assert "asks: end this game" in asked(game).text
    assert says_by(asked(game), simulator.now() - 60 + DAY)


async def test_whoever_plays_alone_with_computer_players_ends_it_at_once(simulator):
    (ann,) = people = simulator.members[:1]
    game = await timed(simulator, people, seats=2)
    more = await ann.press(game.board, "More")
    page = (await ann.press(more.message, "run")).message
    await ann.press(page, "End the game")
    await ann.press(page, "Ask everyone")
    assert "The game is over, without a result." in page.text
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED


async def test_a_question_survives_a_restart(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    question = await ask(game, ann, "end")
    await simulator.restart()
    for member in (ben, cleo):
        await member.press(question, "I agree")
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED


# ---- a seat that was left for good


async def left(simulator):
    game, ann, ben, cleo, dan = await three(simulator)
    await leave(game, ben, lets=True)
    return game, ann, ben, cleo, dan


async def test_a_seat_that_was_left_is_nobodys_until_all_others_agree(simulator):
    game, ann, _, cleo, dan = await left(simulator)
    await forged(dan, game, "sub:1")
    question = asked(game)
    assert "the open seat" in question.text
    await ann.press(question, "I agree")
    assert "You don't play" in (await forged(dan, game, "hand")).text
    await cleo.press(question, "I agree")
    assert (await game.live()).seat_of(dan.id) == 1
    assert question.labels == ()
    assert "takes the seat for good" in question.text


async def test_who_has_left_for_good_does_not_take_the_seat_back_by_a_press(simulator):
    game, ann, ben, cleo, dan = await left(simulator)
    await forged(dan, game, "sub:1")
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    assert "You don't play" in (await forged(ben, game, "back")).text
    assert (await game.live()).seat_of(dan.id) == 1


async def test_a_seat_that_was_a_computers_from_the_start_is_open_to_nobody(simulator):
    ann, ben, _, dan = simulator.members
    game = await timed(simulator, [ann, ben], seats=3)
    assert "can't take this seat" in (await forged(dan, game, "sub:2")).text


async def test_the_seat_of_who_was_forgotten_is_open_to_nobody(simulator):
    game, _, ben, _, dan = await three(simulator)
    await wishing(simulator, ben, substitution="member")
    await ben.press((await ben.slash("privacy forget")).message, "forgetme")
    assert await kinds(game) == ["member", "computer", "member"]
    assert "can't take this seat" in (await forged(dan, game, "sub:1")).text


# ---- whose seat somebody else plays


async def substituted(simulator, pace="day"):
    game, ann, ben, cleo, dan = await away(simulator, pace)
    await forged(dan, game, "sub:1")
    for member in (ann, cleo):
        await member.press(asked(game), "I agree")
    return game, ben, dan


@pytest.mark.parametrize("command", ["tables", "hand", "table"])
async def test_while_a_substitute_plays_the_owner_finds_the_game_and_one_press_takes_it_back(
    simulator, command
):
    game, ben, dan = await substituted(simulator)
    found = (await ben.slash(command)).message
    assert "Someone else is playing your hand" in found.text
    await ben.press(found, "I'm back")
    live = await game.live()
    assert (live.seat_of(ben.id), live.seat_of(dan.id)) == (1, None)
    assert "Someone else" not in (await ben.slash("tables")).text


async def test_a_seat_that_a_substitute_plays_counts_among_its_owners_tables(simulator):
    _, ben, dan = await substituted(simulator)
    for who in (ben, dan):
        assert (
            len(await simulator.bot.database.tables.tables_of_member(simulator.guild.id, who.id))
            == 1
        )


# ---- silence


async def test_nobody_agrees_by_sleeping(simulator):
    game, ann, ben, cleo, _ = await three(simulator, pace="live")
    await wishing(simulator, ben, zone="UTC", quiet_from=0, quiet_to=6 * 60)
    question = await ask(game, ann, "end")
    assert says_by(question, simulator.now() + 6 * HOUR + 18 * MINUTE)
    await cleo.press(question, "I agree")
    assert await ends_between(simulator, game, 6 * HOUR, HOUR)


async def test_nobody_agrees_to_the_end_while_they_are_on_holiday(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    await ben.slash("away", until="3")
    await cleo.press(await ask(game, ann, "end"), "I agree")
    assert await ends_between(simulator, game, DAY + HOUR, 4 * DAY)


async def test_no_seat_is_handed_over_while_its_member_is_on_holiday(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    await ben.slash("away", until="3")
    await cleo.press(await ask(game, ann, "hold", 1), "I agree")
    await after(simulator, DAY + HOUR)
    assert await kinds(game) == ["member"] * 3
