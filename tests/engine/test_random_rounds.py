"""Random rounds: no dead state, every card accounted for after every event, every round ends.

The same with 10,000 rounds a game is a campaign: `tests/campaigns/random_rounds.py`.
"""

import gc
from collections.abc import Iterator

import pytest

from tests.engine.rounds import play_rounds
from tests.strategies import SEATINGS

ROUNDS = 100
SHARE = 50
"""Rounds in one test, so that two cores share a game."""


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Tables are values without cycles: to look for some costs a tenth of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("first", range(0, ROUNDS, SHARE))
@pytest.mark.parametrize("game,seats", SEATINGS)
def test_random_rounds_conserve_the_pack_and_end(game: str, seats: int, first: int) -> None:
    tally = play_rounds(game, seats, range(first, first + SHARE))
    assert tally.rounds == SHARE
