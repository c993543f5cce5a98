"""The value of a penny for a hard player of contract rummy, fitted to the ends of many games.

    python -m benchmarks.tuning.pennies ten-pennies 4 --games 6000 --minutes 5

Each game starts with one of the rounds after the first, with random pennies for each seat. The hard
level's weights play it to its end. The pennies are random, so the extra lead of seats with more
pennies comes from the pennies. Least squares fit a curve: a seat with `p` pennies leads a seat
without any by `a (1 - exp(-p / k))`, with one `a` for each round and `k` pennies for each round
that is left. The lead is in points over the mean of the others; the report also has the gain in
chance to win. The results are for the files of numbers in `engine/players/tuned`.
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
"""Most pennies of a seat at the start of a game."""
LASTING: Final = tuple(step / 4 for step in range(1, 13))
"""Values of `k` to try: pennies that a round uses up."""
Matrix = Any
"""A numpy array."""


class Game(NamedTuple):
    """The start and the end of a game."""

    round: int
    pennies: Sequence[int]
    scores: Sequence[int]


class Fit(NamedTuple):
    """The fit: `a` of each round from the second on, the errors, and `k`."""

    worths: Sequence[float]
    errors: Sequence[float]
    lasting: float
    squares: float


def begun(game: tuple[str, int], number: int) -> Table:
    """Return a round after the first, with random pennies."""
    rules = settled_rules(*game)
    seed = sha256(f"pennies/{game}/{number}".encode()).digest()
    table = rules.first(seed).but(round=1 + number % (ROUNDS - 1))
    for event in rules.deal(table):
        table = event.applied_to(table)
    rng = Random(number)
    return table.but(pennies=tuple(rng.randrange(MOST + 1) for _ in table.pennies))


def ended(game: tuple[str, int], number: int) -> Game:
    """Play one game by the weights from its start to its end. Runs in a process."""
    table = begun(game, number)
    styles = [hard_style(table.rules)] * table.rules.seat_count
    return Game(table.round, table.pennies, played(table, styles, GameOver))


def ahead(each: Sequence[float] | Matrix) -> Matrix:
    """Return each seat's lead over the mean of the others; more is better."""
    had = np.array(each, dtype=float)
    return (had - had.mean()) * len(had) / (len(had) - 1)


def fitted(games: Sequence[Game], gains: Matrix, lasting: float) -> Fit:
    """Fit the value of each round's pennies, if a round uses up `lasting` of them."""
    rows = [_row(game, lasting) for game in games]
    known = np.concatenate(rows)
    worths, *_ = np.linalg.lstsq(known, gains, rcond=None)
    left = gains - known @ worths
    # The leads of a game sum to zero, so one seat adds no information.
    told = len(left) - len(games) - len(worths)
    spread = np.sqrt(np.diag(np.linalg.inv(known.T @ known)) * (left @ left) / told)
    return Fit(worths.tolist(), spread.tolist(), lasting, float(left @ left))


def _row(game: Game, lasting: float) -> Matrix:
    """Return a row for each seat of a game: its share of the value of pennies, by round."""
    pennies = np.array(game.pennies, dtype=float)
    row = np.zeros((len(pennies), ROUNDS - 1))
    row[:, game.round - 2] = ahead(1 - np.exp(-pennies / (lasting * (1 + ROUNDS - game.round))))
    return row


def best_fit(games: Sequence[Game], gains: Matrix) -> Fit:
    """Return the fit with the smallest squared error."""
    fits = [fitted(games, gains, lasting) for lasting in LASTING]
    return min(fits, key=lambda fit: fit.squares)


def points(games: Sequence[Game]) -> Matrix:
    """Return each seat's lead at the end, in points."""
    return np.concatenate([ahead([-score for score in game.scores]) for game in games])


def wins(games: Sequence[Game]) -> Matrix:
    """Return each seat's lead in games won; a shared win counts in parts."""
    return np.concatenate([ahead(_won(game.scores)) for game in games])


def _won(scores: Sequence[int]) -> Sequence[float]:
    best = min(scores)
    return [(score == best) / scores.count(best) for score in scores]


def gathered(
    wish: argparse.Namespace, pool: ProcessPoolExecutor, size: int = 60
) -> Iterator[Sequence[Game]]:
    """Play games in batches until there are enough or the minutes are over."""
    game, end = (wish.game, wish.seats), time.monotonic() + 60 * wish.minutes
    numbers = iter(range(wish.games))
    while time.monotonic() < end and (batch := list(islice(numbers, size))):
        yield list(pool.map(ended, [game] * len(batch), batch, chunksize=10))


def report(name: str, fit: Fit, digits: int) -> None:
    """Print a line for each round."""
    print(f"{name}: a round uses up {fit.lasting} pennies")
    for number, (worth, error) in enumerate(zip(fit.worths, fit.errors, strict=True), 2):
        print(f"  from round {number}: {worth:+.{digits}f} ± {1.96 * error:.{digits}f}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and fit as the arguments say."""
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
