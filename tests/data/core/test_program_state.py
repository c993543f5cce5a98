"""Tests of the program's notes about itself, and of their owner after a move."""

import pytest

from data.core.location import DatabaseLocation
from data.database import Database
from tests.data.builders import rows_of


async def noted(store: Database, **times: str) -> None:
    for key, value in times.items():
        await store.program_state.set(key.replace("_", ":"), value)


def kept(place: DatabaseLocation) -> dict[str, str]:
    return {row[0]: row[1] for row in rows_of(place, "SELECT key, value FROM setting")}


@pytest.mark.parametrize(
    "before, heirs, after",
    [
        ({"alive": "9.5"}, ["alive:0", "alive:1"], {"alive:0": "9.5", "alive:1": "9.5"}),
        ({"alive_0": "9.5", "alive_1": "10.5"}, ["alive"], {"alive": "10.5"}),
        ({"alive_0": "9.5"}, ["alive:0", "alive:1"], {"alive:0": "9.5", "alive:1": "9.5"}),
        (
            {"alive_0": "9.5", "alive_1": "10.5"},
            ["alive:0", "alive:1", "alive:2"],
            {"alive:0": "9.5", "alive:1": "10.5", "alive:2": "10.5"},
        ),
        ({"alive_0": "9.5", "alive_1": "10.5"}, ["alive:0"], {"alive:0": "9.5"}),
        ({}, ["alive:0"], {}),
    ],
)
async def test_who_comes_after_others_goes_by_the_newest_of_their_times(
    store: Database,
    place: DatabaseLocation,
    before: dict[str, str],
    heirs: list[str],
    after: dict[str, str],
) -> None:
    await noted(store, **before, commands="x")
    await store.program_state.rekey("alive", heirs)
    found = kept(place)
    assert {key: found[key] for key in found if key.startswith("alive")} == after
    assert found["commands"] == "x"
