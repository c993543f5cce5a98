"""Tests of admission: only the owner lets a member into a seat (B1), and owners vote (B2)."""

import pytest

from data.models.tables import TableStatus
from tests.cogs.game.test_authority import forged, kinds, leave, row_of, until_away
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, timed
from tests.cogs.votes.test_votes import ask, asked, away, ends_between, substituted, three


async def pressed(game, person, label):
    """Press a button on the page of the table's details."""
    more = await person.press(game.board, "More")
    return (await person.press(more.message, label)).message


async def test_a_second_account_does_not_read_the_hand_of_a_sleeping_opponent(simulator):
    ann, ben, puppet, _ = simulator.members
    game = await timed(simulator, [ann, ben], seats=2, pace="live")
    await until_away(simulator, game, ben)
    assert "can't take this seat" in (await forged(puppet, game, "sub:1")).text
    assert "No seat is open" in (await forged(ann, game, "invite")).text
    live = await game.live()
    assert (live.own_seat(ben.id), live.player(1).kind) == (1, "computer")
    assert "You don't play" in (await forged(puppet, game, "hand")).text


async def test_preferences_let_somebody_play_whom_the_whole_table_agrees_on(simulator):
    game, ann, ben, cleo, dan = await three(simulator)
    page = (await ben.slash("preferences")).message
    assert "a computer player keeps your seat" in page.text
    await ben.choose(page, "substitution", ["If I stop playing: someone the table agrees on"])
    assert "Everyone else there must agree" in page.text
    await until_away(simulator, game, ben)
    offered = await pressed(game, ann, "Invite a substitute")
    await dan.press(offered, "Take this seat")
    await ann.press(asked(game), "I agree")
    assert (await game.live()).seat_of(dan.id) is None
    await cleo.press(asked(game), "I agree")
    assert (await game.live()).seat_of(dan.id) == 1


async def test_silence_of_one_of_those_present_keeps_the_seat_for_its_owner(simulator):
    game, ann, *_, dan = await away(simulator)
    await forged(dan, game, "sub:1")
    question = asked(game)
    await ann.press(question, "I agree")
    await after(simulator, DAY + HOUR)
    assert "Not agreed" in question.text
    assert (await game.live()).player(1).kind == "computer"


async def test_an_owner_who_lets_nobody_in_any_longer_ends_the_question(simulator):
    game, ann, ben, cleo, dan = await away(simulator)
    await forged(dan, game, "sub:1")
    question = asked(game)
    await ann.press(question, "I agree")
    await wishing(simulator, ben, substitution="computer")
    await cleo.press(question, "I agree")
    assert "This vote is void" in question.text
    assert (await game.live()).player(1).kind == "computer"


@pytest.mark.parametrize(
    "label, is_open",
    [("Yes, leave", False), ("Leave, and let someone ask for my seat", True)],
)
async def test_leaving_asks_who_may_have_the_seat(simulator, label, is_open):
    game, ann, ben, cleo, dan = await three(simulator)
    question = await pressed(game, ben, "Leave the table")
    told = await ben.press(question, label)
    assert ("Someone may ask for your seat" in told.text) is is_open
    answer = await forged(dan, game, "sub:1")
    assert ("can't take this seat" in answer.text) is not is_open
    if is_open:
        for member in (ann, cleo):
            await member.press(asked(game), "I agree")
    assert ((await game.live()).seat_of(dan.id) == 1) is is_open


async def test_a_substitute_who_leaves_or_vanishes_does_not_choose_who_follows(simulator):
    game, ben, dan = await substituted(simulator)
    question = await pressed(game, dan, "Leave the table")
    assert question.labels == ("Yes, leave", "Back")
    await wishing(simulator, ben, substitution="computer")
    game.people = (*game.people, dan)
    await until_away(simulator, game, dan)
    live = await game.live()
    assert (live.own_seat(ben.id), live.own_seat(dan.id)) == (1, None)
    assert "You don't play" in (await forged(dan, game, "back")).text
    assert "can't take this seat" in (await forged(dan, game, "sub:1")).text


# ---- owners vote


async def test_while_a_substitute_plays_the_owner_is_asked_whether_the_game_ends(simulator):
    game, ben, dan = await substituted(simulator)
    ann, _, cleo = game.people
    question = await ask(game, ann, "end")
    assert set(question.pinged) == {ben.id, cleo.id}
    assert "Only players with a seat" in (await dan.press(question, "I agree")).text
    await cleo.press(question, "I agree")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    await ben.press(question, "No")
    assert "Not agreed: the game goes on." in question.text


async def test_a_substitute_does_not_ask_to_end_the_game(simulator):
    game, _, dan = await substituted(simulator)
    assert "Only the owners" in (await forged(dan, game, "stop:1")).text


@pytest.mark.parametrize("leaves", [False, True])
async def test_an_owner_has_the_full_time_though_a_substitute_plays(simulator, leaves):
    game, _, dan = await substituted(simulator)
    ann, _, cleo = game.people
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await after(simulator, 12 * HOUR)
    if leaves:
        await leave(game, dan)
    assert await ends_between(simulator, game, 11 * HOUR, 2 * HOUR)


async def test_the_time_of_an_owner_on_holiday_whose_seat_is_played_begins_after_it(simulator):
    game, ben, _ = await substituted(simulator)
    ann, _, cleo = game.people
    await ben.slash("away", until="5")
    until = await simulator.bot.database.pauses.holiday_until(ben.id)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    rest = until - simulator.now()
    assert await ends_between(simulator, game, rest + DAY - HOUR, 2 * HOUR)


async def test_the_owner_is_told_by_the_way_that_they_chose_and_not_the_substitute(simulator):
    game, ben, _ = await substituted(simulator)
    await wishing(simulator, ben, way="direct")
    question = await ask(game, game.people[0], "end")
    await simulator.wait(MINUTE)
    direct = [m for m in simulator.messages() if str(question.id) in m.text]
    assert len(direct) == 1
    assert direct[0].channel_id not in {game.thread, simulator.channel.id}


async def test_who_left_for_good_has_no_say_in_the_end(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    await leave(game, ben)
    question = await ask(game, ann, "end")
    assert set(question.pinged) == {cleo.id}
    assert await kinds(game) == ["member", "computer", "member"]
