"""How strong the computer players are: the same deals with seats swapped.

    python -m tests.campaigns.players                          # every pair of levels, tuning seeds
    python -m tests.campaigns.players --seeds verdict --minutes 55
    python -m tests.campaigns.players --pairs hard-normal --games house-canasta:2 --deals 60

A deal is one round (with `:game` after the seats a whole game), played twice with the sides
swapped; it is won by the level with more points over both. All rows go on at once, in so many
processes, until each has its deals or the minutes are over. Points are per round and side,
from the means of the two, with 95 % intervals; deals won with Wilson's interval. Every seat
draws from cards of its own, so that a deal stays the same deal when play differs. Tuning
looks at the tuning seeds only. Source: `computer-players.md`, section 6.4.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from math import sqrt
from random import Random
from statistics import mean, quantiles, stdev
from typing import NamedTuple

import engine
from engine.model.events import GameOver, RoundScored
from engine.model.moves import Move
from engine.model.table import Table
from engine.model.view import View
from engine.players import choose
from engine.players.search.streams import Streams
from tests.campaigns.blunders import blunders

BARS = {"easy-random": 0.90, "normal-easy": 0.65, "hard-normal": 0.60}
"""Share of deals that the first level of a pair is to win."""
GAMES = (
    *("house-canasta:2", "house-canasta:4", "pennies-from-heaven:6", "ponytail-canasta:4"),
    *("classic-canasta:4", "ten-pennies:4", "ten-pennies-online:4"),
)
BRACKETS = {
    "house-canasta": (0, 1500, 3000),
    "pennies-from-heaven": (0, 5000, 10000),
    "ponytail-canasta": (0, 15000),
    "classic-canasta": (0, 1500, 3000),
}
"""Scores at which rounds start, so that all minimums of the initial meld are played."""
ROUNDS = 7
HARD_SECONDS = 0.25
REPORT_EVERY = 300.0
"""Seconds between tables of what there is so far."""

Player = Callable[[View, Table, int, Random], Move]


class Row(NamedTuple):
    """A row of the table: which game, and who against whom."""

    game: str
    pair: str


def start(game: str, seats: int, seeds: str, number: int, *, whole: bool = False) -> Table:
    """The table of a deal: a canasta bracket, or a round of contract rummy with its pennies."""
    seed = sha256(f"{seeds}/{game}/{seats}/{number}".encode()).digest()
    table = engine.deal(game, seats, seed)
    if whole:
        return table
    if game in BRACKETS:
        score = BRACKETS[game][number % len(BRACKETS[game])]
        return table.but(scores=(score,) * len(table.scores))
    table = table.rules.first(seed).but(round=number % ROUNDS)
    for event in table.rules.deal(table):
        table = event.applied_to(table)
    return table.but(pennies=(10 - number % ROUNDS,) * seats)


def at_random(view: View, table: Table, seat: int, rng: Random) -> Move:
    """Any single step, each as likely; the one player that is shown a table."""
    del view
    return rng.choice(list(engine.legal(table, seat)))


def at_level(level: str) -> Player:
    """A computer player; a hard decision has so much CPU time, however busy the machine is."""

    def play(view: View, table: Table, seat: int, rng: Random) -> Move:
        del table, seat
        end = time.thread_time() + HARD_SECONDS
        return choose(view, level, rng, more_time=lambda: time.thread_time() < end)

    return play


PLAYERS: Mapping[str, Player] = {
    "random": at_random,
    **{level: at_level(level) for level in ("easy", "normal", "hard")},
}


@dataclass
class Tally:
    """What a pair of levels made of its deals; times, turns and blunders are by level."""

    margins: list[float] = field(default_factory=list)
    moves: int = 0
    illegal: int = 0
    seconds: dict[str, list[float]] = field(default_factory=dict)
    turns: Counter[str] = field(default_factory=Counter)
    blunders: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        self.margins += other.margins
        self.moves += other.moves
        self.illegal += other.illegal
        self.turns += other.turns
        for name, times in other.seconds.items():
            self.seconds.setdefault(name, []).extend(times)
        for name, bad in other.blunders.items():
            self.blunders.setdefault(name, Counter()).update(bad)

    @property
    def wins(self) -> float:
        """Deals won, a draw counting half."""
        return sum(1.0 if margin > 0 else 0.5 * (margin == 0) for margin in self.margins)


def play_out(table: Table, names: Sequence[str], tally: Tally, *, whole: bool) -> Sequence[int]:
    """Play a round or a whole game; the points of each side. `names` says who sits where."""
    rng, streams = Random(table.seed), Streams(table)
    while True:
        seat = engine.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        move = _timed(table, seat, names[seat], rng, tally)
        if engine.check(table, seat, move) is not None:
            tally.illegal += 1
            default = engine.pending(table)[0].default
            assert default is not None
            move = default
        events = engine.decide(table, seat, move)
        tally.turns[names[seat]] += 1
        found = blunders(table, seat, move, events)
        tally.blunders.setdefault(names[seat], Counter()).update(found)
        for event in events:
            if isinstance(event, GameOver) and whole:
                return event.result.scores
            if isinstance(event, RoundScored) and not whole:
                return [score.total for score in event.scores]
            table = event.applied_to(table)


def _timed(table: Table, seat: int, name: str, rng: Random, tally: Tally) -> Move:
    view = engine.view(table, seat)
    began = time.thread_time()
    move = PLAYERS[name](view, table, seat, rng)
    tally.seconds.setdefault(name, []).append(time.thread_time() - began)
    tally.moves += 1
    return move


def margin(table: Table, points: Sequence[int], sides: Sequence[int]) -> float:
    """How far `sides` are ahead of the others; in contract rummy low is good."""
    sign = 1 if table.rules.slug in BRACKETS else -1
    ours = [each for side, each in enumerate(points) if side in sides]
    theirs = [each for side, each in enumerate(points) if side not in sides]
    return sign * (mean(ours) - mean(theirs))


def played(row: Row, seeds: str, number: int) -> Tally:
    """One deal twice, the two levels taking turns at the even sides. Runs in a process."""
    slug, seats, *more = row.game.split(":")
    table = start(slug, int(seats), seeds, number, whole=bool(more))
    tally, pair, rules = Tally(), row.pair.split("-"), table.rules
    total = 0.0
    for even in (0, 1):
        names = [pair[(rules.side_of(seat) + even) % 2] for seat in range(rules.seat_count)]
        points = play_out(table, names, tally, whole=bool(more))
        sides = [side for side in range(rules.side_count) if (side + even) % 2 == 0]
        total += margin(table, points, sides) / 2
    tally.margins.append(total)
    return tally


def wilson(wins: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, wins / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return (middle - spread) / whole, (middle + spread) / whole


HEAD = (
    "| game:seats | pair | deals | points a round | deals won (95 %) | bar | ms p50 / p99 "
    "| illegal | gifts, lockouts, refused wins in 1,000 moves (and the second level's) |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def line(row: Row, tally: Tally) -> str:
    """One line of the table."""
    deals, (first, second) = len(tally.margins), row.pair.split("-")
    low, high = wilson(tally.wins, deals)
    error = 1.96 * stdev(tally.margins) / sqrt(deals) if deals > 1 else 0.0
    percentiles = quantiles(tally.seconds[first], n=100)
    bar = BARS.get(row.pair)
    verdict = "" if bar is None else "reached" if tally.wins / deals >= bar else "MISSED"
    return (
        f"| {row.game} | {row.pair} | {deals} | {mean(tally.margins):+.0f} ± {error:.0f} "
        f"| {tally.wins / deals:.1%} ({low:.1%}–{high:.1%}) | {verdict} "
        f"| {1000 * percentiles[49]:.2f} / {1000 * percentiles[98]:.2f} "
        f"| {tally.illegal} of {tally.moves} "
        f"| {_rates(tally, first)} ({_rates(tally, second)}) |"
    )


def _rates(tally: Tally, name: str) -> str:
    bad = tally.blunders[name]
    kinds = ("gift", "lockout", "refused")
    return " / ".join(f"{1000 * bad[kind] / tally.turns[name]:.1f}" for kind in kinds)


def asked() -> argparse.Namespace:
    """What to play, from the command line."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--games", nargs="*", default=GAMES, help="slug:seats or slug:seats:game")
    parser.add_argument("--pairs", nargs="*", default=tuple(BARS), help="level-level")
    parser.add_argument("--deals", type=int, default=40, help="most of them in a row")
    parser.add_argument("--minutes", type=float, default=60, help="after which no deal is begun")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seeds", choices=("tuning", "verdict"), default="tuning")
    return parser.parse_args()


def measured(rows: Sequence[Row], wish: argparse.Namespace) -> Iterator[dict[Row, Tally]]:
    """The tallies of all rows, from time to time and at the end; deal by deal in turn."""
    tallies = {row: Tally() for row in rows}
    end, due = time.monotonic() + 60 * wish.minutes, time.monotonic() + REPORT_EVERY
    deals = ((row, number) for number in range(wish.deals) for row in rows)
    running: dict[Future[Tally], Row] = {}
    with ProcessPoolExecutor(wish.processes) as pool:
        for place in count():
            deal = next(deals, None) if time.monotonic() < end else None
            if deal:
                running[pool.submit(played, deal[0], wish.seeds, deal[1])] = deal[0]
            elif not running:
                break
            if deal is None or place >= wish.processes:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    tallies[running.pop(each)].add(each.result())
            if time.monotonic() > due:
                due = time.monotonic() + REPORT_EVERY
                yield tallies
    yield tallies


def main() -> None:
    """Play what the arguments ask for and print the table."""
    wish = asked()
    rows = [Row(game, pair) for game in wish.games for pair in wish.pairs]
    for tallies in measured(rows, wish):
        print(f"\n{time.strftime('%H:%M:%S')}\n\n{HEAD}")
        for row, tally in tallies.items():
            if tally.margins:
                print(line(row, tally), flush=True)


if __name__ == "__main__":
    main()
