"""Random rounds: no dead state, every card accounted for after every event, every round ends.

`python -m tests.soak.random_rounds` does the same with 10,000 rounds a game.
"""

import gc
from collections.abc import Iterator

import pytest

from tests.engine.random_rounds import play_rounds
from tests.support.strategies import SEATINGS

ROUNDS = 20


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Tables are values without cycles: to look for some costs a tenth of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game,seats", SEATINGS)
def test_random_rounds_conserve_the_pack_and_end(game: str, seats: int) -> None:
    tally = play_rounds(game, seats, range(ROUNDS))
    assert tally.rounds == ROUNDS
