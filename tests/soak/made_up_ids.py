"""Made-up custom ids, values and fields: python -m tests.soak.made_up_ids --presses 100000

Members press components that they were never shown: every action with any table, version,
arguments, values and fields. The test checks two rules. A made-up press never causes an error in
the log, or an answer with an error number. And a stranger cannot distinguish a hidden table from a
number that does not exist: each press is made with both, and every byte of the answers is compared.
Hidden are tables of a channel that the stranger may not view (a lobby, a game, a finished game),
and private tables (practice, a lesson).

After every `ROUND` presses a new server follows. Each fault is printed with the seed of its server.
"""

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import cogs
import engine
from cogs.lessons.book import lessons
from cogs.ui.actions import ACTIONS, ButtonAction, ModalAction, SelectAction
from tests.cogs.support.finished_games import HOUSE, ONE_ROUND, dealt, play
from tests.simulator import Member, Pressing, Shown, Simulator, open_simulator
from tests.simulator.members import COMPONENT, MODAL
from tests.simulator.messages import SELECT

ROUND: Final = 1000
FIRST: Final = 700_000
"""Numbers of tables start here, so that a number in an answer differs from all others."""
UNKNOWN: Final = 900_001
DEALS: Final = frozenset({"practise", "playgame"})
"""Actions that open another table each time. Their custom ids name no table."""
ENDS: Final = frozenset({"forgetme"})
"""Actions that only the stranger does: they take a member out of all tables."""
NUMBERS: Final = (-1, 0, 1, 2, 3, 4, 5, 7, 12, 25, 202_611, 999_999, 2**31, 2**62, -(2**62))
TEXTS: Final = (
    *("", " ", "0", "1", "3", "-1", "1.5", "abc", "draw", "Ann", "💥" * 50, "a" * 4000),
    *("9" * 5000, "\0", "\u202e%s{}[0]", "'); DROP TABLE card_table;--", "2026-11-31", "٣"),
)
FIELDS: Final = sorted(
    {
        name
        for source in Path(next(iter(cogs.__path__))).rglob("*.py")
        for name in re.findall(r'custom_id="(\w+)"', source.read_text())
    }
)
"""The custom ids of all fields of our modals."""
NOISE: Final = re.compile(r"\d{7,}|70\d{4}|900001|[\w-]{30,}")
"""Ids and tokens of interactions, and numbers of tables, which differ from press to press."""


class Server:
    """A server with tables that the stranger sees, and others that they must not see."""

    def __init__(self, simulator: Simulator, seed: int) -> None:
        self.simulator = simulator
        self.chance = random.Random(seed)
        self.hidden: list[int] = []
        self.visible: list[int] = []
        self.messages: list[Shown] = []
        self.decks: defaultdict[frozenset[str], list[str]] = defaultdict(list)

    @property
    def stranger(self) -> Member:
        return self.simulator.members[-1]

    async def build(self) -> None:
        """Open all tables, and the messages for all presses."""
        await self._number_tables()
        simulator, (ann, ben, *_) = self.simulator, self.simulator.members
        opened = await ann.slash("play", game=HOUSE)
        channel: Any = simulator.bot.get_channel(simulator.channel.id)
        said = await channel.send("made up")
        self.messages = [
            Shown(simulator, simulator.channel.id, said.id),
            opened.message,
            (await self.stranger.slash("tables")).message,
        ]
        self.visible = await self._tables()
        here, simulator.channel = simulator.channel, simulator.guild.create_text_channel("secret")
        simulator.deny("view_channel", channel=simulator.channel, target=self.stranger.id)
        self.hidden = await self._tables()
        simulator.channel = here
        private = simulator.bot.services.private_tables
        step = next(iter(lessons().values())).steps[0]
        learners: Any = [SimpleNamespace(id=one.id, display_name=one.name) for one in (ann, ben)]
        practice = await private.practise(learners[0], HOUSE, 4)
        lesson = await private.open(learners[1], step)
        self.hidden += [practice.row.id, lesson.row.id]

    async def _number_tables(self) -> None:
        """Let the numbers of tables start at `FIRST`."""
        backend = self.simulator.bot.database.tables.backend
        await backend.transaction(
            lambda connection, _: connection.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES ('card_table', ?)", (FIRST,)
            )
        )

    async def _tables(self) -> list[int]:
        """Return a lobby, a game and a finished game, in the simulator's channel."""
        simulator, (ann, ben, *_) = self.simulator, self.simulator.members
        lobby = await simulator.bot.database.lobbies.create(
            guild_id=simulator.guild.id,
            channel_id=simulator.channel.id,
            host_id=ann.id,
            game=HOUSE,
            rules_version=engine.GAMES[HOUSE].version,
            options=ONE_ROUND,
            seat_count=3,
            pace="none",
            seed=bytes(32),
        )
        running = await dealt(simulator, [ann, ben])
        return [lobby.id, running, (await play(simulator, [ann, ben])).row.id]

    # ---- what is made up

    def made_up(self, left_out: frozenset[str]) -> tuple[str, Mapping[str, Any], int]:
        """Return a press without its table: the custom id with `{}`, the other data, and its type.

        All actions occur once before one occurs again.
        """
        chance, deck = self.chance, self.decks[left_out]
        if not deck:
            deck += sorted(ACTIONS.keys() - left_out)
            chance.shuffle(deck)
        name = deck.pop()
        version = chance.choice((0, 1, 2, 5, 40, 10**6, 2**62))
        args = [chance.choice(NUMBERS) for _ in range(chance.choice((0, 0, 1, 1, 2, 3, 5)))]
        custom_id = ":".join(map(str, ("t1", name, "{}", version, *args)))[:92]
        action = ACTIONS[name]
        if chance.random() < 0.05:  # An action as if it were of another type.
            action = chance.choice((ButtonAction("x"), SelectAction("x"), ModalAction("x")))
        if isinstance(action, ModalAction):
            return custom_id, {"components": [*map(self._field, FIELDS)]}, MODAL
        if isinstance(action, SelectAction):
            count = chance.choice((0, 1, 1, 1, 1, 2))
            values = [self._value() for _ in range(count)]
            return custom_id, {"component_type": SELECT, "values": values}, COMPONENT
        return custom_id, {"component_type": 2}, COMPONENT

    def _value(self) -> str:
        texts: tuple[object, ...] = (*NUMBERS, *range(12), *TEXTS)
        return str(self.chance.choice(texts))

    def _field(self, name: str) -> dict[str, Any]:
        return {
            "type": 18,
            "component": {"type": 4, "custom_id": name, "value": self._value()},
        }

    # ---- pressing, and what must hold

    async def press(self) -> list[str]:
        """Press a made-up component; return the faults of the answer."""
        if self.chance.random() < 0.5:
            custom_id, data, kind = self.made_up(DEALS)
            hidden, message = self.chance.choice(self.hidden), self._message(self.stranger)
            # The first press may change the stranger's own data, such as a step of a lesson.
            _, *told = [
                await self._sent(self.stranger, message, custom_id.format(number), data, kind)
                for number in (UNKNOWN, hidden, UNKNOWN)
            ]
            differs = told[0] != told[1]
            wrong = [f"{custom_id} {data} tells {hidden} from {UNKNOWN}: {told}"] if differs else []
        else:
            people = self.simulator.members
            custom_id, data, kind = self.made_up(ENDS)
            number = self.chance.choice((*self.visible, *self.hidden, 0, UNKNOWN, 2**62))
            person = self.chance.choice(people)
            await self._sent(person, self._message(person), custom_id.format(number), data, kind)
            wrong = []
        faults = self.simulator.take_errors()
        return wrong + [f"{custom_id} {data} is told as ours: {fault}" for fault in faults]

    def _message(self, person: Member) -> Shown:
        """Return a message for a press. The bot may have deleted some of the messages meanwhile."""
        there = {message.id for message in self.simulator.messages(viewer=person)}
        return self.chance.choice([one for one in self.messages if one.id in there])

    async def _sent(
        self,
        person: Member,
        message: Shown,
        custom_id: str,
        data: Mapping[str, Any],
        kind: int,
    ) -> list[str]:
        """Return everything that the bot sends after a press, without the parts that differ each
        time.
        """
        before = len(self.simulator.sent)
        whole = {**data, "custom_id": custom_id}
        await self.simulator.together(Pressing(person, message.channel_id, kind, whole, message))
        return [self._plain(one) for one in self.simulator.sent[before:]]

    @staticmethod
    def _plain(request: Any) -> str:
        told = json.dumps([request.method, request.path, request.json], sort_keys=True, default=str)
        return NOISE.sub("#", told)


async def run(presses: int, seed: int, stop_at: int = 5) -> list[str]:
    """Press so many times, on one server after another; return the faults."""
    found: list[str] = []
    for number in range(0, presses, ROUND):
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "tuppence.db"
            async with open_simulator(database, threads=False) as simulator:
                simulator.judges = False  # Drawing takes most of the time, and other tests do it.
                server = Server(simulator, seed + number)
                await server.build()
                for _ in range(min(ROUND, presses - number)):
                    found += [f"seed {seed + number}: {one}" for one in await server.press()]
                    if len(found) >= stop_at:
                        return found
    return found


def main() -> int:
    """Press, and print the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = asyncio.run(run(options.presses, options.seed))
    print(*found, sep="\n")
    print(f"{options.presses} made-up presses, {len(found)} wrong answers")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
