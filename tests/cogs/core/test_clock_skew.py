"""Tests of Discord's clock against ours: a late event is distinguished from a wrong clock."""

import logging
from contextlib import contextmanager

import pytest

from cogs.core.clock import APART, ClockSkew
from tests.cogs.support.time import MINUTE, timed


def test_a_delay_is_no_wrong_clock(caplog):
    pulse = ClockSkew(lambda: 1000.0)
    pulse.heard(960.0)
    assert pulse.agrees()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_presses_that_discord_replays_after_an_outage_are_no_wrong_clock(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2, pace="live", look=15)
    deadline = await game.deadline()
    who = simulator.members[0]
    with outage(simulator):
        simulator.press_now(who.pressing(game.board, "Score"))
        await simulator.wait(5)
        simulator.press_now(who.pressing(game.board, "Score"))
        await simulator.wait(90)
    await simulator.wait(deadline - simulator.now() + MINUTE)
    assert simulator.bot.clock_skew.agrees()
    assert await game.seq() >= 2
    assert not simulator.take_errors()


@contextmanager
def outage(simulator):
    """Close the gateway; presses arrive when the bot is connected again."""
    backend, held = simulator.env.backend, []
    emit = backend.emit
    backend.emit = lambda *event: held.append(event)
    yield
    backend.emit = emit
    for event in held:
        emit(*event)


@pytest.mark.parametrize("later, agrees", [(APART - 1, True), (APART, False)])
def test_that_our_clock_is_ahead_is_believed_when_a_later_press_says_so_too(later, agrees):
    ours = [10_000.0]
    pulse = ClockSkew(lambda: ours[0])
    for _ in range(2):
        pulse.heard(ours[0] - 90)
        ours[0] += later
    assert pulse.agrees() == agrees


def test_a_press_between_that_was_in_time_tells_that_the_late_ones_were_late():
    ours = [10_000.0]
    pulse = ClockSkew(lambda: ours[0])
    for late in (90, 1, 90):
        pulse.heard(ours[0] - late)
        ours[0] += APART
    assert pulse.agrees()
