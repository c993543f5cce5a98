"""Presses on two panels of one hand: python -m tests.soak.dm_races --presses 10000

A member has their hand open in the thread and in the bot's direct messages. They press the same
component on both at one moment, or press a stale component, and now and then the bot is killed
between two presses. The run checks three rules. Of two presses only one makes a move. Every press
gets an answer or changes its panel. And two virtual seconds later, both panels show the same.
"""

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cogs.core.refusals import Refusal
from tests.cogs.direct_messages.support import hands_in_dm, open_in_dm
from tests.cogs.support.play import Game, start
from tests.simulator import Member, Pressing, Shown, Simulator, open_simulator
from tests.simulator.messages import Control

MOVES: Final = ("say", "layit", "lay", "dropit", "drop", "throw", "take", "layall", "playturn")
"""Actions that make a move."""
LOOKS: Final = ("about", "main", "build", "first", "sort")
STALE: Final = 0.2
KILLED: Final = 0.01
EVENING: Final = 150
"""Presses at one table, before another simulator follows."""


@dataclass
class Races:
    """The results of a run."""

    presses: int = 0
    pairs: int = 0
    moves: int = 0
    doubled: int = 0
    differing: int = 0
    unanswered: int = 0
    kills: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        """Return the numbers as one line."""
        return (
            f"{self.presses} presses, {self.pairs} pairs, {self.moves} moves, {self.kills} kills: "
            f"{self.doubled} double moves, {self.differing} differing panels, "
            f"{self.unanswered} unanswered"
        )

    @property
    def is_right(self) -> bool:
        return not (self.doubled or self.differing or self.unanswered)


@dataclass
class Hands:
    """Two panels of one hand."""

    person: Member
    thread: Shown
    dm: Shown
    stale: list[tuple[str, list[str] | None]] = field(default_factory=list)


async def opened(game: Game, person: Member) -> Hands:
    """Open a member's hand in the thread and in the direct messages."""
    return Hands(person, await game.hand(person), await open_in_dm(person))


def choice(control: Control, rng: random.Random) -> list[str] | None:
    """Return a value of a select; None for a button."""
    if control.kind != "select":
        return None
    return [rng.choice(list(control.options.values()))]


def pressing(person: Member, panel: Shown, custom_id: str, values: list[str] | None) -> Pressing:
    return person._pressing(panel, custom_id, values)


async def race(simulator: Simulator, races: Races, rng: random.Random, presses: int) -> None:
    """Press on the two panels of the member on turn, until so many presses are made."""
    game = await start(simulator, simulator.members[:2], seats=2)
    hands: dict[int, Hands] = {}
    until = races.presses + presses
    while races.presses < until:
        try:
            person = await game.turn()
        except Refusal:  # the game is over
            return
        if rng.random() < KILLED:
            races.kills += 1
            await simulator.restart()
            hands.clear()
        if person.id not in hands or not both_there(simulator, hands[person.id]):
            hands[person.id] = await opened(game, person)
        await press_once(simulator, game, hands[person.id], races, rng)


def both_there(simulator: Simulator, hands: Hands) -> bool:
    """Return whether both messages still exist."""
    found = {one.id for one in simulator.messages(viewer=hands.person)}
    return {hands.thread.id, hands.dm.id} <= found


async def press_once(
    simulator: Simulator, game: Game, hands: Hands, races: Races, rng: random.Random
) -> None:
    """Make one press on one panel, or the same press on both at one moment."""
    controls = [c for c in hands.thread.controls if c.verb in (*MOVES, *LOOKS) and not c.disabled]
    moves = [c for c in controls if c.verb in MOVES]
    if hands.stale and rng.random() < STALE:
        custom_id, values = rng.choice(hands.stale)
    else:
        control = rng.choice(moves if moves and rng.random() < 0.8 else controls)
        custom_id, values = control.custom_id, choice(control, rng)
        hands.stale = [*hands.stale[-20:], (custom_id, values)]
    pair = rng.random() < 0.5
    panels = [hands.thread, hands.dm] if pair else [rng.choice([hands.thread, hands.dm])]
    before = await game.seq()
    answers = await simulator.together(
        *(pressing(hands.person, panel, custom_id, values) for panel in panels)
    )
    races.presses += len(panels)
    races.pairs += pair
    races.seen[custom_id.split(":")[1]] += 1
    races.unanswered += sum(not answer.acknowledged for answer in answers)
    entries = await simulator.bot.database.tables.move_log(game.table_id, before)
    keys = {one.key.split(":")[0] for one in entries if one.key.split(":")[0].isdigit()}
    races.moves += len(keys)
    races.doubled += len(keys) > 1
    await simulator.wait(2)
    races.differing += not await equal(game, hands)


async def equal(game: Game, hands: Hands) -> bool:
    """Return whether both panels show the newest state, if the seat is still to play."""
    try:
        if await game.turn() != hands.person:
            return True  # a panel of somebody who waits is not edited after each move
    except Refusal:
        return True
    if not both_there(game.simulator, hands):
        return len(hands_in_dm(game.simulator, hands.person)) == 1
    seq = str(await game.seq())
    versions = [
        {c.custom_id.split(":")[3] for c in panel.controls if c.verb in MOVES}
        for panel in (hands.thread, hands.dm)
    ]
    return all(found <= {seq} for found in versions)


async def run(presses: int, seed: int) -> Races:
    """Make so many presses, on one simulator after another."""
    races, rng = Races(), random.Random(seed)
    while races.presses < presses:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tuppence.db"
            async with open_simulator(path, threads=False, pictures=False) as simulator:
                simulator.judges = False  # other tests check the payloads
                simulator.entropy.seed = str(rng.random())
                await race(simulator, races, rng, min(EVENING, presses - races.presses))
        print(races.told(), flush=True)
    return races


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    races = asyncio.run(run(asked.presses, asked.seed))
    return 0 if races.is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
