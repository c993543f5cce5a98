"""A check of the search's forecasts: its moves against the default's, with the real cards.

    python -m benchmarks.players.search_promises --games house-canasta:4 --minutes 5

The hard level's weights play rounds. At one decision in seven the search runs. If its move differs,
both moves are played to the end of the round by the same weights with the real stock and hands,
each seat drawing from its own cards. If a search promises much and gains little, its threshold is
too low or its horizon too near. The luck in one move is far smaller than in a whole round, so this
benchmark shows in minutes what duels (`strength.py`) show in hours. It uses tuning seeds only.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import sqrt
from random import Random
from statistics import mean, stdev

import engine
from benchmarks.players.duel import start
from benchmarks.players.strength import GAMES
from cogs.computers.worker_pool import SearchDeadline, thinking_time
from engine.canasta.book.variant import CanastaAnswers
from engine.model.events import RoundScored
from engine.model.table import Table
from engine.players.heuristic.normal import decided
from engine.players.search.search import roll_out, search_move
from engine.players.search.seat_stocks import SeatStocks
from engine.players.thinking.thought import Reason
from engine.players.tuned.hard import hard_style

CANASTAS = tuple(game for game in GAMES if "canasta" in game or "heaven" in game)
ONE_IN = 7
TO_THE_END = 10_000


@dataclass
class Promises:
    """The search's forecast and the real gain, in points, for each move that the search changed."""

    decisions: int = 0
    promised: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)

    def line(self, game: str) -> str:
        changed = len(self.kept)
        if changed < 2:
            return f"| {game} | {self.decisions} | {changed} | | | |"
        error = 1.96 * stdev(self.kept) / sqrt(changed)
        return (
            f"| {game} | {self.decisions} | {changed} | {mean(self.promised):+.0f} "
            f"| {mean(self.kept):+.0f} ± {error:.0f} | {sum(self.kept) / self.decisions:+.1f} |"
        )


def ask(table: Table, seat: int, rng: Random, promises: Promises) -> None:
    """Run the search; if its move differs from the default, play both to the end of the round."""
    rules, view = table.rules, engine.view(table, seat)
    time_left = SearchDeadline(thinking_time(len(view.seats)), time.thread_time)
    thought = search_move(rules, view, seat, rng, time_left)
    promises.decisions += 1
    if thought.reason is not Reason.SEARCHED:
        return
    default, _ = decided(rules, table, seat, hard_style(rules))
    patient = replace(hard_style(rules), horizon=TO_THE_END)
    gain = roll_out(table, seat, thought.move, patient)
    promises.promised.append(float(thought.facts["points"]))
    promises.kept.append(gain - roll_out(table, seat, default.move, patient))


def play_round(table: Table, rng: Random, promises: Promises) -> None:
    """Play a round by the weights alone. Some decisions run the search, without using its move."""
    rules, streams = table.rules, SeatStocks(table)
    assert isinstance(rules, CanastaAnswers)  # Nothing else is searched.
    while True:
        seat = engine.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        if rng.randrange(ONE_IN) == 0:
            ask(table, seat, rng, promises)
        for event in decided(rules, table, seat, hard_style(rules))[1]:
            if isinstance(event, RoundScored):
                return
            table = event.applied_to(table)


def measured(game: str, minutes: float) -> Promises:
    """Measure one game for a number of minutes."""
    slug, seats = game.split(":")
    promises, rng, end = Promises(), Random(0), time.monotonic() + 60 * minutes
    for number in count(10_000):
        if time.monotonic() > end:
            break
        play_round(start(slug, int(seats), "tuning", number), rng, promises)
    return promises


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="what the search promises, and what comes of it")
    parser.add_argument("--games", nargs="*", default=CANASTAS, help="slug:seats")
    parser.add_argument("--minutes", type=float, default=5, help="for each game")
    wish = parser.parse_args(arguments)
    print("| game:seats | decisions | moves changed | promised | kept (95 %) | a decision |")
    print("|---|---|---|---|---|---|")
    for game in wish.games:
        print(measured(game, wish.minutes).line(game), flush=True)


if __name__ == "__main__":
    main()
