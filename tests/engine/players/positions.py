"""Computer players at given positions: their moves and reasons."""

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
    """Return the view of the seat to act."""
    return engine.view(table, actor(table))


def advice(table: Table) -> Advice:
    """Return what the normal level would do for the seat to act."""
    return advise(seat_view(table), Random(1))


def wish(table: Table) -> str:
    """Return the move of `advice` as text."""
    return engine.write(advice(table).move)


def worlds(count: int) -> Callable[[], bool]:
    """Return a deadline that allows so many sampled worlds."""
    left = iter([True] * count)
    return lambda: next(left, False)


def a_round(game: str, seats: int, level: str, seed: int = 1) -> Iterator[Table]:
    """Yield every position of a round in which all seats play at one level."""
    rng = Random(seed)
    table = engine.deal(game, seats, bytes([seed]) * 32)
    while table.round == 1 and engine.pending(table):
        yield table
        move = choose(seat_view(table), level, rng, more_time=worlds(2))
        table = engine.play(table, actor(table), move)
