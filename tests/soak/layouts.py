"""A check of every message at thousands of positions: the bot builds it and Discord accepts it.

    python -m tests.soak.layouts [--games 500] [--minutes 10] [--workers 2] [--first 0]

Each game has random house rules, versions and styles. At some of its moments, the rare ones first,
every message is built as the bot builds it, with pictures and alt texts, in one of the languages,
for everybody and for the seats to act. Each is checked against Discord's limits, one in ten also
against Discord's own description, and pictures for overlapping texts. The command prints the counts
and the seed of each game with a fault, which `--first SEED --games 1` repeats. No game starts after
`--minutes`. The status is 1 if there is a fault.
"""

import argparse
import asyncio
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from time import perf_counter
from typing import Final

from render.renderer import Renderer
from tests.cogs.support.layouts import screens, wrong_with
from tests.cogs.support.random_tables import Scene, scenes
from tests.render.text_boxes import watching
from tests.support.strategies import SEATINGS, journey, traits_of

LENGTHS: Final = (60, 250, 250, 900, 2500)
"""Most moves of a game; each length is about equally frequent."""
MOMENTS: Final = 5
PAGES: Final = 8
"""Most pages checked of each panel."""
WHOLLY: Final = 10
"""One screen in so many is also checked against Discord's own description, which takes longest."""


@dataclass
class Tally:
    """The counts of some games."""

    positions: int = 0
    screens: int = 0
    pictures: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.positions += other.positions
        self.screens += other.screens
        self.pictures += other.pictures
        self.seen += other.seen
        self.faults += other.faults


def look(seed: int) -> Tally:
    """Check one game and return its counts."""
    random, tally = Random(seed), Tally()
    at = SEATINGS[seed % len(SEATINGS)]
    for scene in scenes(journey(random, random.choice(LENGTHS), at), random, MOMENTS):
        tally.positions += 1
        tally.seen.update({at[0], scene.language, *traits_of(scene.live.game.table)})
        faults = asyncio.run(look_at(replace(scene, pages=PAGES), tally))
        tally.faults += [f"seed {seed}, {at[0]} for {at[1]}: {fault}" for fault in faults]
    return tally


async def look_at(scene: Scene, tally: Tally) -> list[str]:
    """Return the faults at one moment; an exception is a fault too."""
    artist = Renderer()
    try:
        with watching() as pictures:
            made = await screens(scene, artist)
    except Exception:  # noqa: BLE001 - any exception is a fault to report
        return [traceback.format_exc(limit=-4)]
    finally:
        artist.close()
    tally.screens += len(made)
    tally.pictures += len(pictures)
    return [
        *(
            f"{screen.name}: {why}"
            for number, screen in enumerate(made)
            for why in wrong_with(screen, wholly=number % WHOLLY == 0)
        ),
        *(fault for picture in pictures for fault in picture.faults()),
    ]


def looked(first: int, games: int, workers: int, minutes: float) -> Iterator[Tally]:
    """Yield the games with these seeds as they finish; none starts after so many minutes."""
    seeds, end = iter(range(first, first + games)), perf_counter() + 60 * minutes
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(look, seed) for seed in islice(seeds, workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            more = islice(seeds, len(done)) if perf_counter() < end else ()
            running |= {pool.submit(look, seed) for seed in more}
            yield from (one.result() for one in done)


def main() -> int:
    """Check, and print the counts."""
    parser = argparse.ArgumentParser(description="Look at every screen of thousands of positions.")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=10.0)
    asked = parser.parse_args()
    start, whole = perf_counter(), Tally()
    found = looked(asked.first, asked.games, asked.workers, asked.minutes)
    for number, tally in enumerate(found, 1):
        whole.add(tally)
        for fault in tally.faults:
            print(fault, flush=True)
        if number % 50 == 0:
            print(f"{number} games, {perf_counter() - start:.0f} s", flush=True)
    print(f"{whole.positions:,} positions, {whole.screens:,} screens, {whole.pictures:,} pictures")
    print(", ".join(f"{name} {count}" for name, count in whole.seen.most_common()))
    print(f"{len(whole.faults)} faults in {perf_counter() - start:.0f} s")
    return bool(whole.faults)


if __name__ == "__main__":
    sys.exit(main())
