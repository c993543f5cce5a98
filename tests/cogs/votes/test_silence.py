"""Tests of silence in votes: it counts only for members who were asked and had time to answer."""

import pytest

from data.models.tables import TableStatus
from tests.cogs.game.test_authority import forged, row_of
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, HOUR, MINUTE, after
from tests.cogs.votes.test_votes import ask, asked, says_by, three


async def ended(simulator, game):
    """Whether the game is over."""
    return (await row_of(simulator, game)).status is TableStatus.CLOSED


async def paused(game, host):
    """Let the host pause the table for a week."""
    await forged(host, game, "hold:7")


async def silent_for(simulator, game, time):
    """Check that the game ends after this time without answers, and not before."""
    await after(simulator, time - HOUR)
    assert not await ended(simulator, game)
    await after(simulator, 2 * HOUR)
    assert await ended(simulator, game)


async def gone_on(game, member):
    """Let a member end the pause."""
    await forged(member, game, "resume")
    assert await game.simulator.bot.database.pauses.of_table(game.table_id) == ()


@pytest.mark.parametrize("own", ["away", "pause"])
async def test_who_is_away_has_their_time_after_it_though_a_pause_of_the_table_is_ended(
    simulator, own
):
    game, ann, ben, cleo, _ = await three(simulator)
    if own == "away":
        await ben.slash("away", until="7")
    else:
        await forged(ben, game, "pause:7")
    await paused(game, ann)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await forged(ann, game, "resume")
    await silent_for(simulator, game, 8 * DAY)


# ---- whose question is gone


async def test_whoever_deletes_the_question_is_agreed_with_by_nobody(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    question = await ask(game, ann, "end")
    simulator.env.backend.delete_message(question.channel_id, question.id)
    await after(simulator, DAY + HOUR)
    assert not await ended(simulator, game)
    anew = asked(game)
    assert anew.id != question.id
    assert says_by(anew, simulator.now() + DAY)
    assert set(anew.pinged) == {ben.id, cleo.id}
    await silent_for(simulator, game, DAY)


async def test_a_question_whose_thread_was_deleted_is_asked_anew_in_the_next_one(simulator):
    game, ann, *_ = await three(simulator)
    await ask(game, ann, "end")
    simulator.env.backend.delete_channel(game.thread)
    await simulator.wait(30)
    await after(simulator, 2 * DAY)
    (gone,) = [
        m
        for m in simulator.messages(simulator.channel.id)
        if "Continue in a new thread" in m.labels
    ]
    await ann.press(gone, "Continue in a new thread")
    await simulator.wait(40)
    assert says_by(asked(game), simulator.now() - 40 + DAY)
    await silent_for(simulator, game, DAY)


async def test_while_discord_cannot_say_whether_a_question_is_there_nobody_agrees(simulator):
    game, ann, *_ = await three(simulator)
    question = await ask(game, ann, "end")
    simulator.fail("GET", f"/channels/*/messages/{question.id}", status=500, times=None)
    await after(simulator, DAY + HOUR)
    assert not await ended(simulator, game)
    simulator.heal()
    await simulator.wait(MINUTE)
    assert await ended(simulator, game)


async def test_when_a_game_is_over_nobody_is_asked_about_it_any_more(simulator):
    game, ann, *_ = await three(simulator)
    question = await ask(game, ann, "end")
    keeper = simulator.invite("Mo", manages=True)
    await forged(keeper, game, "stopfor", ["0"])
    await simulator.wait(MINUTE)
    assert question.labels == ()
    assert "no longer needed" in question.text


# ---- while the clock stands still


@pytest.mark.parametrize("first", ["asked", "paused"])
async def test_while_the_table_is_paused_nobody_agrees_by_silence(simulator, first):
    game, ann, *_ = await three(simulator)
    then = simulator.now() + 8 * DAY
    if first == "paused":
        await paused(game, ann)
    question = await ask(game, ann, "end")
    if first == "asked":
        await paused(game, ann)
    await simulator.wait(MINUTE)
    assert says_by(question, then)
    await silent_for(simulator, game, 8 * DAY)


async def test_a_pause_that_is_over_early_leaves_a_question_its_time(simulator):
    game, ann, ben, *_ = await three(simulator)
    await paused(game, ann)
    await ask(game, ann, "end")
    await gone_on(game, ben)
    await silent_for(simulator, game, DAY)


async def test_nobody_agrees_by_sleeping_when_a_pause_is_ended_at_night(simulator):
    game, ann, ben, cleo, _ = await three(simulator, pace="live")
    # The day starts at 0:00.
    await wishing(simulator, ben, zone="UTC", quiet_from=0, quiet_to=7 * 60)
    await paused(game, ann)
    await cleo.press(await ask(game, ann, "end"), "I agree")
    await after(simulator, HOUR)
    await gone_on(game, ann)
    for _ in range(2):  # Before the morning, and when it comes.
        await after(simulator, 5 * HOUR)
        assert not await ended(simulator, game)
    await after(simulator, DAY)
    assert await ended(simulator, game)
