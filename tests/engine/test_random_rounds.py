"""Random rounds: no position without a legal move, no lost card, and every round ends.

`tests/soak/random_rounds.py` does the same with 10,000 rounds of each game.
"""

import gc
from collections.abc import Iterator

import pytest

from tests.engine.random_rounds import play_rounds
from tests.support.strategies import SEATINGS

ROUNDS = 8


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Turn the garbage collector off: tables have no cycles, and searching for cycles is slow."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game,seats", SEATINGS)
def test_random_rounds_conserve_the_pack_and_end(game: str, seats: int) -> None:
    tally = play_rounds(game, seats, range(ROUNDS))
    assert tally.rounds == ROUNDS
