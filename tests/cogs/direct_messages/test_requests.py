"""How many requests to Discord hands in direct messages cost."""

import pytest

from tests.cogs.direct_messages.support import open_in_dm, requests
from tests.cogs.support.play import default_turn, start
from tests.cogs.support.time import MINUTE, after, timed

pytestmark = pytest.mark.asyncio
TURNS = 8
MOST = 2
"""Requests of each hand and turn."""


async def spent(simulator, game):
    """Return the number of requests in some turns, also those with a press's token."""
    before = len(simulator.sent)
    for _ in range(TURNS):
        await default_turn(game)
    return len(simulator.sent) - before


@pytest.mark.parametrize("pressed", [True, False])
async def test_four_hands_cost_at_most_two_requests_a_turn_each(simulator, pressed):
    game = await start(simulator, simulator.members)
    without = await spent(simulator, game)
    for person in simulator.members:
        hand = await open_in_dm(person)
        if pressed:
            await person.press(hand, "about")
            await person.press(hand, "main")
    costs = await spent(simulator, game) - without
    assert costs <= MOST * TURNS * 4
    assert costs <= TURNS * 4, "one request a turn and hand is enough"


async def test_nobody_presses_and_an_hour_costs_at_most_four_edits(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    person = await game.turn()
    await open_in_dm(person)
    await after(simulator, 20 * MINUTE)
    before = len(simulator.sent)
    for _ in range(12):
        await default_turn(game)
        await after(simulator, 5 * MINUTE)
    edits = [one for one in requests(simulator, before) if str(person.dm) in one.path]
    rounds = (await game.live()).view(None).round - 1
    assert 0 < len(edits) <= 4 + rounds


async def test_presses_within_ten_minutes_ask_once_for_the_membership(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    person = await game.turn()
    simulator.bot.services.proofs._proofs.clear()
    before = len(simulator.sent)
    hand = await open_in_dm(person)
    for verb in ("about", "main", "about"):
        await person.press(hand, verb)
    asked = [one for one in simulator.sent[before:] if "/members/" in one.path]
    assert len(asked) == 1
    await after(simulator, 11 * MINUTE)
    await person.press(hand, "main")
    asked = [one for one in simulator.sent[before:] if "/members/" in one.path]
    assert len(asked) == 2
