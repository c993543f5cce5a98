"""Presses on two panels of one hand: python -m tests.soak.dm_races --presses 10000

A member has their hand open in the thread and in the bot's direct messages. They press the same
component on both at one moment, or press a stale component, and now and then the bot is killed
between two presses or in the midst of a pair. The run checks three rules. Of two presses only one
makes a move. Every press gets an answer or changes its panel, unless the bot is killed. And two
virtual seconds later, both panels show the same texts, components and alt texts.
"""

import argparse
import asyncio
import random
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cogs.core.refusals import Refusal
from tests.cogs.direct_messages.support import hands_in_dm, open_in_dm
from tests.cogs.support.play import Game, start
from tests.cogs.support.welcome import Killed
from tests.simulator import Member, Pressing, Shown, Simulator, open_simulator
from tests.simulator.messages import Control, walk

MOVES: Final = ("say", "layit", "lay", "dropit", "drop", "throw", "take", "layall", "playturn")
"""Actions that make a move."""
LOOKS: Final = ("about", "main", "build", "first", "sort")
ANSWERED: Final = "> 💬 "
"""Starts the answer to a press on a hand. Each of two presses has its own."""
HINTS: Final = ("🔓", "🔒", "💡", "-# 💡")
"""Start the hints on a hand. An answer may take the place of one."""
LAYOUT_MARK: Final = re.compile(r":\d{17,}$")
"""The end of a select's custom id: the number of the interaction that drew the panel, if any."""
JUST_MADE: Final = re.compile(r" Just made: [^.]*\.")
"""Canastas since the last picture of the table: a panel that is drawn later tells no more of them.
"""
STALE: Final = 0.2
KILLED: Final = 0.01
"""The share of presses before which the bot is killed, and of pairs in which it is."""
STEPS: Final = 30
"""Most database calls and requests before the bot is killed in a pair."""
RETIRED: Final = 60.0
"""Seconds until a restarted bot has deleted stale messages."""
EVENING: Final = 150
"""Presses at one table, before another simulator follows."""


@dataclass
class Races:
    """The results of a run."""

    presses: int = 0
    pairs: int = 0
    moves: int = 0
    doubled: int = 0
    compared: int = 0
    differing: int = 0
    unanswered: int = 0
    kills: int = 0
    killed_pairs: int = 0
    left_behind: int = 0
    """Second hands in the direct messages that nobody deletes."""
    seen: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        """Return the numbers as one line."""
        return (
            f"{self.presses} presses, {self.pairs} pairs, {self.moves} moves, "
            f"{self.kills} kills, {self.killed_pairs} of them in a pair: "
            f"{self.doubled} double moves, {self.differing} differing panels "
            f"of {self.compared}, "
            f"{self.unanswered} unanswered; {self.left_behind} hands left behind"
        )

    @property
    def is_right(self) -> bool:
        return not (self.doubled or self.differing or self.unanswered or self.left_behind)


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


class Death:
    """Lets the bot die before its step `left`, counted from now; no later step is carried out.

    A step is a database call or a request to Discord.
    """

    def __init__(self, simulator: Simulator, left: int) -> None:
        self.left = left
        file = simulator.bot.database._opened.file
        for name in ("query", "transaction"):
            object.__setattr__(file, name, self._mortal(getattr(file, name)))  # It is frozen.
        simulator.faults.meanwhile("*", "*", self._step, times=None)

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed

    def _mortal(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def called(*arguments: Any) -> Any:
            self._step()
            return await call(*arguments)

        return called


async def killed_pair(simulator: Simulator, pressings: list[Pressing], steps: int) -> None:
    """Press while the bot dies in the midst of it, and start another bot."""
    Death(simulator, steps)
    for one in pressings:
        simulator.press_now(one)
    await simulator.env.settle()
    simulator.heal()
    await simulator.restart()
    simulator.take_errors()


async def tidy(person: Member, races: Races) -> None:
    """Count and delete hands that a killed bot has replaced, and nobody has deleted since."""
    simulator = person.simulator
    await simulator.wait(RETIRED)
    kept = await simulator.bot.database.messages.dm_hands_of_member(person.id)
    known = {row.message_id for row in kept}
    lost = [one for one in hands_in_dm(simulator, person) if one.id not in known]
    races.left_behind += len(lost)
    for one in lost:
        simulator.env.backend.delete_message(one.channel_id, one.id)


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
    pressings = [pressing(hands.person, panel, custom_id, values) for panel in panels]
    races.presses += len(panels)
    races.pairs += pair
    races.seen[custom_id.split(":")[1]] += 1
    is_killed = pair and rng.random() < KILLED
    if is_killed:
        races.kills += 1
        races.killed_pairs += 1
        await killed_pair(simulator, pressings, rng.randrange(STEPS))
        await tidy(hands.person, races)
    else:
        answers = await simulator.together(*pressings)
        races.unanswered += sum(not answer.acknowledged for answer in answers)
    entries = await simulator.bot.database.tables.move_log(game.table_id, before)
    keys = {one.key.split(":")[0] for one in entries if one.key.split(":")[0].isdigit()}
    races.moves += len(keys)
    races.doubled += len(keys) > 1
    if is_killed:  # an open panel of the old process is not edited any more
        hands.thread, hands.dm = await game.hand(hands.person), await open_in_dm(hands.person)
    elif custom_id.split(":")[1] in LOOKS:
        await close_pages(game, hands)
    await simulator.wait(2)
    await compare(game, hands, races)


async def close_pages(game: Game, hands: Hands) -> None:
    """Turn both panels back to the hand. A page opens only on the panel with the press."""
    hand = f"t1:main:{game.table_id}:{await game.seq()}"
    panels = (hands.thread, hands.dm)
    await game.simulator.together(*(pressing(hands.person, one, hand, None) for one in panels))


async def compare(game: Game, hands: Hands, races: Races) -> None:
    """Compare both panels, if the seat is still to play.

    The panel of somebody who waits is not edited after each move.
    """
    try:
        if await game.turn() != hands.person:
            return
    except Refusal:  # the game is over
        return
    races.compared += 1
    if both_there(game.simulator, hands):
        races.differing += not equal(hands)
    else:
        races.differing += len(hands_in_dm(game.simulator, hands.person)) != 1


def equal(hands: Hands) -> bool:
    """Return whether both panels show the same texts, components and alt texts."""
    is_answered = any(ANSWERED in panel.text for panel in (hands.thread, hands.dm))
    without = (ANSWERED, *HINTS) if is_answered else ()
    return shown_in_dm(hands.dm, without) == shown_on(hands.thread, without)


def shown_on(panel: Shown, without: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the components of a panel: the words, alt texts, options and custom ids of each.

    Lines that start with one of the texts `without` are left out.
    """
    parts = [compared(part, without) for part in walk(panel.stored.components)]
    return [part for part in parts if part.get("content") != ""]


def compared(part: dict[str, Any], without: tuple[str, ...]) -> dict[str, Any]:
    """Return a component without its parts, its number on the message, and its file's address.

    The layout mark of a select is left out, too.
    """
    kept = {name: value for name, value in part.items() if name not in {"id", "components"}}
    if "content" in kept:
        lines = kept["content"].split("\n")
        kept["content"] = "\n".join(line for line in lines if not line.startswith(without))
    if "items" in kept:
        kept["items"] = [JUST_MADE.sub("", item["description"]) for item in kept["items"]]
    if "options" in kept:
        kept["custom_id"] = LAYOUT_MARK.sub("", kept["custom_id"])
    return kept


def shown_in_dm(panel: Shown, without: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the same of a hand in direct messages, without what only direct messages have.

    That is the heading, and at the end the question about reminders: a text and a row of buttons.
    """
    container, _, *parts = shown_on(panel, without)
    asked = [n for n, part in enumerate(parts) if ":remindhere:" in part.get("custom_id", "")]
    return [container, *(parts[: asked[0] - 2] if asked else parts)]


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
