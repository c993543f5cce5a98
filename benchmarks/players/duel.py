"""A duel: one deal played twice by two kinds of player, the sides swapped.

Every seat draws from cards of its own, so that a deal stays the same deal when play differs.
Source: `computer-players.md`, section 6.4.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import log
from random import Random
from typing import Any, NamedTuple

import engine
from benchmarks.players.blunders import blunders, left_over
from benchmarks.players.perfect_information import foreseen, margin
from benchmarks.players.untuned_weights import before
from cogs.computers.worker_pool import SearchDeadline, thinking_time
from engine.earlier_rules import seen_rules
from engine.model.events import GameOver, RoundScored
from engine.model.moves import Move
from engine.model.table import Event, Table
from engine.model.view import View
from engine.players import EVEN, TASTES, choose
from engine.players.heuristic.normal import decided
from engine.players.search.seat_stocks import SeatStocks
from engine.players.thinking.thought import CAREFUL

BRACKETS = {
    "house-canasta": (0, 1500, 3000),
    "pennies-from-heaven": (0, 5000, 10000),
    "ponytail-canasta": (0, 15000),
    "classic-canasta": (0, 1500, 3000),
}
"""Scores at which rounds start, so that all minimums of the initial meld are played."""
ROUNDS = 7
SELFISH = replace(CAREFUL, canasta=replace(CAREFUL.canasta, safety=0.0, mates=0.0))
STEP = 1.05
"""Thinking times are counted in classes, each so many times as long as the one before."""


class Row(NamedTuple):
    """A row of the table: which game, and who against whom."""

    game: str
    pair: str


class Chair(NamedTuple):
    """Where a player sits when it is asked. Only the yardsticks look past the view."""

    view: View
    table: Table
    seat: int
    rng: Random
    streams: SeatStocks


Player = Callable[[Chair], Move]


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


def at_random(chair: Chair) -> Move:
    """Any single step, each as likely."""
    return chair.rng.choice(list(engine.legal(chair.table, chair.seat)))


def seeing_all(chair: Chair) -> Move:
    """The hard level's candidates, judged by the cards that really lie in stock and hands."""
    return foreseen(chair.table, chair.seat, chair.streams)


def at_level(level: str, *, searches: bool = True, taste: str = EVEN) -> Player:
    """A computer player; a hard one has its time as CPU time, however busy the machine is."""

    def play(chair: Chair) -> Move:
        seconds = thinking_time() if searches else 0.0
        time_left = SearchDeadline(seconds, time.thread_time)
        return choose(chair.view, level, chair.rng, more_time=time_left, taste=taste)

    return play


def selfish(chair: Chair) -> Move:
    """The normal level as it was before it looked at gifts and at its partners' needs."""
    rules = seen_rules(chair.view)
    return decided(rules, rules.sample(chair.view, chair.rng), chair.seat, SELFISH)[0].move


def as_before(chair: Chair) -> Move:
    """The hard level's weights of before they were tuned by many deals, without a search."""
    rules = seen_rules(chair.view)
    world = rules.sample(chair.view, chair.rng)
    return decided(rules, world, chair.seat, before(rules))[0].move


def hurried(chair: Chair) -> Move:
    """A hard player on a busy machine: at one decision in three it can try nothing out."""
    return PLAYERS["weights" if chair.rng.random() < 1 / 3 else "hard"](chair)


PLAYERS: Mapping[str, Player] = {
    "random": at_random,
    **{level: at_level(level) for level in ("easy", "normal", "hard")},
    **{taste: at_level("normal", taste=taste) for taste in TASTES},
    "weights": at_level("hard", searches=False),
    "hurried": hurried,
    "selfish": selfish,
    "before": as_before,
    "seer": seeing_all,
}
"""`weights` is hard without its search, `before` the same with its older weights (in contract rummy
that was all of hard); `seer` sees all cards, and is a yardstick only. A taste is
the normal level with it; `hurried` tells what falling back costs."""


@dataclass
class Doings:
    """What one kind of player did: turns, side-rounds and blunders counted, and its CPU time."""

    counts: Counter[str] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    """Decisions by the class of their time."""
    seconds: float = 0.0
    longest: float = 0.0

    def think(self, seconds: float) -> None:
        """Count a decision of so many seconds."""
        self.times[round(log(max(seconds, 1e-6)) / log(STEP))] += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def add(self, other: "Doings") -> None:
        """Count another's in."""
        self.counts += other.counts
        self.times += other.times
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)

    def within(self, share: float) -> float:
        """Return a quantile of the decision times, in seconds. `share` is between 0 and 1."""
        left = share * self.times.total()
        for step in sorted(self.times):
            left -= self.times[step]
            if left <= 0:
                return STEP**step
        return 0.0

    def a_hundred(self, kind: str) -> float:
        """How often something was done in a hundred rounds of a side."""
        return 100 * self.counts[kind] / max(1, self.counts["rounds"])

    def a_thousand(self, kind: str) -> float:
        """The same in a thousand moves."""
        return 1000 * self.counts[kind] / max(1, self.counts["turns"])


@dataclass
class Tally:
    """What a pair made of its deals; what was done is by the name of the player."""

    margins: list[float] = field(default_factory=list)
    moves: int = 0
    illegal: int = 0
    doings: dict[str, Doings] = field(default_factory=dict)

    def of(self, name: str) -> Doings:
        """What one kind of player did."""
        return self.doings.setdefault(name, Doings())

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        self.margins += other.margins
        self.moves += other.moves
        self.illegal += other.illegal
        for name, doings in other.doings.items():
            self.of(name).add(doings)

    @property
    def wins(self) -> float:
        """Deals won, a draw counting half."""
        return sum(1.0 if margin > 0 else 0.5 * (margin == 0) for margin in self.margins)

    def as_json(self) -> dict[str, Any]:
        """The same in plain values."""
        doings = {
            name: [dict(each.counts), dict(each.times), each.seconds, each.longest]
            for name, each in self.doings.items()
        }
        whole = {"margins": self.margins, "moves": self.moves, "illegal": self.illegal}
        return {**whole, "doings": doings}

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> "Tally":
        """What `as_json` has given."""
        doings = {
            name: Doings(Counter(counts), Counter({int(k): v for k, v in times.items()}), *rest)
            for name, (counts, times, *rest) in plain["doings"].items()
        }
        return cls(list(plain["margins"]), plain["moves"], plain["illegal"], doings)


def play_out(table: Table, names: Sequence[str], tally: Tally, *, whole: bool) -> Sequence[int]:
    """Play a round or a whole game; the points of each side. `names` says who sits where."""
    rng, streams = Random(table.seed), SeatStocks(table)
    while True:
        seat = engine.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        move = _timed(Chair(engine.view(table, seat), table, seat, rng, streams), names, tally)
        if engine.check(table, seat, move) is not None:
            tally.illegal += 1
            default = engine.pending(table)[0].default
            assert default is not None
            move = default
        events = engine.decide(table, seat, move)
        _count(table, seat, move, events, names, tally)
        for event in events:
            if isinstance(event, GameOver) and whole:
                return event.result.scores
            if isinstance(event, RoundScored) and not whole:
                return [score.total for score in event.scores]
            table = event.applied_to(table)


def _timed(chair: Chair, names: Sequence[str], tally: Tally) -> Move:
    began = time.thread_time()
    move = PLAYERS[names[chair.seat]](chair)
    tally.of(names[chair.seat]).think(time.thread_time() - began)
    tally.moves += 1
    return move


def _count(
    table: Table,
    seat: int,
    move: Move,
    events: tuple[Event, ...],
    names: Sequence[str],
    tally: Tally,
) -> None:
    counts = tally.of(names[seat]).counts
    counts["turns"] += 1
    counts.update(blunders(table, seat, move, events))
    if any(isinstance(event, RoundScored) for event in events):
        for other, kind in left_over(table, events):
            tally.of(names[other]).counts[kind] += 1
        sides = {table.rules.side_of(seat): name for seat, name in enumerate(names)}
        for name in sides.values():
            tally.of(name).counts["rounds"] += 1


def played(row: Row, seeds: str, number: int) -> Tally:
    """One deal twice, the two taking turns at the even sides. Runs in a process."""
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
