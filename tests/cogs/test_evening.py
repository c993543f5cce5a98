"""A whole evening: from `/play` to the final score, through public and private messages only."""

from tests.cogs.playing import start

ONE_ROUND = {"max_rounds": 1}


async def test_four_members_play_a_game_to_its_final_score(room):
    game = await start(room, room.people, options=ONE_ROUND)
    while not (await game.live()).course.outcome():
        await game.take_turn()
    texts = [message.text for message in room.messages(game.thread)]
    assert any("Round 1 is scored" in text for text in texts)
    assert "won!" in texts[-1]
