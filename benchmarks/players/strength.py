"""The strength of the computer players: equal deals, played twice with the seats swapped.

    python -m benchmarks.players.strength --keep ~/rows                 # every row, tuning seeds
    python -m benchmarks.players.strength --keep ~/rows --seeds verdict --minutes 600 --processes 2
    python -m benchmarks.players.strength --pairs hard-normal --games house-canasta:2 --deals 60

A deal is one round (with `:game` after the seats a whole game), played twice with the sides
swapped. The level with more points over both plays wins the deal. All rows continue at once, in
several processes, until each has its deals or the minutes are over. With `--keep` the deals are
saved outside the repository as they are played, and the next run plays only the missing ones. A row
that another run is playing is left to that run. `--publish` writes each row into
`benchmarks/players/results` with every report; after a commit, a run on another machine starts
there. Points are per round and side, from the means of the two plays, with 95 % intervals. Deals
won have Wilson's interval. With fewer than 500 deals a row gives no verdict. Tuning uses the tuning
seeds only.

Source: `computer-players.md`, sections 6.4 and 7.
"""

import argparse
import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice, takewhile
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory

from portalocker import AlreadyLocked

from benchmarks.players.blunders import PARTNERS
from benchmarks.players.duel import Row, Tally, played
from benchmarks.players.results_files import ROWS, TREE, Kept, edition
from engine.players import TASTES

BARS = {
    "easy-random": 0.90,
    "normal-easy": 0.65,
    "hard-normal": 0.65,
    "hard-before": 0.60,
    "weights-before": None,
    "weights-normal": None,
    "seer-normal": None,
    "hurried-hard": None,
}
"""Share of deals that the first of a pair has to win; None for a comparison player."""
ALIKE = tuple(f"{taste}-normal" for taste in TASTES)
"""Pairs of equal strength: half of the deals must be within the interval."""
GAMES = (
    *("house-canasta:2", "house-canasta:4", "house-canasta:6", "pennies-from-heaven:6"),
    *("ponytail-canasta:4", "classic-canasta:4", "ten-pennies:4", "ten-pennies-online:4"),
    *("ten-pennies:4:game", "ten-pennies-online:4:game"),
)
FURTHER = (
    *("house-canasta:3", "house-canasta:5", "ponytail-canasta:2", "ponytail-canasta:8"),
    *("ten-pennies:2:game", "ten-pennies:8:game"),
)
"""Other numbers of seats."""
ENOUGH = 500
"""Number of deals for a verdict."""
Deal = tuple[int, Row]
"""The number of a deal, and its row."""
REPORT_EVERY = 300.0
"""Seconds between two reports."""


def wilson(wins: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z, share = 1.96, wins / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return (middle - spread) / whole, (middle + spread) / whole


HEAD = (
    "| game:seats | pair | deals | points a round | deals won (95 %) | bar "
    "| ms p50 / p99 / mean / most | illegal "
    "| gifts, lockouts, refused wins in 1,000 moves (and the second's) |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def line(row: Row, tally: Tally) -> str:
    """Return one line of the table."""
    deals, (first, second) = len(tally.margins), row.pair.split("-")
    low, high = wilson(tally.wins, deals)
    error = 1.96 * stdev(tally.margins) / sqrt(deals) if deals > 1 else 0.0
    return (
        f"| {row.game} | {row.pair} | {deals} | {mean(tally.margins):+.1f} ± {error:.1f} "
        f"| {tally.wins / deals:.1%} ({low:.1%}–{high:.1%}) | {verdict(row, tally)} "
        f"| {_times(tally, first)} | {tally.illegal} of {tally.moves} "
        f"| {_rates(tally, first)} ({_rates(tally, second)}) |"
    )


def verdict(row: Row, tally: Tally) -> str:
    """Return whether a row reaches its bar, if it has enough deals."""
    bar, deals = 0.5 if row.pair in ALIKE else BARS.get(row.pair), len(tally.margins)
    if bar is None:
        return ""
    if deals < ENOUGH:
        return f"{bar:.0%}: too few deals"
    low, high = wilson(tally.wins, deals)
    reached = tally.wins / deals >= bar and low > 0.5
    if row.pair in ALIKE:
        reached = low <= bar <= high
    return f"{bar:.0%}: {'reached' if reached else 'MISSED'}"


def _times(tally: Tally, name: str) -> str:
    doings = tally.of(name)
    average = doings.seconds / doings.times.total()
    seconds = (doings.within(0.5), doings.within(0.99), average, doings.longest)
    return " / ".join(f"{1000 * each:.2f}" for each in seconds)


def _rates(tally: Tally, name: str) -> str:
    doings = tally.of(name)
    return " / ".join(f"{doings.a_thousand(k):.1f}" for k in ("gift", "lockout", "refused"))


AS_PARTNERS = "| game:seats | player | side-rounds | " + " | ".join(PARTNERS.values()) + " |"


def partner_lines(tallies: Mapping[Row, Tally]) -> Iterator[str]:
    """Yield what each player did per hundred rounds of a side, over all rows of a game."""
    yield f"{AS_PARTNERS}\n{'|---' * (3 + len(PARTNERS))}|"
    together: dict[str, Tally] = {}
    for row, tally in tallies.items():
        together.setdefault(row.game, Tally()).add(tally)
    for game, tally in together.items():
        for name, doings in sorted(tally.doings.items()):
            figures = " | ".join(f"{doings.a_hundred(kind):.1f}" for kind in PARTNERS)
            yield f"| {game} | {name} | {doings.counts['rounds']} | {figures} |"


def asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what to play, from the command line."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    several = "slug:seats or slug:seats:game"
    parser.add_argument("--games", nargs="*", default=(*GAMES, *FURTHER), help=several)
    parser.add_argument("--pairs", nargs="*", default=(*BARS, *ALIKE), help="player-player")
    parser.add_argument("--deals", type=int, default=ENOUGH, help="of a row")
    parser.add_argument("--minutes", type=float, default=60, help="after which no deal is begun")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seeds", choices=("tuning", "verdict"), default="tuning")
    parser.add_argument("--keep", type=Path, help="a directory outside the tree")
    parser.add_argument("--publish", action="store_true", help=f"what is kept, in {ROWS.name}")
    wish = parser.parse_args(arguments)
    if wish.publish and not wish.keep:
        parser.error("--publish: only what is kept has an edition")
    if wish.keep and wish.keep.resolve().is_relative_to(TREE):
        parser.error("--keep: what was measured does not belong into the tree")
    return wish


def held(rows: Sequence[Row], keep: Path | None, passing: Path, seeds: str) -> dict[Row, Kept]:
    """Return the rows that no other process plays, with their kept deals.

    Without a directory there are no kept deals, and no edition is computed.
    """
    found: dict[Row, Kept] = {}
    for row in rows:
        played_with = edition(keep, row) if keep else "passing"
        try:
            found[row] = Kept(keep or passing, played_with, seeds, row)
        except AlreadyLocked:
            print(f"{row.game} {row.pair}: another run is playing this row", flush=True)
    return found


def side_by_side(
    begin: Callable[[Deal], Future[Tally]], deals: Iterator[Deal], most: int
) -> Iterator[tuple[Deal, Tally]]:
    """Yield the results of deals, with a fixed number of deals running at a time."""
    running: dict[Future[Tally], Deal] = {}
    while True:
        running |= {begin(deal): deal for deal in islice(deals, most - len(running))}
        if not running:
            return
        for each in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(each), each.result()


def measured(rows: Mapping[Row, Kept], wish: argparse.Namespace) -> Iterator[None]:
    """Play the missing deals in turn. Yield now and then for a report, and at the end."""
    end, due = time.monotonic() + 60 * wish.minutes, time.monotonic() + REPORT_EVERY
    lacking = (
        (n, row) for n in range(wish.deals) for row, has in rows.items() if n not in has.deals
    )
    deals = takewhile(lambda _: time.monotonic() < end, lacking)
    # The bot also runs without garbage collection while a hard player thinks.
    with ProcessPoolExecutor(wish.processes, initializer=gc.disable) as pool:

        def begin(deal: Deal) -> Future[Tally]:
            return pool.submit(played, deal[1], wish.seeds, deal[0])

        # One deal more than there are processes, so that no process is ever idle.
        for (number, row), tally in side_by_side(begin, deals, wish.processes + 1):
            rows[row].add(number, tally)
            if time.monotonic() > due:
                due = time.monotonic() + REPORT_EVERY
                yield
    yield


def report(rows: Mapping[Row, Kept]) -> None:
    """Print both tables."""
    tallies = {row: has.together for row, has in rows.items() if has.deals}
    print(f"\n{time.strftime('%H:%M:%S')}\n\n{HEAD}")
    for row, tally in tallies.items():
        print(line(row, tally))
    print("\nIn 100 rounds of a side:\n")
    print("\n".join(partner_lines(tallies)), flush=True)


def publish(rows: Mapping[Row, Kept]) -> None:
    """Write the results into the repository's folder: the machine may be stopped at any time."""
    for row in rows.values():
        if row.deals:
            row.publish()


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what the arguments name and print the tables."""
    wish = asked(arguments)
    with TemporaryDirectory() as passing:
        asked_for = [Row(game, pair) for game in wish.games for pair in wish.pairs]
        rows = held(asked_for, wish.keep, Path(passing), wish.seeds)
        for _ in measured(rows, wish):
            report(rows)
            if wish.publish:
                publish(rows)
        for row in rows.values():
            row.close()


if __name__ == "__main__":
    main()
