"""Tests that every number on every screen after a game follows from its log.

`tests.soak.numbers_after_game` plays more games.
"""

import pytest

from cogs.table import scores
from data.leaderboards import totals
from data.models import leaderboards
from render.pictures.models import Purse
from tests.soak.numbers_after_game import Evening


async def evening(simulator, game, seats, games=2, **options):
    found = Evening(simulator, simulator.members[: seats + 1], game, seats)
    for number in range(games):
        await found.play(seats if number else max(1, seats - 1), options, number)
    await found.remembered()
    return found


@pytest.mark.parametrize(
    "game,seats,options",
    [
        ("house-canasta", 2, {"max_rounds": 2}),
        ("house-canasta", 3, {"max_rounds": 1}),
        ("ten-pennies-online", 2, {}),
    ],
)
async def test_every_number_after_a_game_follows_from_its_log(simulator, game, seats, options):
    found = await evening(simulator, game, seats, **options)
    assert found.wrong == []
    assert found.compared > 100


@pytest.mark.parametrize(
    "where,name,wrong,screens",
    [
        (leaderboards, "SCALE", 41, {"stats, rating", "ladder rating", "stats' alt"}),
        (totals, "FULL_GAMES", 0, {"stats, rating", "ladder rating"}),
        (scores, "purse", lambda *_: Purse(1, 2, 3, 10), {"end", "end's alt"}),
    ],
)
async def test_a_wrong_number_would_be_noticed(simulator, monkeypatch, where, name, wrong, screens):
    monkeypatch.setattr(where, name, wrong)
    game = "ten-pennies" if name == "purse" else "house-canasta"
    found = await evening(simulator, game, 2, 1 if name == "purse" else 2)
    assert screens <= {line.split(", ", 1)[1].partition(": ")[0] for line in found.wrong}
