"""Tests of games of one member with computer players: they end early, and never block others."""

import pytest

from cogs.game import permissions
from data.models.tables import TableStatus
from tests.cogs.support.play import HOUSE, start
from tests.cogs.support.time import DAY, HOUR, after, timed

ENDS = "saw no move for three days"


async def status(game):
    return (await game.simulator.bot.database.tables.find(game.table_id)).status


async def lasts(game, limit=40):
    """Return for how many hours a game stays in play without any action."""
    for hours in range(0, limit * 24, 6):
        if await status(game) is not TableStatus.PLAYING:
            return hours
        await after(game.simulator, 6 * HOUR)
    raise AssertionError(f"it is still in play after {limit} days")


@pytest.mark.parametrize("pace", ["live", "day", "three_days", "none"])
async def test_a_game_of_one_member_ends_three_days_after_their_last_move(simulator, pace):
    game = await timed(simulator, simulator.members[:1], seats=2, pace=pace)
    assert 72 <= await lasts(game) <= 90
    await simulator.wait(5)
    assert any(ENDS in message.text for message in simulator.messages(game.thread))


async def test_a_game_of_two_members_does_not(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2, pace="none")
    await after(simulator, 5 * DAY)
    assert await status(game) is TableStatus.PLAYING


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_a_move_begins_the_three_days_again(simulator, pace):
    game = await timed(simulator, simulator.members[:1], seats=2, pace=pace)
    await after(simulator, DAY / 2)
    await game.take_turn()
    assert 72 <= await lasts(game) <= 90


@pytest.mark.parametrize("pace", ["live", "day", "none"])
async def test_a_holiday_stops_these_days(simulator, pace):
    ann = simulator.members[0]
    game = await timed(simulator, (ann,), seats=2, pace=pace)
    await after(simulator, HOUR)
    await ann.slash("away", until="5")
    assert await lasts(game) >= 24 * (5 + 2)


async def test_a_pause_stops_these_days(simulator):
    ann = simulator.members[0]
    game = await timed(simulator, (ann,), seats=2, pace="day")
    details = (await ann.press(game.board, "More")).message
    await ann.press_stale(details, f"t1:pause:{game.table_id}:{await game.seq()}:7")
    assert await lasts(game) >= 24 * (7 + 2)


@pytest.mark.parametrize("name", ["MAX_TABLES_PER_CHANNEL", "MAX_TABLES_PER_GUILD"])
async def test_games_of_one_member_fill_no_channel_and_no_server(simulator, monkeypatch, name):
    monkeypatch.setattr(permissions, name, 1)
    ann, ben, cleo, dan = simulator.members
    for person in (ann, ben):
        await start(simulator, (person,), seats=2)
    await start(simulator, (cleo, dan), seats=2)
    answer = await ann.slash("play", game=HOUSE)
    assert "already has 1 tables" in answer.text


async def test_a_game_that_all_but_one_have_left_is_theirs_alone(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, (ann, ben), seats=2, pace="three_days")
    await ben.press_stale(game.board, f"t1:quit:{game.table_id}:{await game.seq()}:1")
    assert (await game.live()).row.is_solo
    assert await lasts(game) <= 24 * 7
