"""The value of buying the upcard in contract rummy, fitted to offers that were played both ways.

    python -m benchmarks.tuning.buying ten-pennies 4 --minutes 20
    python -m benchmarks.tuning.buying ten-pennies 4 --minutes 0 --judge 300

The hard level's weights play rounds. At each offer to a seat that is not down, the round is played
to its end twice with the real cards, each seat drawing from its own cards: bought and passed. The
difference is the lead at the end of the round plus the value of the pennies (`pennies.py`). Least
squares fit a linear function of what the seat sees to these differences. Its numbers are `Buying`
in the files of `engine/players/tuned`. The report also has the gain per offer in rounds that were
not used for the fit. Half of the rounds start with random pennies, so that all amounts occur.

Then whole games judge the result (`--judge`), each played twice with the seats swapped: today's
hard level against the same without `Buying`. None of these deals is used for the verdict.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import count
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.players.duel import start
from benchmarks.tuning.pennies import MOST, ahead
from benchmarks.tuning.tune import duel, verdict
from engine.earlier_rules import settled_rules
from engine.model.cards import RANK
from engine.model.events import RoundScored
from engine.model.moves import BUY, PASS, Move
from engine.model.table import Table
from engine.players.heuristic.normal import decided
from engine.players.rummy.buying import MOST_HELD, penny_worth
from engine.players.rummy.observation import RummyObservation
from engine.players.rummy.player import gain_of
from engine.players.search.seat_stocks import SeatStocks
from engine.players.thinking.weights import Buying
from engine.players.tuned.hard import hard_style
from engine.rummy.offers import can_buy
from engine.rummy.rules import ContractRummy
from engine.rummy.variant import FEW_WILDS_ROUNDS, HAND_SIZE

FOLDS: Final = 10
"""Parts of the rounds; each is predicted by a function fitted to the other parts."""
STIFF: Final = 5.0
"""How strongly few offers are discounted: as so many offers without any value."""
Sight = Callable[[RummyObservation, int], float]
SEEN: Final[Mapping[str, Sight]] = {
    "any_cards": lambda seen, gain: 1.0,  # noqa: ARG005 - all have one signature
    "nearer": lambda seen, gain: gain,  # noqa: ARG005
    "nearer_far": lambda seen, gain: gain * seen.lacks,
    "lacking": lambda seen, gain: seen.lacks,  # noqa: ARG005
    "finished": lambda seen, gain: 0 < gain == seen.lacks,
    "held": lambda seen, gain: 0 if gain > 0 else min(MOST_HELD, _held(seen)),
    "somebody_down": lambda seen, gain: seen.danger > 0,  # noqa: ARG005
    "somebody_nearly_out": lambda seen, gain: seen.danger > 1,  # noqa: ARG005
    "lacking_then": lambda seen, gain: seen.lacks if seen.danger else 0,  # noqa: ARG005
    "turns_away": lambda seen, gain: _away(seen),  # noqa: ARG005
    "hand": lambda seen, gain: len(seen.hand) - HAND_SIZE,  # noqa: ARG005
    "two_sets": lambda seen, gain: seen.contract.sets > 1,  # noqa: ARG005
    "late": lambda seen, gain: seen.table.round > FEW_WILDS_ROUNDS,  # noqa: ARG005
    "copy_left": lambda seen, gain: seen.unseen[RANK[seen.table.pile[-1]]],  # noqa: ARG005
}
"""The features of the linear function, by their names in `Buying`."""


class Offer(NamedTuple):
    """An offer, and the results of buying and of passing."""

    round: int
    sights: Sequence[float]
    penny: float
    gain: float
    """Gain in points by buying, pennies included."""
    bought: bool


def _held(seen: RummyObservation) -> int:
    return seen.hand.translate(RANK).count(RANK[seen.table.pile[-1]])


def _away(seen: RummyObservation) -> int:
    return (seen.seat - seen.table.turn) % seen.rules.seat_count


def to_the_end(
    table: Table, seat: int, move: Move, streams: SeatStocks, weights: Buying
) -> Sequence[float]:
    """Return each seat's lead at the end of the round after this move, pennies included."""
    rules = table.rules
    events = rules.decide(table, seat, move)
    while True:
        for event in events:
            table = event.applied_to(table)
            if isinstance(event, RoundScored):
                points = [-score.total for score in event.scores]
                kept = [all_pennies(weights, table.round, each) for each in table.pennies]
                return list(ahead([a + b for a, b in zip(points, kept, strict=True)]))
        mover = rules.pending(table)[0].seat
        table = streams.turn_to(table, mover)
        _, events = decided(rules, table, mover, hard_style(rules))


def all_pennies(weights: Buying, number: int, pennies: int) -> float:
    """Return the total value of so many pennies after round `number`."""
    return sum(penny_worth(weights, number, each) for each in range(1, pennies + 1))


def offer(table: Table, seat: int, streams: SeatStocks, weights: Buying, number: int) -> Offer:
    """Play one offer both ways."""
    rules, style = table.rules, hard_style(table.rules)
    assert isinstance(rules, ContractRummy)
    seen = RummyObservation(rules, table, seat, style)
    sights = [float(sight(seen, gain_of(seen))) for sight in SEEN.values()]
    penny = penny_worth(weights, table.round, table.pennies[seat])
    ways = [to_the_end(table, seat, m, deepcopy(streams), weights)[seat] for m in (BUY, PASS)]
    chosen, _ = decided(rules, table, seat, style)
    return Offer(number, sights, penny, ways[0] - ways[1], chosen.move == BUY)


def offers(game: tuple[str, int], number: int, weights: Buying) -> Iterator[Offer]:
    """Yield the offers of one round."""
    table = start(*game, "tuning", number)
    rng = Random(number)
    if table.round > 1 and rng.random() < 1 / 2:
        table = table.but(pennies=tuple(rng.randrange(MOST + 1) for _ in table.pennies))
    rules, streams = table.rules, SeatStocks(table)
    while True:
        seat = rules.pending(table)[0].seat
        table = streams.turn_to(table, seat)
        if table.phase == "offer" and not table.down[seat] and can_buy(table, seat):
            yield offer(table, seat, streams, weights, number)
        for event in decided(rules, table, seat, hard_style(rules))[1]:
            if isinstance(event, RoundScored):
                return
            table = event.applied_to(table)


Matrix = Any
"""A numpy array."""


def line(sights: Matrix, worths: Matrix) -> Matrix:
    """Return the linear function by least squares: one number for each feature."""
    spread = sights.std(axis=0)
    spread[spread == 0] = 1.0
    even = sights / spread
    stiff = np.diag([0.0] + [STIFF] * (sights.shape[1] - 1))
    return np.linalg.solve(even.T @ even + stiff, even.T @ worths) / spread


def report(found: Sequence[Offer]) -> None:
    """Print the numbers of `Buying`, and their gain in rounds that were not used for the fit."""
    sights = np.array([each.sights for each in found])
    gains, pennies = (np.array([getattr(each, n) for each in found]) for n in ("gain", "penny"))
    parts = np.array([each.round % FOLDS for each in found])
    foretold = np.zeros(len(found))
    for part in range(FOLDS):
        fitted = line(sights[parts != part], (gains + pennies)[parts != part])
        foretold[parts == part] = (sights @ fitted - pennies)[parts == part]
    bought = np.array([each.bought for each in found])
    more = gains * ((foretold > 0).astype(int) - bought)
    error = 1.96 * more.std() / sqrt(len(found))
    print(
        f"{len(found)} offers: bought {bought.mean():.0%}, by the line {(foretold > 0).mean():.0%}"
    )
    print(f"against what was done: {more.mean():+.2f} ± {error:.2f} points an offer")
    for name, number in zip(SEEN, line(sights, gains + pennies), strict=True):
        print(f"  {name}={number:.1f}")


def judge(game: tuple[str, int], games: int) -> None:
    """Play whole games of today's hard level against the same without `Buying`."""
    style = hard_style(settled_rules(*game))
    before = replace(style, rummy=replace(style.rummy, buying=None))
    results = [duel(game, "judge-buying", number, style, before) for number in range(games)]
    print(f"{game[0]}:{game[1]} against the price of before: {verdict(results)}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit and judge as the arguments say."""
    parser = argparse.ArgumentParser(description="what buying is worth in contract rummy")
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--judge", type=int, default=0, help="fresh games")
    wish = parser.parse_args(arguments)
    game, end = (wish.game, wish.seats), time.monotonic() + 60 * wish.minutes
    weights = hard_style(settled_rules(*game)).rummy.buying
    if weights is None:
        parser.error(f"{wish.game}: hard has no worth of a penny there")
    found: list[Offer] = []
    for number in count(400_000):
        if time.monotonic() > end:
            break
        found += offers(game, number, weights)
    if found:
        report(found)
    if wish.judge:
        judge(game, wish.judge)


if __name__ == "__main__":
    main()
