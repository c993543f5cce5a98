"""A whole game from `/play` to the final score, through public and private messages only."""

import pytest

from tests.cogs.support.finished_games import play_out
from tests.cogs.support.play import start

ONE_ROUND = {"max_rounds": 1}


pytestmark = pytest.mark.pictures


async def test_four_members_play_a_game_to_its_final_score(simulator):
    game = await start(simulator, simulator.members, options=ONE_ROUND)
    while not (await game.live()).game.outcome():
        await game.take_turn()
    texts = [message.text for message in simulator.messages(game.thread)]
    assert any("## Round 1\n" in text for text in texts)
    assert "won!" in texts[-1]


async def test_at_the_end_every_open_panel_says_so(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options=ONE_ROUND)
    for person in game.people:
        await game.hand(person)
    await play_out(simulator, game)
    for person in game.people:
        (panel,) = (m for m in simulator.messages(game.thread, person) if m.private)
        assert "the game is over" in panel.text
        assert "Build" not in panel.labels
