"""Rollouts of a search per CPU second, and a digest of their results.

    python -m benchmarks.speed.rollouts house-canasta:4 classic-canasta:4

The benchmark searches a number of worlds at fixed tables of fixed deals, including sampling and the
choice of candidates. Each search runs several times and the fastest run counts, so that a busy
machine matters little. Two versions of the source with the same digest chose the same moves in all
compared rollouts, so their speeds are comparable. With different digests they played different
games, and are not.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from random import Random

import engine
from benchmarks.players.duel import start
from engine.canasta.book.variant import CanastaAnswers
from engine.model.events import RoundScored
from engine.model.table import Table
from engine.players.heuristic.normal import decided
from engine.players.search.candidates import candidates
from engine.players.search.likely_worlds import likeliest_world
from engine.players.search.search import roll_out
from engine.players.search.seat_stocks import SeatStocks
from engine.players.tuned.hard import hard_style

GAMES = ("house-canasta:4", "classic-canasta:4", "pennies-from-heaven:6", "ponytail-canasta:4")
ROUNDS = 3
ONE_IN = 17
"""A search starts at one decision of a round in so many."""
WORLDS = 6


@dataclass(slots=True)
class Searches:
    """Searches at fixed tables: the results of their rollouts, and their CPU seconds."""

    worths: list[float]
    seconds: float

    @property
    def digest(self) -> str:
        """Return a short digest of the rollouts' results."""
        return sha256(repr(self.worths).encode()).hexdigest()[:12]


def tables(game: str) -> Iterator[tuple[Table, int]]:
    """Yield tables from all parts of a round, each with the seat to act."""
    slug, seats, *_ = game.split(":")
    for number in range(ROUNDS):
        yield from _round(start(slug, int(seats), "rollouts", number))


def _round(table: Table) -> Iterator[tuple[Table, int]]:
    rules, streams = table.rules, SeatStocks(table)
    for step in count(1):
        seat = engine.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        if step % ONE_IN == 0:
            yield table, seat
        for event in decided(rules, table, seat, hard_style(rules))[1]:
            if isinstance(event, RoundScored):
                return
            table = event.applied_to(table)


def search(table: Table, seat: int) -> Iterator[float]:
    """Yield the values of the default and of every candidate, world by world."""
    rules, style, rng = table.rules, hard_style(table.rules), Random(5)
    assert isinstance(rules, CanastaAnswers)  # Nothing else is searched.
    view = engine.view(table, seat)
    world = likeliest_world(rules, view, seat, rng, style)
    default, _ = decided(rules, world, seat, style)
    moves = [default.move, *candidates(rules, world, seat, default, style)]
    for _ in range(WORLDS):
        yield from (roll_out(world, seat, move, style) for move in moves)
        world = likeliest_world(rules, view, seat, rng, style)


def measured(game: str, times: int) -> Searches:
    """Run every search several times; the fastest run counts."""
    found = Searches([], 0.0)
    for table, seat in tables(game):
        quickest, worths = float("inf"), list[float]()
        for _ in range(times):
            began = time.process_time()
            worths = list(search(table, seat))
            quickest = min(quickest, time.process_time() - began)
        found.worths += worths
        found.seconds += quickest
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the games in the arguments and print a line for each."""
    parser = argparse.ArgumentParser(description="rollouts a second of CPU")
    parser.add_argument("games", nargs="*", default=GAMES, help="slug:seats")
    parser.add_argument("--times", type=int, default=5, help="each search is timed so often")
    wish = parser.parse_args(arguments)
    for game in wish.games:
        found = measured(game, wish.times)
        played = len(found.worths)
        rate = f"{played / found.seconds:,.0f} rollouts/s of CPU"
        print(f"{game} {rate} ({played} rollouts, {found.digest})", flush=True)


if __name__ == "__main__":
    main()
