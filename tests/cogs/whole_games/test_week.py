"""A week of six members: one round; `python -m tests.soak.week` plays the game to 20,000 points."""

from tests.cogs.support.time import thread_texts
from tests.soak.week.week import VANISHES, WISHES, begun, cheapest, judge, lived


async def test_a_week_of_six_players_ends_with_its_final_score(simulator):
    week = await begun(simulator, cheapest, max_rounds=1)
    await week.turns(11, awake=False)
    await lived(week, (0,) * 7)
    assert await week.over()
    assert any("won" in text for text in thread_texts(week.game))
    assert any("missed three turns" in m.text for m in simulator.messages())
    drivers = {one.name.lower(): one.kind for one in await week.game.drivers()}
    assert drivers == {name: "computer" if name == VANISHES else "member" for name in WISHES}
    judge(week)
