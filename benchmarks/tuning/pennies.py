"""What a penny is worth to a hard player of contract rummy, fitted to the ends of many games.

    python -m benchmarks.tuning.pennies ten-pennies 4 --games 6000 --minutes 5

Each game begins with one of the rounds after the first, every seat with as many pennies as chance
gives it, and is played to its end by the hard level's weights. The pennies were dealt like cards,
so that what those with more of them are ahead at the end comes from the pennies. Least squares fit
it: a seat with `p` pennies is ahead by `a (1 - exp(-p / k))` of one without any, `a` for each
round and `k` pennies for each round to come. Points ahead of the mean of the others; beside it by
how much the chance to win the game grows. What comes of it is for the files of numbers in
`engine/players/tuned`.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.tuning.tune import played
from engine.earlier_rules import settled_rules
from engine.model.events import GameOver
from engine.model.table import Table
from engine.players.tuned.hard import hard_style
from engine.rummy.rules import ContractRummy
from engine.rummy.variant import ROUNDS

MOST: Final = 10
"""Pennies a seat begins a game with."""
LASTING: Final = tuple(step / 4 for step in range(1, 13))
"""The `k` that are tried: pennies that a round uses up."""
Matrix = Any
"""An array of numpy's."""


class Game(NamedTuple):
    """Where a game began, and how it ended."""

    round: int
    pennies: Sequence[int]
    scores: Sequence[int]


class Fit(NamedTuple):
    """What was found: `a` of each round from the second on, their errors, and `k`."""

    worths: Sequence[float]
    errors: Sequence[float]
    lasting: float
    squares: float


def begun(game: tuple[str, int], number: int) -> Table:
    """A round after the first, dealt with pennies at random."""
    rules = settled_rules(*game)
    seed = sha256(f"pennies/{game}/{number}".encode()).digest()
    table = rules.first(seed).but(round=1 + number % (ROUNDS - 1))
    for event in rules.deal(table):
        table = event.applied_to(table)
    rng = Random(number)
    return table.but(pennies=tuple(rng.randrange(MOST + 1) for _ in table.pennies))


def ended(game: tuple[str, int], number: int) -> Game:
    """One game, played by the weights from its beginning to its end. Runs in a process."""
    table = begun(game, number)
    styles = [hard_style(table.rules)] * table.rules.seat_count
    return Game(table.round, table.pennies, played(table, styles, GameOver))


def ahead(each: Sequence[float] | Matrix) -> Matrix:
    """How far each seat is ahead of the mean of the others, where more is better."""
    had = np.array(each, dtype=float)
    return (had - had.mean()) * len(had) / (len(had) - 1)


def fitted(games: Sequence[Game], gains: Matrix, lasting: float) -> Fit:
    """The worth of each round's pennies, if a round uses up `lasting` of them."""
    rows = [_row(game, lasting) for game in games]
    known = np.concatenate(rows)
    worths, *_ = np.linalg.lstsq(known, gains, rcond=None)
    left = gains - known @ worths
    # The seats of a game are ahead by nought together: one of them tells nothing new.
    told = len(left) - len(games) - len(worths)
    spread = np.sqrt(np.diag(np.linalg.inv(known.T @ known)) * (left @ left) / told)
    return Fit(worths.tolist(), spread.tolist(), lasting, float(left @ left))


def _row(game: Game, lasting: float) -> Matrix:
    """What is known of each seat of a game: its share of what pennies may be worth, by round."""
    pennies = np.array(game.pennies, dtype=float)
    row = np.zeros((len(pennies), ROUNDS - 1))
    row[:, game.round - 2] = ahead(1 - np.exp(-pennies / (lasting * (1 + ROUNDS - game.round))))
    return row


def best_fit(games: Sequence[Game], gains: Matrix) -> Fit:
    """The fit with the least squares of all that are tried."""
    fits = [fitted(games, gains, lasting) for lasting in LASTING]
    return min(fits, key=lambda fit: fit.squares)


def points(games: Sequence[Game]) -> Matrix:
    """How far each seat is ahead at the end, in points."""
    return np.concatenate([ahead([-score for score in game.scores]) for game in games])


def wins(games: Sequence[Game]) -> Matrix:
    """The same in games won, shared wins in parts."""
    return np.concatenate([ahead(_won(game.scores)) for game in games])


def _won(scores: Sequence[int]) -> Sequence[float]:
    best = min(scores)
    return [(score == best) / scores.count(best) for score in scores]


def gathered(
    wish: argparse.Namespace, pool: ProcessPoolExecutor, size: int = 60
) -> Iterator[Sequence[Game]]:
    """Games in batches, until there are enough of them or the minutes are over."""
    game, end = (wish.game, wish.seats), time.monotonic() + 60 * wish.minutes
    numbers = iter(range(wish.games))
    while time.monotonic() < end and (batch := list(islice(numbers, size))):
        yield list(pool.map(ended, [game] * len(batch), batch, chunksize=10))


def report(name: str, fit: Fit, digits: int) -> None:
    """A line for each round."""
    print(f"{name}: a round uses up {fit.lasting} pennies")
    for number, (worth, error) in enumerate(zip(fit.worths, fit.errors, strict=True), 2):
        print(f"  from round {number}: {worth:+.{digits}f} ± {1.96 * error:.{digits}f}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and fit as the arguments ask for."""
    parser = argparse.ArgumentParser(description="what a penny is worth in contract rummy")
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int, default=6000, help="at most")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--processes", type=int, default=1)
    wish = parser.parse_args(arguments)
    if not isinstance(settled_rules(wish.game, wish.seats), ContractRummy):
        parser.error(f"{wish.game}: nothing is bought with pennies there")
    with ProcessPoolExecutor(wish.processes) as pool:
        games = [game for batch in gathered(wish, pool) for game in batch]
    print(f"{wish.game}:{wish.seats}: {len(games)} games")
    report("points ahead at the end", best_fit(games, points(games)), 1)
    report("games won", best_fit(games, wins(games)), 3)


if __name__ == "__main__":
    main()
