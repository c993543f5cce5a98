"""Silence is an answer only of those who were asked, and had their time to answer."""

import pytest

from data.game.rows import Status
from tests.cogs.clocks import DAY, HOUR, MINUTE, after
from tests.cogs.press.test_authority import forged, row_of
from tests.cogs.press.test_votes import ask, asked, says_by, three, wishing


async def ended(room, game):
    """Whether the game is over."""
    return (await row_of(room, game)).status is Status.CLOSED


async def paused(game, host):
    """Let the host pause the table for a week."""
    await forged(host, game, "hold:7")


async def silent_for(room, game, time):
    """Nobody says anything, and the game is over when that time is up, not before."""
    await after(room, time - HOUR)
    assert not await ended(room, game)
    await after(room, 2 * HOUR)
    assert await ended(room, game)


async def gone_on(game, member):
    """Let anybody end the pause."""
    await forged(member, game, "resume")
    assert await game.room.bot.store.time.holds(game.table_id) == ()


@pytest.mark.parametrize("own", ["away", "pause"])
async def test_who_is_away_has_their_time_after_it_though_a_pause_of_the_table_is_ended(room, own):
    game, ann, ben, cleo, _ = await three(room)
    if own == "away":
        await ben.slash("away", until="7")
    else:
        await forged(ben, game, "pause:7")
    await paused(game, ann)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await forged(ann, game, "resume")
    await silent_for(room, game, 8 * DAY)


# ---- whose question is gone


async def test_whoever_deletes_the_question_is_agreed_with_by_nobody(room):
    game, ann, ben, cleo, _ = await three(room)
    question = await ask(game, ann, "end")
    room.env.backend.delete_message(question.channel_id, question.id)
    await after(room, DAY + HOUR)
    assert not await ended(room, game)
    anew = asked(game)
    assert anew.id != question.id
    assert says_by(anew, room.now() + DAY)
    assert set(anew.pinged) == {ben.id, cleo.id}
    await silent_for(room, game, DAY)


async def test_a_question_whose_thread_was_deleted_is_asked_anew_in_the_next_one(room):
    game, ann, *_ = await three(room)
    await ask(game, ann, "end")
    room.env.backend.delete_channel(game.thread)
    await room.wait(30)
    await after(room, 2 * DAY)
    (gone,) = [m for m in room.messages(room.channel.id) if "Continue in a new thread" in m.labels]
    await ann.press(gone, "Continue in a new thread")
    await room.wait(40)
    assert says_by(asked(game), room.now() - 40 + DAY)
    await silent_for(room, game, DAY)


async def test_while_discord_cannot_say_whether_a_question_is_there_nobody_agrees(room):
    game, ann, *_ = await three(room)
    question = await ask(game, ann, "end")
    room.fail("GET", f"/channels/*/messages/{question.id}", status=500, times=None)
    await after(room, DAY + HOUR)
    assert not await ended(room, game)
    room.heal()
    await room.wait(MINUTE)
    assert await ended(room, game)


async def test_when_a_game_is_over_nobody_is_asked_about_it_any_more(room):
    game, ann, *_ = await three(room)
    question = await ask(game, ann, "end")
    keeper = room.invite("Mo", manages=True)
    await forged(keeper, game, "stopfor", ["0"])
    await room.wait(MINUTE)
    assert question.labels == ()
    assert "no longer needed" in question.text


# ---- while the clock stands still


@pytest.mark.parametrize("first", ["asked", "paused"])
async def test_while_the_table_is_paused_nobody_agrees_by_silence(room, first):
    game, ann, *_ = await three(room)
    then = room.now() + 8 * DAY
    if first == "paused":
        await paused(game, ann)
    question = await ask(game, ann, "end")
    if first == "asked":
        await paused(game, ann)
    await room.wait(MINUTE)
    assert says_by(question, then)
    await silent_for(room, game, 8 * DAY)


async def test_a_pause_that_is_over_early_leaves_a_question_its_time(room):
    game, ann, ben, *_ = await three(room)
    await paused(game, ann)
    await ask(game, ann, "end")
    await gone_on(game, ben)
    await silent_for(room, game, DAY)


async def test_nobody_agrees_by_sleeping_when_a_pause_is_ended_at_night(room):
    game, ann, ben, cleo, _ = await three(room, pace="live")
    await wishing(room, ben, zone="UTC", quiet_from=0, quiet_to=7 * 60)  # the day begins at 0:00
    await paused(game, ann)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await after(room, HOUR)
    await gone_on(game, ann)
    for _ in range(2):  # before the morning, and as it comes
        await after(room, 5 * HOUR)
        assert not await ended(room, game)
    await after(room, DAY)
    assert await ended(room, game)
