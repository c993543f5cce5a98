"""A novice learns every game and plays a round of it, in every language, by buttons and by typing.

    python -m tests.soak.novice [--tries 2] [--courses canasta ten-pennies] [--games …]

With buttons, the novice presses the component that shares most words with the page, tries again
after a miss, and asks for a hint after `--tries` misses at a page. By typing, the novice types what
`/move` offers, and sees no picture. The command prints the presses per step, and ends with status 1
if a novice would be stuck.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

import engine
from cogs.lessons.book import courses
from render.text.catalogue import LANGUAGES
from tests.cogs.lessons.novice import Tapper, Typist, practised_by_taps, practised_by_words
from tests.cogs.lessons.test_novice import begun
from tests.simulator import open_simulator


async def learnt(course: str, language: str, tries: int) -> tuple[int, int]:
    """Return the taps and the typed moves of a course. Raises `AssertionError` when stuck."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_simulator(Path(folder) / "novice.db") as simulator:
            ann, ben, *_ = simulator.members
            ann.locale = ben.locale = language
            taps = await Tapper(ann, await begun(ann, course), tries=tries).learn()
            return taps, await Typist(ben, await begun(ben, course)).learn()


async def practised(game: str, language: str) -> tuple[int, int]:
    """Return the taps and the typed moves of a practice round. Raises `AssertionError` if stuck."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_simulator(Path(folder) / "novice.db") as simulator:
            ann, ben, *_ = simulator.members
            ann.locale = ben.locale = language
            return await practised_by_taps(simulator, ann, game), await practised_by_words(
                simulator, ben, game
            )


async def play(games: list[str]) -> int:
    """Play a practice round of every game in every language; return how often a novice is stuck."""
    stuck = 0
    for game in games:
        for language in LANGUAGES:
            try:
                taps, moves = await practised(game, language)
            except AssertionError as error:
                stuck += 1
                print(f"{game:22} {language}  {error}")
            else:
                print(f"{game:22} {language}  a round: {taps} taps, {moves} moves", flush=True)
    return stuck


async def learn(names: list[str], tries: int) -> int:
    """Learn every course in every language; return how often a novice is stuck."""
    stuck = 0
    for course in names:
        steps = sum(len(lesson.steps) for lesson in courses()[course].lessons)
        for language in LANGUAGES:
            try:
                taps, moves = await learnt(course, language, tries)
            except AssertionError as error:
                stuck += 1
                print(f"{course:22} {language}  {error}")
            else:
                line = f"{taps / steps:4.1f} taps and {moves / steps:4.1f} moves a step"
                print(f"{course:22} {language}  {steps} steps, {line}", flush=True)
    return stuck


async def run(asked: argparse.Namespace) -> int:
    """Run what was asked for; return the exit status."""
    stuck = await learn(asked.courses, asked.tries) + await play(asked.games)
    return 1 if stuck else 0


def main() -> int:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tries", type=int, default=2, help="at a page, before the hint")
    parser.add_argument("--courses", nargs="*", default=list(courses()))
    parser.add_argument("--games", nargs="*", default=list(engine.GAMES), help="to practise")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
