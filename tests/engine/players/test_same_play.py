"""Computer players play as they did yesterday: a move that changes by mistake is found here.

Whoever changes one on purpose measures again, `python -m tests.campaigns.players`, and takes the
new digests from what this test says.
"""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

import pytest

import engine
from engine.players import choose
from tests.engine.players.sitting import GAMES, a_round, advice, seat_view, worlds

PLAYED = {
    ("house-canasta", 2): "4409d056ade57aba",
    ("house-canasta", 4): "74329c1af00ec902",
    ("pennies-from-heaven", 6): "a56a45f2d305b182",
    ("ponytail-canasta", 3): "c9b425c0597a9404",
    ("classic-canasta", 4): "6df3e0cf1df581ec",
    ("ten-pennies", 4): "6f99c71a788b0bd6",
    ("ten-pennies-online", 3): "639ab210c1d3e784",
}
SEARCHED = 29
"""The hard player, who takes longest, is asked at one table in so many."""


def played(game: str, seats: int) -> Iterator[str]:
    """What each level does at the tables of two rounds."""
    for seed in (1, 2):
        for number, table in enumerate(a_round(game, seats, "normal", seed)):
            yield engine.write(advice(table).move)
            yield engine.write(choose(seat_view(table), "easy", Random(number)))
            if number % SEARCHED == 0:
                hard = choose(seat_view(table), "hard", Random(number), more_time=worlds(2))
                yield engine.write(hard)


@pytest.mark.parametrize("game, seats", GAMES)
def test_every_level_plays_as_it_did_before(game: str, seats: int) -> None:
    digest = sha256("\n".join(played(game, seats)).encode()).hexdigest()[:16]
    assert digest == PLAYED[game, seats]
