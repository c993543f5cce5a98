"""Tests that silence counts only while a member can see the vote and answer it (B5)."""

import datetime as dt

import pytest

from data.models.tables import TableStatus
from tests.cogs.game.test_authority import row_of
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, listen, looked
from tests.cogs.votes.test_votes import ask, ends_between, says_by, three

HIDING = ("view_channel", "read_message_history")


async def hide(simulator, person, permission="view_channel"):
    """Let a moderator take a permission in the table's channel from a member."""
    simulator.deny(permission, target=person.id)
    await simulator.wait(1)


async def show(simulator, person):
    simulator.env.backend.delete_overwrite(simulator.channel.id, person.id)
    await simulator.wait(1)


async def two_of_three(simulator):
    """A vote on ending the game: Ann has asked, Cleo agrees, Ben has not answered."""
    game, ann, ben, cleo, _ = await three(simulator)
    question = await ask(game, ann, "end")
    await cleo.press(question, "I agree")
    return game, ben, question


async def plays(simulator, game):
    return (await row_of(simulator, game)).status is TableStatus.PLAYING


@pytest.mark.parametrize("permission", HIDING)
async def test_nobody_agrees_who_cannot_see_the_question_when_it_is_asked(simulator, permission):
    game, ann, ben, cleo, _ = await three(simulator)
    await hide(simulator, ben, permission)
    question = await ask(game, ann, "end")
    await cleo.press(question, "I agree")
    assert ben.id not in question.pinged
    assert "can't answer here now" in question.text
    await after(simulator, 3 * DAY)
    assert await plays(simulator, game)


async def test_whoever_sees_the_question_again_is_told_and_has_the_full_time(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    await hide(simulator, ben)
    question = await ask(game, ann, "end")
    await cleo.press(question, "I agree")
    await after(simulator, 3 * DAY)
    told = len(listen(simulator))
    await show(simulator, ben)
    await simulator.wait(MINUTE)
    assert [one.user_id for one in listen(simulator)[told:]] == [ben.id]
    assert "can't answer" not in question.text
    assert says_by(question, simulator.now() + DAY - MINUTE)
    assert await ends_between(simulator, game, DAY - HOUR, 2 * HOUR)


async def test_a_question_hidden_for_an_hour_in_the_middle_leaves_the_full_time(simulator):
    game, ben, question = await two_of_three(simulator)
    await after(simulator, 20 * HOUR)
    await hide(simulator, ben)
    await after(simulator, HOUR)
    await show(simulator, ben)
    assert says_by(question, simulator.now() + DAY)
    assert await ends_between(simulator, game, DAY - HOUR, 2 * HOUR)


async def test_a_role_that_hides_the_channel_stops_the_time(simulator):
    game, ben, question = await two_of_three(simulator)
    role = simulator.guild.create_role("Hidden")
    simulator.deny("view_channel", target=role.id)
    backend = simulator.env.backend
    backend.add_member_role(simulator.guild.id, ben.id, role.id)
    # Discord sends no event: the bot checks when the time is up.
    await after(simulator, DAY + HOUR)
    assert await plays(simulator, game)
    assert "can't answer here now" in question.text


async def test_a_member_in_a_timeout_does_not_agree_by_silence(simulator):
    game, ben, _ = await two_of_three(simulator)
    until = dt.datetime.fromtimestamp(simulator.now() + 7 * DAY, dt.UTC)
    member = simulator.env.backend.get_guild(simulator.guild.id).members[ben.id]
    member.timed_out_until = until.isoformat()
    await after(simulator, DAY + HOUR)
    assert await plays(simulator, game)


async def test_a_member_who_was_removed_from_the_server_does_not_agree_by_silence(simulator):
    game, ben, _ = await two_of_three(simulator)
    simulator.env.backend.remove_member(simulator.guild.id, ben.id)
    await after(simulator, DAY + HOUR)
    assert await plays(simulator, game)


async def test_an_answer_of_a_member_who_cannot_see_the_question_counts(simulator):
    game, ben, question = await two_of_three(simulator)
    await hide(simulator, ben)
    await ben.press(question, "I agree")
    assert not await plays(simulator, game)


async def test_while_discord_cannot_say_who_sees_the_question_nobody_agrees(simulator):
    game, *_ = await two_of_three(simulator)
    simulator.fail("GET", "/guilds/*/members/*", status=500, times=None)
    await after(simulator, DAY + HOUR)
    assert await plays(simulator, game)
    simulator.heal()
    await simulator.wait(MINUTE)
    assert not await plays(simulator, game)


async def test_who_can_see_a_question_is_checked_several_times_in_between(simulator):
    await two_of_three(simulator)
    checks = []
    for _ in range(8):
        before = len([one for one in simulator.sent if "/members/" in one.path])
        await after(simulator, 3 * HOUR - MINUTE)
        await looked(simulator)
        checks.append(len([one for one in simulator.sent if "/members/" in one.path]) - before)
    assert all(checks)


async def test_no_seat_is_kept_by_the_silence_of_a_member_who_cannot_see_the_question(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    seat = (await game.live()).seat_of(ben.id)
    await hide(simulator, ben)
    await cleo.press(await ask(game, ann, "hold", seat), "I agree")
    await after(simulator, 23 * HOUR)
    assert (await game.live()).player(seat).kind == "member"
