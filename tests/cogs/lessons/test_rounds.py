"""Tests that a practice game pauses after a round and explains the score."""

from cogs.game.private_tables import unread_round_score
from tests.cogs.lessons.novice import practice_table
from tests.cogs.lessons.practice_positions import LAST_CARD, practising
from tests.cogs.support.play import start


async def test_a_round_of_practice_ends_with_its_score_and_waits(simulator):
    ann = simulator.members[0]
    shown = await practising(simulator, ann)
    await ann.press(shown, "goout")
    await simulator.wait(3)
    assert "Round 1 is over: you 760, they −20" in shown.text
    assert "You are ahead" in shown.text
    assert "Canastas +500" in shown.text
    assert "On to round 2" in shown.labels
    assert not any(control.verb in {"say", "throw", "hint"} for control in shown.controls)
    assert shown.images()
    live = await simulator.bot.services.sessions.load(await practice_table(simulator, ann))
    assert unread_round_score(live) is not None


async def test_the_next_round_begins_with_a_press_and_the_score_is_not_shown_again(simulator):
    ann = simulator.members[0]
    shown = await practising(simulator, ann)
    await ann.press(shown, "goout")
    await simulator.restart()
    again = (await ann.slash("practice", game="classic-canasta")).message
    await ann.press(again, "On to round 2")
    await simulator.wait(5)
    assert "round 2: your turn" in again.text
    assert "Round 1" not in again.text
    later = (await ann.slash("practice", game="classic-canasta")).message
    assert "round 2: your turn" in later.text


async def test_by_words_the_next_round_begins_with_next(simulator):
    ann = simulator.members[0]
    await ann.press(await practising(simulator, ann), "goout")
    offered = await ann.choices("move", "text", "")
    assert list(offered) == ["next"]
    answer = await ann.slash("move", text="next")
    await simulator.wait(5)
    assert "round 2: your turn" in answer.message.text


async def test_the_end_of_a_practice_game_says_so_and_leads_to_a_new_one(simulator):
    ann = simulator.members[0]
    shown = await practising(simulator, ann, **LAST_CARD, scores=[4900, 0])
    await ann.press(shown, "goout")
    await simulator.wait(2)
    assert "The game is over after round 1: you 5,660" in shown.text
    assert "On to round 2" not in shown.labels
    assert "New practice game" in shown.labels


async def test_at_a_table_with_others_nobody_waits_for_a_score_to_be_read(simulator):
    game = await start(simulator, simulator.members[:1], game="classic-canasta")
    assert unread_round_score(await game.live()) is None
