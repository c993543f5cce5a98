"""A week of six: one round of it; `tests/campaigns/week.py` plays the game to 20,000 points."""

from tests.cogs.clocks import thread_texts
from tests.cogs.week import VANISHES, WISHES, begun, cheapest, judge, lived


async def test_a_week_of_six_players_ends_with_its_final_score(room):
    week = await begun(room, cheapest, max_rounds=1)
    await week.turns(11, awake=False)
    await lived(week, (0,) * 7)
    assert await week.over()
    assert any("won" in text for text in thread_texts(week.game))
    assert any("missed three turns" in m.text for m in room.messages())
    drivers = {one.name.lower(): one.kind for one in await week.game.drivers()}
    assert drivers == {name: "computer" if name == VANISHES else "member" for name in WISHES}
    judge(week)
