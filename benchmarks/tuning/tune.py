"""Tuning of the hard level's weights: an evolution strategy changes them, and new deals judge them.

    python -m benchmarks.tuning.tune house-canasta 4 --minutes 10 --processes 2 --keep ~/courses
    python -m benchmarks.tuning.tune house-canasta 4 --minutes 0 --judge 2000 --keep ~/courses

In each generation all sets of weights play the same deals, each twice with the sides swapped and
every seat drawing from its own cards. Half of the deals are against the old weights
(`untuned_weights.py`), the others against the normal level. There is no search and no sampled
world. A margin counts by its hyperbolic tangent, so that winning a deal is worth more than winning
it by much. Contract rummy is played in whole games, because pennies pay off later. The strategy is
CMA-ES from `cma` (Hansen). It starts at today's numbers of the hard level, and its result is the
mean of its last generation. A run continues where the last one stopped, and writes one line per
generation next to its state. An uninterrupted run of the same `--generations` has the same result;
an interrupted one continues with other random numbers. The courses of the engine's numbers are in
`courses`; each was interrupted at most once.

Then other deals judge the result (`--judge`). The mean should replace the numbers if it wins more
than half of the deals against the old weights, by the lower bound of its interval. None of these
deals is among the verdict's (`strength.py`).
"""

import argparse
import json
import pickle
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields, replace
from functools import partial
from math import sqrt, tanh
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

import cma

import engine
from benchmarks.players.duel import start
from benchmarks.players.perfect_information import margin
from benchmarks.players.strength import wilson
from benchmarks.players.untuned_weights import before
from engine.canasta.book.variant import CanastaAnswers
from engine.earlier_rules import settled_rules
from engine.model.events import GameOver, RoundScored
from engine.model.table import Rules, Table
from engine.players.heuristic.normal import decided
from engine.players.search.seat_stocks import SeatStocks
from engine.players.thinking.thought import Style
from engine.players.tuned.hard import hard_style
from engine.players.tuned.normal import normal_style

CANASTA_STEPS: Final[Mapping[str, float]] = {
    "card_in_pile": 6.0,
    "upcard_points": 0.7,
    "unopened": 0.15,
    "thrown": 0.2,
    "passed": 0.2,
    "completing": 0.2,
    "fading": 1.0,
    "safety": 20.0,
    "pair_kept": 8.0,
    "triple_kept": 10.0,
    "meld_kept": 10.0,
    "unfinished_kept": 8.0,
    "live": 1.0,
    "pair_piled": 1.0,
    "fed": 8.0,
    "blocker_kept": 9.0,
    "closing_points": 0.8,
    "wild_worth": 25.0,
    "wild_spare": 8.0,
    "freeze": 0.15,
    "freeze_pairs": 0.04,
    "drawn": 6.0,
    "piled": 4.0,
    "fitting": 6.0,
    "spent_wild": 15.0,
    "opening": 40.0,
    "completed": 0.2,
    "kept": 1.0,
    "kept_ready": 0.8,
    "held": 1.5,
    "held_ready": 0.8,
    "big_hand": 3.0,
    "patience": 1.5,
    "late": 0.7,
    "dear_wilds": 0.8,
    "first_wilds": 0.8,
    "opening_wilds": 2.5,
    "opening_budget": 3.0,
    "opening_answer": 2.0,
    "opening_late": 1.5,
    "eager": 6.0,
    "linger": 1.0,
    "closing_rounds": 0.35,
    "nearly_out": 1.3,
    "waits_pile": 2.0,
    "held_open": 0.8,
    "treasure": 0.25,
    "crowded": 1.5,
}
RUMMY_STEPS: Final[Mapping[str, float]] = {
    "mend": 10.0,
    "saved": 0.4,
    "price": 0.5,
    "nearer": 0.4,
    "unknown": 0.2,
    "caught": 0.5,
    "finished": 0.5,
    "takes": 8.0,
    "starved": 0.8,
    "late_round": 1.0,
    "point_early": 0.2,
    "point_late": 0.25,
    "point_last": 0.4,
    "hopeless": 0.3,
    "far": 0.6,
    "pair_kept": 3.0,
    "triple_kept": 4.0,
    "quad_kept": 4.0,
    "wild_kept": 10.0,
    "gift": 3.0,
    "copy_left": 0.6,
    "nearly_out": 1.0,
}
"""First step size of each weight."""
NEAR: Final[Mapping[str, float]] = {
    "held": 8,
    "big_hand": 22,
    "first_wilds": 4,
    "opening_budget": 16,
    "waits_pile": 14,
    "takes": 30.0,
    "price": 1.0,
}
"""Start value for a weight whose number means never, or not at all."""
FIRST_SIGMA: Final = 0.35
"""Spread of the first generation, in these steps; it starts at today's hard level."""
ROUND: Final[Mapping[bool, type]] = {True: RoundScored, False: GameOver}
LOSS = 2
"""One deal in so many is played against the normal level."""


class Knobs:
    """The weights of a game that can be tuned, scaled to about one."""

    def __init__(self, style: Style, *, canasta: bool) -> None:
        self.style = style
        self._family = "canasta" if canasta else "rummy"
        self.steps = CANASTA_STEPS if canasta else RUMMY_STEPS
        self._first: dict[str, Any] = asdict(getattr(style, self._family))
        kinds = fields(getattr(style, self._family))
        self._whole = {each.name for each in kinds if each.type in (int, "int")}

    def numbers(self, place: Sequence[float]) -> dict[str, float]:
        """Return the weights at a point of the strategy."""
        found: dict[str, float] = {}
        for (name, step), moved in zip(self.steps.items(), place, strict=True):
            number = self._begins(name) + step * moved
            found[name] = max(0, round(number)) if name in self._whole else round(number, 3)
        return found

    def _begins(self, name: str) -> float:
        first, near = self._first[name], NEAR.get(name)
        return first if near is None or 0 < first < near else near

    def at(self, place: Sequence[float]) -> Style:
        """Return the style with the weights of a point."""
        weights = replace(getattr(self.style, self._family), **self.numbers(place))
        return replace(self.style, **{self._family: weights})


def knobs_of(rules: Rules) -> Knobs:
    """Return the weights that can be tuned at a table."""
    return Knobs(hard_style(rules), canasta=isinstance(rules, CanastaAnswers))


def played(table: Table, styles: Sequence[Style], over: type) -> Sequence[int]:
    """Return the points of each side after every seat has played by its own style."""
    rules, streams = table.rules, SeatStocks(table)
    while True:
        seat = engine.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        for event in decided(rules, table, seat, styles[seat])[1]:
            if isinstance(event, over):
                return points_of(event)
            table = event.applied_to(table)


def points_of(event: object) -> Sequence[int]:
    """Return the points of each side at the end of a round, or of a game."""
    if isinstance(event, RoundScored):
        return [score.total for score in event.scores]
    assert isinstance(event, GameOver)
    return event.result.scores


def duel(game: tuple[str, int], seeds: str, number: int, one: Style, other: Style) -> float:
    """Return the lead of one style over another in a deal that is played with both seatings."""
    rules = settled_rules(*game)
    rounds = isinstance(rules, CanastaAnswers)
    table = start(*game, seeds, number, whole=not rounds)
    total = 0.0
    for even in (0, 1):
        ours = [side for side in range(rules.side_count) if (side + even) % 2 == 0]
        seats = range(rules.seat_count)
        styles = [one if rules.side_of(seat) in ours else other for seat in seats]
        total += margin(table, played(table, styles, ROUND[rounds]), ours) / 2
    return total


def margins(
    game: tuple[str, int], seeds: str, numbers: Sequence[int], place: Sequence[float]
) -> list[float]:
    """Return the margins of the weights at a point in these deals. Runs in a process."""
    rules = settled_rules(*game)
    style = knobs_of(rules).at(place)
    others = [normal_style(rules) if number % LOSS == 0 else before(rules) for number in numbers]
    pairs = zip(numbers, others, strict=True)
    return [duel(game, seeds, number, style, other) for number, other in pairs]


def judged(game: tuple[str, int], place: Sequence[float], number: int) -> tuple[float, float]:
    """Return the margins in one deal: against the old weights and against the normal level."""
    rules = settled_rules(*game)
    style = knobs_of(rules).at(place)
    return (
        duel(game, "judge", number, style, before(rules)),
        duel(game, "judge", number, style, normal_style(rules)),
    )


class Course:
    """The strategy's state and its course, kept in a directory.

    Raises:
        ValueError: The kept course started at other weights than today's.
    """

    def __init__(self, keep: Path, game: tuple[str, int], sets: int) -> None:
        keep.mkdir(parents=True, exist_ok=True)
        self._state = keep / f"{game[0]}.{game[1]}.state"
        self._lines = keep / f"{game[0]}.{game[1]}.jsonl"
        self.knobs = knobs_of(settled_rules(*game))
        size = len(self.knobs.steps)
        options = {"popsize": sets, "seed": 18, "verbose": -9, "maxiter": 10**6}
        self.strategy: Any = cma.CMAEvolutionStrategy([0.0] * size, FIRST_SIGMA, options)
        self._begun = self.knobs.numbers([0.0] * size)
        if self._state.exists():
            begun, self.strategy = pickle.loads(self._state.read_bytes())
            if begun != self._begun:
                raise ValueError(f"{self._state} began at other weights: keep it elsewhere")

    @property
    def generation(self) -> int:
        """The number of generations so far."""
        return int(self.strategy.countiter)

    @property
    def mean(self) -> list[float]:
        """The current point of the strategy."""
        return [float(each) for each in self.strategy.mean]

    def tell(self, places: Sequence[Sequence[float]], gains: Sequence[float], deals: int) -> str:
        """Update the strategy with the gains of the points; return a line of the course."""
        self.strategy.tell(places, [-gain for gain in gains])
        self._state.write_bytes(pickle.dumps((self._begun, self.strategy)))
        told = {
            "generation": self.generation,
            "deals": deals,
            "gain": round(mean(gains), 4),
            "best": round(max(gains), 4),
            "sigma": round(float(self.strategy.sigma), 4),
            "weights": self.knobs.numbers(self.mean),
        }
        with self._lines.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(told) + "\n")
        return f"{self.generation} gain {told['gain']:+.4f} best {told['best']:+.4f}"


def tuned(wish: argparse.Namespace, course: Course, pool: ProcessPoolExecutor) -> Iterator[str]:
    """Run generations until the minutes or the requested generations are over."""
    game, end = (wish.game, wish.seats), time.monotonic() + 60 * wish.minutes
    while time.monotonic() < end and course.generation < wish.generations:
        first = course.generation * wish.deals
        numbers = range(first, first + wish.deals)
        places = [list(map(float, each)) for each in course.strategy.ask()]
        one = partial(margins, game, "tuning", numbers)
        made = list(pool.map(one, places))
        scale = sqrt(mean(each * each for row in made for each in row)) or 1.0
        gains = [mean(tanh(each / scale) for each in row) for row in made]
        yield course.tell(places, gains, wish.deals * len(places))


def verdict(results: Sequence[float]) -> str:
    """Format the points per deal, and the share of deals won with its interval."""
    wins = sum(1.0 if each > 0 else 0.5 * (each == 0) for each in results)
    low, high = wilson(wins, len(results))
    error = 1.96 * stdev(results) / sqrt(len(results))
    share = f"{wins / len(results):.1%} ({low:.1%}–{high:.1%}) of {len(results)} deals"
    return f"{mean(results):+.1f} ± {error:.1f} points, {share}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Tune, then judge, as the arguments say."""
    parser = argparse.ArgumentParser(description="the weights of the hard level by many deals")
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--generations", type=int, default=10**6, help="at most")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sets", type=int, default=24, help="of weights in a generation")
    parser.add_argument("--deals", type=int, default=20, help="that each of them plays")
    parser.add_argument("--judge", type=int, default=1000, help="fresh deals")
    parser.add_argument("--keep", type=Path, required=True, help="a directory outside the tree")
    wish = parser.parse_args(arguments)
    game = (wish.game, wish.seats)
    course = Course(wish.keep, game, wish.sets)
    with ProcessPoolExecutor(wish.processes) as pool:
        for line in tuned(wish, course, pool):
            print(line, flush=True)
        print(json.dumps(course.knobs.numbers(course.mean)))
        one = partial(judged, game, course.mean)
        fresh = list(pool.map(one, range(wish.judge), chunksize=10))
    if fresh:
        for name, results in zip(("before", "normal"), zip(*fresh, strict=True), strict=True):
            print(f"{wish.game}:{wish.seats} against {name}: {verdict(results)}", flush=True)


if __name__ == "__main__":
    main()
