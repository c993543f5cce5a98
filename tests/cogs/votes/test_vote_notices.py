"""Tests of how members hear of a vote."""

from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import HOUR, after, listen
from tests.cogs.votes.test_votes import ask, three


async def test_a_question_reaches_each_by_the_way_they_chose(simulator):
    game, ann, ben, cleo, _ = await three(simulator)
    await wishing(simulator, ben, way="direct")
    await wishing(simulator, cleo, way="none")
    told = len(listen(simulator))
    question = await ask(game, ann, "end")
    await simulator.wait(1)
    assert question.pinged == ()
    (heard,) = listen(simulator)[told:]
    assert heard.user_id == ben.id
    assert "end this game without a result?" in heard.text
    assert str(question.id) in heard.text


async def test_a_question_disturbs_nobody_at_night_and_is_told_once_in_the_morning(simulator):
    game, ann, ben, cleo, _ = await three(simulator, pace="three_days")
    # The simulator's day starts at 0:00.
    night = {
        "zone": "UTC",
        "quiet_from": 0,
        "quiet_to": 6 * 60,
    }
    await wishing(simulator, ben, **night)
    told = len(listen(simulator))
    question = await ask(game, ann, "end")
    await simulator.wait(1)
    assert set(question.pinged) == {cleo.id}
    await after(simulator, 5 * HOUR)
    assert [one.user_id for one in listen(simulator)[told:]] == [cleo.id]
    for _ in range(2):
        await after(simulator, 2 * HOUR)
    called = [one for one in listen(simulator)[told:] if "table has a vote" in one.text]
    assert [one.user_id for one in called] == [ben.id]


async def test_who_has_answered_at_night_is_not_told_in_the_morning(simulator):
    game, ann, ben, *_ = await three(simulator, pace="three_days")
    await wishing(simulator, ben, zone="UTC", quiet_from=0, quiet_to=6 * 60)
    question = await ask(game, ann, "end")
    await ben.press(question, "I agree")
    told = len(listen(simulator))
    await after(simulator, 7 * HOUR)
    assert "table has a vote" not in "".join(one.text for one in listen(simulator)[told:])
