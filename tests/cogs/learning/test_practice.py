"""Tests of a practice game: it stays in the private panel, with a coach, and notifies nobody."""

import pytest

from tests.cogs.lessons.novice import (
    Practiser,
    practice_table,
    practised_by_taps,
    practised_by_words,
)
from tests.cogs.support.play import start
from tests.simulator import Member, Shown, Simulator

# `tests.soak.novice` plays all of them in every language, with buttons and with typed moves.
# `tests/cogs/whole_games/test_taps.py` plays all of them at a table, too.
BY_TAPS = pytest.mark.parametrize("game", ["classic-canasta", "house-canasta", "ten-pennies"])
BY_WORDS = pytest.mark.parametrize("game", ["pennies-from-heaven"])


async def practice(simulator: Simulator, person: Member, game: str = "classic-canasta") -> Shown:
    """Return the panel of a new practice game."""
    simulator.bot.services.computers.pause = 0
    return (await person.slash("practice", game=game)).message


async def test_it_is_dealt_at_once_and_says_that_nobody_else_sees_it(simulator):
    ann = simulator.members[0]
    shown = await practice(simulator, ann)
    assert shown.private
    assert "only you can see this table" in shown.text
    await simulator.wait(2)  # Another seat may start.
    assert "Draw first" in shown.text
    assert not simulator.threads()
    live = await simulator.bot.services.sessions.load(await practice_table(simulator, ann))
    assert [live.player(seat).kind for seat in range(4)] == ["member", *["computer"] * 3]


async def test_the_others_play_on_the_panel_alone(simulator):
    ann, ben, *_ = simulator.members
    before = len(simulator.messages(viewer=ben.actor))
    novice = Practiser(ann, await practice(simulator, ann))
    for _ in range(8):
        await novice.press_best()
        await simulator.wait(2)
    assert len(simulator.messages(viewer=ben.actor)) == before
    assert not simulator.threads()
    live = await simulator.bot.services.sessions.load(await practice_table(simulator, ann))
    assert {step.by for step in live.game.steps} == {"", "computer"}
    assert live.row.deadline is None


async def test_the_coach_says_nothing_once_it_is_switched_off(simulator):
    ann = simulator.members[0]
    shown = await practice(simulator, ann)
    await ann.press(shown, "Overview")
    await ann.press(shown, "Coach: on")
    assert "💡" not in shown.text
    await ann.press(shown, "Overview")
    await ann.press(shown, "Coach: off")
    assert "💡 Draw first" in shown.text


async def test_it_goes_on_where_it_was_left_also_after_a_restart(simulator):
    ann = simulator.members[0]
    shown = await practice(simulator, ann)
    await ann.press(shown, "say")
    number = await practice_table(simulator, ann)
    await simulator.restart()
    again = await practice(simulator, ann)
    assert await practice_table(simulator, ann) == number
    assert "discard" in again.text


async def test_a_new_one_takes_the_place_of_the_old(simulator):
    ann = simulator.members[0]
    shown = await practice(simulator, ann)
    number = await practice_table(simulator, ann)
    await ann.press(shown, "Overview")
    question = (await ann.press(shown, "New practice game")).message
    await ann.press(question, "Yes, deal a new one")
    assert await practice_table(simulator, ann) != number
    assert await simulator.bot.database.tables.find(number) is None


async def test_a_practice_game_in_play_is_given_up_only_after_a_question(simulator):
    ann = simulator.members[0]
    shown = await practice(simulator, ann)
    await ann.press(shown, "say")
    number = await practice_table(simulator, ann)
    await ann.press(shown, "Overview")
    question = (await ann.press(shown, "New practice game")).message
    assert "Give up this practice game" in question.text
    await ann.press(question, "Keep this one")
    assert await practice_table(simulator, ann) == number
    shown = await practice(simulator, ann)
    await ann.press(shown, "Overview")
    question = (await ann.press(shown, "New practice game")).message
    await ann.press(question, "Yes, deal a new one")
    assert await practice_table(simulator, ann) != number


@BY_TAPS
async def test_a_novice_plays_a_round_by_taps(simulator: Simulator, game: str) -> None:
    ann = simulator.members[0]
    assert await practised_by_taps(simulator, ann, game) > 0
    assert not simulator.threads()
    assert (
        await simulator.bot.database.leaderboards.profile(simulator.guild.id, ann.id)
    ).games == 0


@BY_WORDS
async def test_a_novice_plays_a_round_by_words_in_german(simulator: Simulator, game: str) -> None:
    ann = simulator.members[0]
    ann.locale = "de"
    assert "diesen Tisch siehst nur du" in (await practice(simulator, ann, game)).text
    assert await practised_by_words(simulator, ann, game) > 0
    assert not simulator.threads()


async def test_whoever_has_finished_no_game_is_shown_the_way_to_the_lessons(simulator):
    ann = simulator.members[0]
    panel = await (await start(simulator, [ann])).hand(ann)
    answer = await ann.press(panel, "How to play")
    assert "House Canasta in ten minutes" in answer.message.text
    assert "How to play" not in (await practice(simulator, ann)).labels
