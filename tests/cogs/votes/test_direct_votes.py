"""Tests of votes in direct messages: voters who chose these answer there."""

import pytest

from data.models.tables import TableStatus
from tests.cogs.direct_messages.support import in_dm, leave
from tests.cogs.game.test_authority import kinds, row_of
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, after
from tests.cogs.votes.test_visibility import hide, show
from tests.cogs.votes.test_votes import ask, three


async def told_directly(simulator, kind="end", seat=0, *, hidden=False):
    """Ask a table on which Ben has chosen direct messages. Return the vote, and Ben's message."""
    game, ann, ben, cleo, _ = await three(simulator)
    await wishing(simulator, ben, way="direct")
    if hidden:
        await hide(simulator, ben)
    question = await ask(game, ann, kind, seat)
    await simulator.wait(1)
    return game, ben, cleo, question, vote_in_dm(simulator, ben)


def vote_in_dm(simulator, person):
    """Return the newest vote in a member's direct messages."""
    found = [m for m in in_dm(simulator, person) if "asks:" in m.text]
    return found[-1]


async def test_the_question_has_its_table_its_deadline_and_both_answers(simulator):
    game, _, _, question, shown = await told_directly(simulator)
    assert shown.labels == ("I agree", "No", "How votes work")
    assert "Card Corner" in shown.text
    assert f"table {game.table_id}" in shown.text
    assert str(question.id) in shown.text
    assert "No answer by <t:" in shown.text
    assert "Not yet" not in shown.text


async def test_an_answer_counts_and_both_messages_show_it(simulator):
    game, ben, cleo, question, shown = await told_directly(simulator)
    await ben.press(shown, "I agree")
    assert "Agreed: " in shown.text
    assert "I agree" in shown.labels
    assert ben.name.title() in question.text.partition("Agreed")[2].splitlines()[0]
    await cleo.press(question, "I agree")
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED


@pytest.mark.parametrize("button,says", [("I agree", "the game is over"), ("No", "game goes on")])
async def test_an_answer_that_decides_shows_the_result(simulator, button, says):
    _, ben, cleo, question, shown = await told_directly(simulator)
    await cleo.press(question, "I agree")
    await ben.press(shown, button)
    assert shown.labels == ()
    assert says in shown.text
    assert says in question.text


async def test_a_vote_about_a_seat_is_answered_there(simulator):
    game, ben, cleo, question, shown = await told_directly(simulator, "hold", 1)
    await cleo.press(question, "I agree")
    await ben.press(shown, "I agree")
    assert await kinds(game) == ["member", "computer", "member"]
    assert shown.labels == ()


async def test_a_member_who_cannot_see_the_channel_answers_and_does_not_agree_by_silence(simulator):
    game, ben, cleo, question, shown = await told_directly(simulator, hidden=True)
    assert "discord.com" not in shown.text
    await cleo.press(question, "I agree")
    await after(simulator, 3 * DAY)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    await ben.press(shown, "I agree")
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED


async def test_a_member_who_sees_the_channel_again_is_told_again(simulator):
    _, ben, _, _, first = await told_directly(simulator, hidden=True)
    await after(simulator, DAY)
    await show(simulator, ben)
    await simulator.wait(60)
    again = vote_in_dm(simulator, ben)
    assert again != first
    assert "discord.com" in again.text


async def test_an_answer_of_somebody_who_has_left_does_not_count(simulator):
    game, ben, cleo, question, shown = await told_directly(simulator)
    await cleo.press(question, "I agree")
    leave(simulator, ben)
    answer = await ben.press(shown, "I agree")
    assert answer.private
    assert "You are not on" in answer.text
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING


async def test_somebody_who_has_left_the_server_is_not_told_of_a_vote(simulator):
    game, ann, ben, *_ = await three(simulator)
    await wishing(simulator, ben, way="direct")
    await hide(simulator, ben)
    leave(simulator, ben)
    await ask(game, ann, "end")
    await simulator.wait(60)
    assert in_dm(simulator, ben) == []


async def test_the_first_answer_is_changed_by_a_later_one(simulator):
    game, ben, _, question, shown = await told_directly(simulator)
    await ben.press(shown, "I agree")
    await ben.press(shown, "No")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    assert "Not agreed" in question.text


async def test_closed_direct_messages_tell_it_in_the_thread(simulator):
    game, ann, ben, *_ = await three(simulator)
    await wishing(simulator, ben, way="direct")
    simulator.fail("POST", f"/channels/{ben.dm}/messages", status=403, code=50007, times=None)
    await ask(game, ann, "end")
    await simulator.wait(1)
    called = [m for m in simulator.messages(game.thread) if "table has a vote" in m.text]
    assert [m.pinged for m in called] == [(ben.id,)]
