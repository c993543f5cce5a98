"""Tests that every game can be played from its first card to its last score by taps alone."""

from random import Random

import pytest

from tests.cogs.support.play import first, put, start

TABLES = {
    "house-canasta": 4,
    "classic-canasta": None,
    "pennies-from-heaven": None,
    "ponytail-canasta": 6,
    "ten-pennies": 4,
    "ten-pennies-online": 4,
}
"""Each game with a number of seats, if there is a choice."""


STOCK = 20
"""Cards left in the stock for a short round; `tests.soak.browser_games` plays whole games."""


async def tap(panel, person, rng):
    """Tap the panel once: mostly a button that continues the turn, sometimes another."""
    verbs = {c.verb: c for c in panel.controls if not c.disabled}
    if "goout" in verbs:
        await person.press(panel, "goout")
        if any(c.verb == "goout" for c in panel.controls):
            await person.press(panel, "goout")
    elif verbs.keys() & {"lay", "layit"} and rng.random() < 0.8:
        await person.choose(panel, "lay", ["0"])
    elif "takes" in verbs:
        await person.choose(panel, "takes", [first(panel, "takes")])
    elif "take" in verbs:
        await person.press(panel, "take")
    elif "say" in verbs:
        says = [c.custom_id for c in panel.controls if c.verb == "say"]
        await person.press(panel, rng.choice(says))
    else:
        await person.choose(panel, "drop", [first(panel, "drop")])


async def cut(game):
    """Leave so few cards in the stock that the round is short."""
    table = (await game.live()).game.table
    await put(game, table.but(stock=table.stock[-STOCK:]))


@pytest.mark.parametrize("slug", TABLES)
async def test_a_lone_member_plays_a_round_by_taps_alone(simulator, slug):
    person, rng = simulator.members[0], Random(slug)
    game = await start(simulator, [person], game=slug, seats=TABLES[slug])
    await cut(game)
    panel = await game.hand(person)
    for _ in range(400):
        live = await game.live()
        if live.game.outcome() or live.view(None).round > 1:
            break
        await tap(panel, person, rng)
    live = await game.live()
    assert live.game.outcome() or live.view(None).round > 1
