"""Ten thousand random rounds of each game: always a legal move, no lost card, equal replays.

    python -m tests.soak.random_rounds [--rounds 10000] [--workers 1] [game …]

The rounds of a game are divided among its numbers of players. Each round is checked after every
event, recorded, and replayed from its text by three other processes, each with another hash seed.
Their tables must be equal, byte for byte. The command ends with status 1 at the first round with a
fault.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from time import perf_counter

import engine
from tests.engine.random_rounds import Tally, play_rounds, replayed

FIRST_SEED = 1_000_000
"""Different from the seeds of `./test`, so that the soak test plays other games."""
SHARE = 50
HASH_SEEDS = ("0", "1", "4711")

Share = tuple[str, int, range]


def shares(games: list[str], rounds: int) -> list[Share]:
    """Return portions of work: game, players, seeds."""
    work = []
    for game in games:
        seats = engine.GAMES[game].seats
        for place, count in enumerate(seats):
            mine = rounds // len(seats) + (place < rounds % len(seats))
            starts = range(FIRST_SEED, FIRST_SEED + mine, SHARE)
            work += [(game, count, range(s, min(s + SHARE, FIRST_SEED + mine))) for s in starts]
    return work


def hash_of(text: str) -> int:
    """Return the hash of a text in the process that runs this."""
    return hash(text)


def replayers(stack: ExitStack) -> list[ProcessPoolExecutor]:
    """Return a process for each hash seed."""
    pools = []
    for seed in HASH_SEEDS:
        # An interpreter reads its hash seed when it starts, so the processes are spawned, and at
        # once.
        os.environ["PYTHONHASHSEED"] = seed
        pool = stack.enter_context(ProcessPoolExecutor(1, get_context("spawn")))
        pool.submit(hash_of, "").result()
        pools.append(pool)
    hashes = {pool.submit(hash_of, "Tuppence").result() for pool in pools}
    assert len(hashes) == len(HASH_SEEDS)
    return pools


def played(
    work: Sequence[Share], workers: int, pools: Sequence[ProcessPoolExecutor]
) -> Iterator[tuple[str, Tally]]:
    """Play each share, and replay it in every pool."""
    with ProcessPoolExecutor(workers) as players:
        # Only two shares per worker are in progress at a time: their logs are large.
        ahead: list[tuple[str, Future[Tally]]] = []
        for game, seats, seeds in work:
            ahead.append((game, players.submit(play_rounds, game, seats, seeds, keep=True)))
            if len(ahead) > 2 * workers:
                yield _compared(*ahead.pop(0), pools)
        for share in ahead:
            yield _compared(*share, pools)


def _compared(
    game: str, share: Future[Tally], pools: Sequence[ProcessPoolExecutor]
) -> tuple[str, Tally]:
    tally = share.result()
    tables = [log.tables for log in tally.logs]
    for again in [pool.submit(replayed, tally.logs) for pool in pools]:
        assert again.result() == tables, f"a replay of {game} differs from its play"
    return game, tally


def main() -> None:
    """Play, replay, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(engine.GAMES))
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    start = perf_counter()
    seen: dict[str, Tally] = {}
    with ExitStack() as stack:
        pools = replayers(stack)
        for game, tally in played(shares(asked.games, asked.rounds), asked.workers, pools):
            whole = seen.setdefault(game, Tally(reasons=Counter()))
            whole.rounds += tally.rounds
            whole.actions += tally.actions
            whole.reasons += tally.reasons
    for game, tally in seen.items():
        print(f"{game:22} {tally.rounds:6} rounds {tally.actions:9} actions {dict(tally.reasons)}")
    print(f"{perf_counter() - start:.0f} s: every card accounted for after every event, and every")
    print(f"replay equal under the hash seeds {', '.join(HASH_SEEDS)}")


if __name__ == "__main__":
    main()
