"""Computer players at drawn positions: what they would do, and why."""

from collections.abc import Callable, Iterator
from random import Random

import engine
from engine.model.table import Table
from engine.model.view import View
from engine.players import Advice, advise, choose
from tests.engine.positions import actor

GAMES = (
    ("house-canasta", 2),
    ("house-canasta", 4),
    ("pennies-from-heaven", 6),
    ("ponytail-canasta", 3),
    ("classic-canasta", 4),
    ("ten-pennies", 4),
    ("ten-pennies-online", 3),
)


def seat_view(table: Table) -> View:
    """What the seat to act sees."""
    return engine.view(table, actor(table))


def advice(table: Table) -> Advice:
    """What the normal player would do for the seat to act."""
    return advise(seat_view(table), Random(1))


def wish(table: Table) -> str:
    """The same as the text of the move."""
    return engine.write(advice(table).move)


def worlds(count: int) -> Callable[[], bool]:
    """Time for so many sampled worlds."""
    left = iter([True] * count)
    return lambda: next(left, False)


def a_round(game: str, seats: int, level: str, seed: int = 1) -> Iterator[Table]:
    """Every table of a round that a level plays against itself."""
    rng = Random(seed)
    table = engine.deal(game, seats, bytes([seed]) * 32)
    while table.round == 1 and engine.pending(table):
        yield table
        move = choose(seat_view(table), level, rng, more_time=worlds(2))
        table = engine.play(table, actor(table), move)
