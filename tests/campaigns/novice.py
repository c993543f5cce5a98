"""Somebody who knows no rules learns every game and plays a round: in both languages, both ways.

    python -m tests.campaigns.novice [--tries 2] [--courses canasta ten-pennies]

By taps: presses what says most of what the page says, again after a miss, and asks for a hint only
after so many `--tries` at a page. By words: types what `/move` offers, and sees no picture. Prints
presses a step, and ends with status 1 where somebody would be stuck.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from cogs._learning.book import courses
from render.text.catalogue import LANGUAGES
from tests.cogs.learning.novice import Tapper, Typist
from tests.cogs.learning.test_novice import begun
from tests.simulated import open_room


async def learnt(course: str, language: str, tries: int) -> tuple[int, int]:
    """The taps and the typed moves that a course takes. Raises `AssertionError` when stuck."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_room(Path(folder) / "novice.db") as room:
            ann, ben, *_ = room.people
            ann.locale = ben.locale = language
            taps = await Tapper(ann, await begun(ann, course), tries=tries).learn()
            return taps, await Typist(ben, await begun(ben, course)).learn()


async def run(names: list[str], tries: int) -> int:
    """Every course in every language; the status says whether all were finished."""
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
    return 1 if stuck else 0


def main() -> int:
    """Learn what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tries", type=int, default=2, help="at a page, before the hint")
    parser.add_argument("--courses", nargs="*", default=list(courses()))
    asked = parser.parse_args()
    return asyncio.run(run(asked.courses, asked.tries))


if __name__ == "__main__":
    sys.exit(main())
