"""A short run of `tests.soak.dm_races`."""

import random

from tests.simulator import open_simulator
from tests.soak import dm_races
from tests.soak.dm_races import Races, race


async def test_of_two_presses_on_two_panels_of_a_hand_only_one_makes_a_move(tmp_path):
    races = Races()
    path = tmp_path / "tuppence.db"
    async with open_simulator(path, threads=False, pictures=False) as simulator:
        await race(simulator, races, random.Random(2), 60)
    assert races.is_right, races.told()
    assert races.moves > 10
    assert races.pairs > 10
    assert races.compared > 10


async def test_a_pair_in_which_the_bot_is_killed_makes_at_most_one_move(tmp_path, monkeypatch):
    monkeypatch.setattr(dm_races, "KILLED", 0.3)
    races = Races()
    path = tmp_path / "tuppence.db"
    async with open_simulator(path, threads=False, pictures=False) as simulator:
        await race(simulator, races, random.Random(1), 60)
    assert races.is_right, races.told()
    assert races.killed_pairs > 3
