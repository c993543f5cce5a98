"""A recount of every number on every screen after a game, from its log.

    python -m tests.soak.numbers_after_game [--games 50] [--kinds house-canasta:4 …] [--processes 1]
        [--results FILE]

For each game and number of seats the command plays some games to their end, with random house rules
and some computer players, over three months. It compares their sheets, podiums, stories, records,
leaderboards and histories with their logs: the second judge scores the rounds, and
`tests.cogs.support.recount` counts the rest. A kind that FILE already has with as many games is not
played again. The status is 1 if a number was wrong.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import engine
from tests.judge.asking import options_at_random
from tests.simulator import Simulator, open_simulator
from tests.soak.numbers_after_game import Evening
from tests.support.strategies import SEATINGS

MORE: Final = ("Eve", "Fay", "Gus", "Hal", "Ida")
MOST_ROUNDS: Final = 4
"""Most rounds, in games with that option: most numbers occur after a few rounds."""
MONTHS: Final = 3
MONTH: Final = 31 * 86_400


@dataclass
class Outcome:
    """The result of one kind."""

    kind: str
    games: int
    compared: int
    wrong: list[str]
    seconds: float


def options(game: str, random: Random) -> dict[str, Any]:
    """Return random house rules, except those that limit a game's length."""
    chosen = {one.name: one.default for one in engine.GAMES[game].options}
    if random.random() < 0.5:
        chosen |= options_at_random(game, random)
    if "max_rounds" in chosen:
        chosen["max_rounds"] = random.randint(1, MOST_ROUNDS)
    return chosen


def next_month(simulator: Simulator) -> None:
    """Set the bot's date one month ahead; waiting would run every tick of its clock."""
    simulator.set_clock(MONTH)
    simulator.bot.clock.follow(simulator.bot.clock.off())
    simulator.bot.database.accept_clock_change()


async def played(game: str, seats: int, games: int, database: Path) -> Outcome:
    """Play games of one kind, in one month or in three."""
    random, began = Random(f"{game} {seats}"), time.process_time()
    async with open_simulator(database) as simulator:
        people = [*simulator.members, *map(simulator.invite, MORE)][: seats + 1]
        evening = Evening(simulator, people, game, seats)
        for number in range(games):
            members = seats if random.random() < 0.7 else random.randint(1, seats)
            await evening.play(members, options(game, random), number)
            if (number + 1) % -(-games // MONTHS) == 0:
                await evening.remembered()
                next_month(simulator)
        await evening.remembered()
        # Only our clock moved, which the bot logs; anything else is a fault.
        evening.wrong += [
            fault for fault in simulator.take_errors() if "off Discord's" not in fault
        ]
    seconds = time.process_time() - began
    return Outcome(f"{game}:{seats}", games, evening.compared, evening.wrong, seconds)


def kind_played(games: int, kind: str) -> Outcome:
    """Play one kind in a separate simulator."""
    game, _, seats = kind.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(played(game, int(seats), games, Path(folder) / "afterwards.db"))


def known(results: Path | None, games: int) -> Iterator[Outcome]:
    """Yield the result of an earlier run with as many games."""
    if results and results.exists():
        for line in results.read_text("utf-8").splitlines():
            outcome = Outcome(**json.loads(line))
            if outcome.games >= games:
                yield outcome


def told(outcome: Outcome) -> None:
    """Print the result of one kind."""
    counted = (
        f"{outcome.compared:,} numbers, {len(outcome.wrong)} wrong, {outcome.seconds:.0f} s CPU"
    )
    head = f"{outcome.kind}: {outcome.games} games, {counted}"
    print(head, *outcome.wrong[:20], sep="\n    ", flush=True)


def main() -> int:
    """Play what is not known yet, and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--kinds", nargs="*", default=[f"{game}:{n}" for game, n in SEATINGS])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path)
    asked = parser.parse_args()
    found = {one.kind: one for one in known(asked.results, asked.games)}
    missing = [kind for kind in asked.kinds if kind not in found]
    with ProcessPoolExecutor(asked.processes) as pool:
        for outcome in pool.map(partial(kind_played, asked.games), missing):
            found[outcome.kind] = outcome
            told(outcome)
            if asked.results:
                with asked.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(outcome)) + "\n")
    mine = [found[kind] for kind in asked.kinds]
    wrong = sum(len(one.wrong) for one in mine)
    games, compared = sum(one.games for one in mine), sum(one.compared for one in mine)
    print(f"{wrong} of {compared:,} numbers wrong after {games:,} games of {len(mine)} kinds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
