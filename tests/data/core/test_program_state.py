"""What the program notes about itself, and who has it after a move."""

import pytest

from data.sql.address import DatabasePlace
from data.store import Store
from tests.data.builders import rows_of


async def noted(store: Store, **times: str) -> None:
    for key, value in times.items():
        await store.notes.remember(key.replace("_", ":"), value)


def kept(place: DatabasePlace) -> dict[str, str]:
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
    store: Store,
    place: DatabasePlace,
    before: dict[str, str],
    heirs: list[str],
    after: dict[str, str],
) -> None:
    await noted(store, **before, commands="x")
    await store.notes.hand_over("alive", heirs)
    found = kept(place)
    assert {key: found[key] for key in found if key.startswith("alive")} == after
    assert found["commands"] == "x"
