"""How strong the computer players are: the same deals with seats swapped.

    python -m tests.campaigns.players                          # every pair of levels, tuning seeds
    python -m tests.campaigns.players --seeds verdict          # the untouched seeds
    python -m tests.campaigns.players --pairs hard-normal --games house-canasta:2 --deals 60

A deal is one round, played twice with the sides swapped; it is won by the level with more
points over both. Points are per round and side, from the means of the two, with 95 %
intervals; deals won with Wilson's interval. Tuning looks at the tuning seeds only.
Source: `computer-players.md`, section 6.4.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from random import Random
from statistics import mean, quantiles, stdev

import engine
from engine.events import RoundScored
from engine.moves import Move
from engine.players import choose
from engine.table import Table
from engine.view import View
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

Player = Callable[[View, Table, int, Random], Move]
Players = dict[str, Player]


def start(game: str, seats: int, seeds: str, number: int) -> Table:
    """The table of a deal: a canasta bracket, or a round of contract rummy with its pennies."""
    seed = sha256(f"{seeds}/{game}/{seats}/{number}".encode()).digest()
    table = engine.deal(game, seats, seed)
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


def at_level(level: str, seconds: float) -> Player:
    """A computer player; a hard decision has so much CPU time, however busy the machine is."""

    def play(view: View, table: Table, seat: int, rng: Random) -> Move:
        del table, seat
        end = time.thread_time() + seconds
        return choose(view, level, rng, more_time=lambda: time.thread_time() < end)

    return play


@dataclass
class Tally:
    """What a pair of levels made of its deals."""

    margins: list[float] = field(default_factory=list)
    wins: float = 0.0
    moves: int = 0
    illegal: int = 0
    seconds: dict[str, list[float]] = field(default_factory=dict)
    turns: Counter[str] = field(default_factory=Counter)
    blunders: dict[str, Counter[str]] = field(default_factory=dict)


def play_round(
    table: Table, names: Sequence[str], players: dict[str, Player], tally: Tally
) -> RoundScored:
    """Play one round; `names` says who sits where."""
    rng = Random(table.seed)
    while True:
        decision = engine.pending(table)[0]
        seat, name = decision.seat, names[decision.seat]
        move = _timed(table, seat, name, players[name], rng, tally)
        if engine.check(table, seat, move) is not None:
            tally.illegal += 1
            assert decision.default is not None
            move = decision.default
        events = engine.decide(table, seat, move)
        tally.turns[name] += 1
        tally.blunders.setdefault(name, Counter()).update(blunders(table, seat, move, events))
        for event in events:
            if isinstance(event, RoundScored):
                return event
            table = engine.evolve(table, event)


def _timed(table: Table, seat: int, name: str, player: Player, rng: Random, tally: Tally) -> Move:
    view = engine.view(table, seat)
    began = time.thread_time()
    move = player(view, table, seat, rng)
    tally.seconds.setdefault(name, []).append(time.thread_time() - began)
    tally.moves += 1
    return move


def margin(table: Table, scored: RoundScored, sides: Sequence[int]) -> float:
    """How far `sides` are ahead of the others; in contract rummy low is good."""
    sign = 1 if table.rules.slug in BRACKETS else -1
    ours = [s.total for s in scored.scores if s.side in sides]
    theirs = [s.total for s in scored.scores if s.side not in sides]
    return sign * (mean(ours) - mean(theirs))


def play_deal(
    table: Table, pair: tuple[str, str], players: dict[str, Player], tally: Tally
) -> None:
    """One deal twice, the two levels taking turns at the even sides."""
    total = 0.0
    for even in (0, 1):
        side_of = table.rules.side_of
        names = [pair[(side_of(seat) + even) % 2] for seat in range(table.rules.seat_count)]
        scored = play_round(table, names, players, tally)
        sides = [side for side in range(table.rules.side_count) if (side + even) % 2 == 0]
        total += margin(table, scored, sides) / 2
    tally.margins.append(total)
    tally.wins += 1.0 if total > 0 else 0.5 * (total == 0)


def wilson(wins: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, wins / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return (middle - spread) / whole, (middle + spread) / whole


def row(game: str, pair: str, tally: Tally) -> str:
    """One line of the table."""
    count, first = len(tally.margins), pair.partition("-")[0]
    low, high = wilson(tally.wins, count)
    error = 1.96 * stdev(tally.margins) / sqrt(count) if count > 1 else 0.0
    percentiles = quantiles(tally.seconds[first], n=100)
    bad = tally.blunders[first]
    rate = {kind: 1000 * bad[kind] / tally.turns[first] for kind in ("gift", "lockout", "refused")}
    bar = BARS.get(pair)
    verdict = "" if bar is None else "reached" if tally.wins / count >= bar else "MISSED"
    return (
        f"| {game} | {pair} | {count} | {mean(tally.margins):+.0f} ± {error:.0f} "
        f"| {tally.wins / count:.1%} ({low:.1%}–{high:.1%}) | {verdict} "
        f"| {1000 * percentiles[49]:.2f} / {1000 * percentiles[98]:.2f} "
        f"| {tally.illegal} of {tally.moves} "
        f"| {rate['gift']:.1f} / {rate['lockout']:.1f} / {rate['refused']:.1f} |"
    )


HEAD = (
    "| game:seats | pair | deals | points a round | deals won (95 %) | bar | ms p50 / p99 "
    "| illegal | blunders per 1,000 moves: gift / lockout / refused win |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def asked() -> argparse.Namespace:
    """What to play, from the command line."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--games", nargs="*", default=GAMES, help="slug:seats")
    parser.add_argument("--pairs", nargs="*", default=tuple(BARS), help="level-level")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=60, help="most of them for one row")
    parser.add_argument("--seeds", choices=("tuning", "verdict"), default="tuning")
    parser.add_argument("--seconds", type=float, default=0.25, help="CPU time of a hard move")
    return parser.parse_args()


def measured(game: str, pair: str, wish: argparse.Namespace, players: Players) -> Tally:
    """The deals of one row, fewer if they take too long."""
    slug, seats = game.split(":")
    first, second = pair.split("-")
    tally, end = Tally(), time.monotonic() + 60 * wish.minutes
    for number in range(wish.deals):
        if time.monotonic() > end and number > 1:
            break
        table = start(slug, int(seats), wish.seeds, number)
        play_deal(table, (first, second), players, tally)
    return tally


def main() -> None:
    """Play what the arguments ask for and print the table."""
    wish = asked()
    players = {name: at_level(name, wish.seconds) for name in ("easy", "normal", "hard")}
    players["random"] = at_random
    print(HEAD)
    for game in wish.games:
        for pair in wish.pairs:
            print(row(game, pair, measured(game, pair, wish, players)), flush=True)


if __name__ == "__main__":
    main()
