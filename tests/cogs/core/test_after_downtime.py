"""Tests of the bot's return after downtime: no player loses time, and messages are up to date."""

import re

import pytest

from cogs.game import timekeeper
from tests.cogs.support.play import default_turn
from tests.cogs.support.time import DAY, HOUR, MINUTE, away, clock_of, hear_twice, looked, timed


async def test_the_absence_of_the_bot_is_charged_to_nobodys_bank(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2, pace="live")
    who = await game.turn()
    await simulator.wait(20)
    await away(simulator, 40 * MINUTE)
    await looked(simulator)
    await simulator.wait(10)
    assert await default_turn(game) == who
    assert await simulator.bot.database.deadlines.time_used(game.table_id) == {}


# ---- what is shown


async def is_right(board, game):
    """Whether a table message shows the game's deadline and no other."""
    said = re.findall(r"<t:(\d+):", board.text)
    return {*said} == {f"{await game.deadline():.0f}"}


async def back(simulator, seconds):
    """Restart the bot after so much downtime, and let it look."""
    await away(simulator, seconds)
    await looked(simulator)
    await simulator.wait(1)


@pytest.mark.parametrize("pace, seconds", [("day", 3 * DAY), ("live", 30 * MINUTE)])
async def test_after_an_absence_the_table_says_how_much_time_there_is_now(simulator, pace, seconds):
    game = await timed(simulator, simulator.members, pace=pace)
    before = await game.deadline()
    await back(simulator, seconds)
    assert await game.deadline() > before
    assert await is_right(game.board, game)


async def test_tables_that_show_old_times_are_painted_some_after_each_look(simulator, monkeypatch):
    monkeypatch.setattr(timekeeper, "MAX_REMINDERS_PER_POLL", 1)
    games = {}
    for people in (simulator.members[:2], simulator.members[2:]):
        game = await timed(simulator, people, seats=2)
        games[game.board] = game
    clock_of(simulator).close()
    await looked(simulator)
    simulator.env.backend.advance_clock(2 * DAY)
    for right in ([True, False], [True, True]):
        await looked(simulator)
        assert [await is_right(board, game) for board, game in games.items()] == right
    assert not clock_of(simulator)._outdated


def question(game):
    return [m for m in game.simulator.messages(game.thread) if "I agree" in m.labels][-1].text


async def until(game):
    """Return the end of an open vote, and its text in a message."""
    (vote,) = await game.simulator.bot.database.votes.of_table(game.table_id)
    return f"<t:{round(vote.until)}:f>"


async def asked(simulator):
    """A game with an open vote to end it."""
    game = await timed(simulator, simulator.members[:2], seats=2)
    with simulator.env._bot_scope():
        await simulator.bot.services.votes.ask(game.table_id, "end", simulator.members[0].id)
    await simulator.wait(0)
    return game


async def test_after_an_absence_a_vote_says_how_much_time_there_is_now(simulator):
    game = await asked(simulator)
    before = await until(game)
    assert before in question(game)
    await back(simulator, 20 * HOUR)
    assert before != await until(game)
    assert before not in question(game)
    assert await until(game) in question(game)


async def test_a_clock_that_is_set_is_followed_by_what_is_shown(simulator):
    simulator.set_clock(HOUR)
    await simulator.restart()
    hear_twice(simulator)
    game = await asked(simulator)
    assert "off Discord's" in simulator.take_errors()[0]
    before = await game.deadline()
    simulator.set_clock(-HOUR)
    await looked(simulator)
    assert await game.deadline() == before - HOUR
    assert await is_right(game.board, game)
    assert await until(game) in question(game)
