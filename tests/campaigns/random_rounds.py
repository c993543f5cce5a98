"""Ten thousand random rounds a game: no dead state, conservation after every event.

    python tests/campaigns/random_rounds.py [--rounds 10000] [game …]

The rounds of a game are shared among its numbers of players, and among the cores. Ends with
status 1 at the first round that breaks a law.
"""

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

import engine
from tests.engine.rounds import Tally, play_rounds

FIRST_SEED = 1_000_000
"""Away from the seeds of `./test`, so that the campaign sees other games."""
SHARE = 50


def shares(games: list[str], rounds: int) -> list[tuple[str, int, range]]:
    """Portions of work: game, players, seeds."""
    work = []
    for game in games:
        seats = engine.GAMES[game].seats
        for place, count in enumerate(seats):
            mine = rounds // len(seats) + (place < rounds % len(seats))
            starts = range(FIRST_SEED, FIRST_SEED + mine, SHARE)
            work += [(game, count, range(s, min(s + SHARE, FIRST_SEED + mine))) for s in starts]
    return work


def main() -> None:
    """Play, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(engine.GAMES))
    parser.add_argument("--rounds", type=int, default=10_000)
    asked = parser.parse_args()
    start = perf_counter()
    work = shares(asked.games, asked.rounds)
    seen: dict[str, Tally] = {}
    with ProcessPoolExecutor() as pool:
        for (game, *_), tally in zip(
            work, pool.map(play_rounds, *zip(*work, strict=True)), strict=True
        ):
            whole = seen.setdefault(game, Tally(reasons=Counter()))
            whole.rounds += tally.rounds
            whole.actions += tally.actions
            whole.reasons += tally.reasons
    for game, tally in seen.items():
        print(f"{game:22} {tally.rounds:6} rounds {tally.actions:9} actions {dict(tally.reasons)}")
    print(f"{perf_counter() - start:.0f} s, every card accounted for after every event")


if __name__ == "__main__":
    main()
