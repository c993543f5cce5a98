"""A long comparison of the engine with the second judge: rounds, moves not offered, positions.

    python -m tests.soak.rules_against_judge [--game SLUG …] [--seats N …] [--rounds 3000]
        [--positions 1000] [--takes 1000] [--processes 2] [--seed 0] [--out FILE]

For each game and number of players it prints how many rounds were finished (and how they ended),
how many moves and scores were judged, and every kind of difference; the differences themselves, as
position, seat, move and both answers, go to FILE. The exit status is 1 if there is a difference.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from random import Random
from time import perf_counter

import engine
from tests.judge.asking import Asking
from tests.judge.tally import Tally

SHARE = 50
EVERY = 100
"""At one position of a round in so many, invented moves are asked about."""

Share = tuple[str, int, tuple[int, ...], str]
"""Game, number of players, counts (rounds, positions, takes), seed."""


def shares(asked: argparse.Namespace) -> Iterator[Share]:
    """Yield portions of work, small enough to keep all processes busy."""
    for game in asked.game:
        for seats in asked.seats or engine.GAMES[game].seats:
            whole = (asked.rounds, asked.positions, asked.takes)
            count = -(-max(whole) // SHARE) if seats in engine.GAMES[game].seats else 0
            for number in range(count):
                parts = tuple(n * (number + 1) // count - n * number // count for n in whole)
                yield game, seats, parts, f"{asked.seed}:{game}:{seats}:{number}"


def worked(share: Share) -> Tally:
    """Ask about a share."""
    game, seats, (rounds, positions, takes), seed = share
    asking, random = Asking(game), Random(seed)
    for _ in range(rounds):
        asking.round(seats, random, every=EVERY)
    for _ in range(positions):
        asking.positions(seats, random)
    for _ in range(takes):
        asking.questions.takes(asking, seats, random)
    return asking.tally


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="*", default=list(engine.GAMES))
    parser.add_argument("--seats", nargs="*", type=int)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--takes", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def printed(game: str, seats: int, tally: Tally) -> None:
    """Print the result of one game and number of players."""
    print(f"{game}:{seats} {dict(tally.asked)} ended {dict(tally.ends)}")
    for kind, count in tally.kinds.most_common(12):
        print(f"    {count:6} {kind}")
    sys.stdout.flush()


def tallied(work: list[Share], processes: int) -> Iterator[tuple[str, int, Tally]]:
    """Yield the questions' tally for each game and number of players, as soon as it is done."""
    with ProcessPoolExecutor(processes) as pool:
        done = zip(work, pool.map(worked, work), strict=True)
        for (game, seats), shares_done in groupby(done, key=lambda pair: pair[0][:2]):
            tally = Tally()
            for _, part in shares_done:
                tally.add(part)
            yield game, seats, tally


def main() -> int:
    """Ask, and print the results."""
    asked, start, total = arguments(), perf_counter(), 0
    if asked.out:
        asked.out.write_text("")
    for game, seats, tally in tallied(list(shares(asked)), asked.processes):
        printed(game, seats, tally)
        total += tally.kinds.total()
        if asked.out and tally.differences:
            with asked.out.open("a") as file:
                file.writelines(f"{difference}\n" for difference in tally.differences)
    print(f"{total} differences in {perf_counter() - start:.0f} s")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
