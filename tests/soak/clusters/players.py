"""Two members who press the first thing offered, and record what they saw."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import Any, Final

from benchmarks.speed.load.tables import appears, control, shown
from cogs.ui.custom_id import CustomId
from tests.fake_discord import Answer, FakeDiscord, Member, Seen
from tests.fake_discord.journal import Press
from tests.fake_discord.state import Server
from tests.simulator.messages import controls_in, media_in
from tests.soak.browser_games import PREFERENCE
from tests.soak.clusters.setup import ServerBooks
from tests.soak.interactions.database_reader import DatabaseReader
from tests.soak.interactions.public import Public

PATIENCE: Final = 3.0
"""Seconds that a member waits for the result of a press before pressing again."""
IN_VAIN: Final = 3.0
"""Seconds without an enabled component after which both members open their hands again."""
BREATH: Final = 0.05
A_SECOND: Final = 3
PROBES: Final = 6
PACE: Final = 1.05
"""Seconds between two presses of one member: faster presses are rate limited."""
SETTLED_WITHIN: Final = 60.0


class MovingBooks(ServerBooks):
    """A reader of the game's database, wherever it was moved to."""

    def __init__(self, address: str, file: DatabaseReader) -> None:
        super().__init__(address)
        self.file = file
        self.in_a_file = True

    @contextmanager
    def open(self) -> Iterator[Any]:
        with self.file.open() if self.in_a_file else super().open() as reader:
            yield reader


@dataclass(frozen=True)
class Look:
    """A message as a member sees it: its words, its alt texts, its components."""

    text: str
    pictures: tuple[str, ...]
    controls: tuple[str, ...]

    @classmethod
    def at(cls, seen: Seen) -> "Look":
        """Return the look of a message in its newest version."""
        parts = seen.message.components
        return cls(
            seen.text,
            tuple(one.get("description") or "" for one in media_in(parts)),
            tuple(f"{one.custom_id} {one.label} {one.disabled}" for one in controls_in(parts)),
        )


class Probe:
    """Other members who look at their tables three times a second, without waiting for answers.

    They take turns, because the bot limits each member to about one press a second.
    """

    def __init__(self, members: list[Member]) -> None:
        self._members = cycle(members)
        self._asked: list[asyncio.Task[Answer]] = []
        self._begun = 0.0

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[None]:
        """Send looks during this block."""
        self._asked, self._begun = [], time.time()
        asking = asyncio.create_task(self._ask())
        try:
            yield
        finally:
            asking.cancel()
            await asyncio.gather(asking, *self._asked, return_exceptions=True)

    async def _ask(self) -> None:
        while True:
            typed = next(self._members).slash("tables", patience=PATIENCE)
            self._asked.append(asyncio.create_task(typed))
            await asyncio.sleep(1 / A_SECOND)

    async def answered_after(self, moment: float) -> None:
        """Wait until a look was answered after that moment."""
        async with asyncio.timeout(SETTLED_WITHIN):
            while not any(at > moment for at in self._answers()):  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(BREATH)

    def _answers(self) -> list[float]:
        """Return the times of the answers so far, by Discord's clock."""
        presses = [one.result().press for one in self._asked if one.done()]
        return sorted(press.told[0][0] for press in presses if press.told)

    @property
    def longest(self) -> float:
        """The longest time without an answer, in seconds."""
        moments = [self._begun, *self._answers()]
        return max(later - one for one, later in pairwise(moments))


class Travellers:
    """Ann and Ben, their table, and their presses."""

    def __init__(self, discord: FakeDiscord, server: Server, books: MovingBooks) -> None:
        self.public = Public(discord.state.backend)
        self.books = books
        self.unanswered: list[Press] = []
        """Interactions that Discord reported as not answered."""
        self.untold: list[Press] = []
        """Interactions that were acknowledged without a visible result within `PATIENCE`."""
        self.pressed: Counter[str] = Counter()
        """Number of presses by stage."""
        self.moves: dict[int, str] = {}
        """Presses that may be a move, by id, with their action."""
        self.stage = ""
        self.table = 0
        self.probe = Probe([discord.join(f"Cleo {n}", server=server) for n in range(PROBES)])
        self._channel = server.channels[0]
        self._members = [discord.join(name, server=server) for name in ("Ann", "Ben")]
        self._next: dict[int, float] = {}
        """The time of a member's next press, by member number."""
        self._panels: list[tuple[Member, Seen]] = []
        self._since = time.monotonic()

    async def begin(self, game: str) -> None:
        """Open a table for two, and start."""
        ann, ben = self._members
        lobby = shown((await ann.slash("play", self._channel, game=game)).message)
        self.table = int(lobby.controls[0].custom_id.split(":")[2])
        behind = shown((await self.press(ann, lobby, "setup")).message)
        await ann.submit(await self.press(ann, behind, "terms"), {"seats": "2"})
        await self.press(ben, lobby, "join")
        await self.press(ann, lobby, "start")
        await appears(self.public, self.table)
        await self.open_hands()

    async def press(self, member: Member, seen: Seen, verb: str) -> Answer:
        """Press the first component with this action, with its first value; record the answer."""
        pressed = control(seen, verb)
        await asyncio.sleep(self._next.get(member.id, 0.0) - time.monotonic())
        self._next[member.id] = time.monotonic() + PACE
        values = list(pressed.options.values())[:1]
        answer = await member.press(seen, pressed, values, patience=PATIENCE)
        self.pressed[self.stage] += 1
        if verb in PREFERENCE:
            self.moves[answer.press.id] = pressed.custom_id
        if answer.failed:
            self.unanswered.append(answer.press)
        elif not answer.press.told:
            self.untold.append(answer.press)
        return answer

    async def open_hands(self) -> bool:
        """Open the hands of both players. Return whether the bot answered both times."""
        found = []
        board = await appears(self.public, self.table)
        for member in self._members:
            answer = await self.press(member, board, "hand")
            if answer.failed or answer.message is None or not answer.message.find("main"):
                return False
            found.append((member, answer.message))
        self._panels, self._since = found, time.monotonic()
        return True

    async def move(self) -> bool:
        """Press the first component of a hand; return whether there was one."""
        for member, panel in self._panels:
            verb = next((verb for verb in PREFERENCE if panel.find(verb)), None)
            if verb is not None:
                self._since = time.monotonic()
                await self.press(member, panel, verb)
                return True
        await asyncio.sleep(BREATH)
        if time.monotonic() - self._since > IN_VAIN and not self.is_over:
            await self.open_hands()
        return False

    @property
    def is_over(self) -> bool:
        """Whether the final message is shown."""
        return self.public.is_over(self.table)

    def length(self) -> int:
        """Return the number of entries in the log; earlier entries must not have changed."""
        self.books.read()
        return sum(table == self.table for table, _ in self.books.keys.values())

    async def play(self, entries: int) -> None:
        """Play until the log has so many more entries, or the game is over."""
        wanted = self.length() + entries
        while not self.is_over and self.length() < wanted:
            await self.move()

    async def looks(self) -> list[Look]:
        """Return both hands and the table, as soon as they show the newest entry."""
        newest, board = self.length(), await appears(self.public, self.table)
        async with asyncio.timeout(SETTLED_WITHIN):
            while seen_of(board) < newest or not await self.open_hands():
                await asyncio.sleep(BREATH)
                board = await appears(self.public, self.table)
        return [Look.at(board), *(Look.at(panel) for _, panel in self._panels)]

    def doubled(self) -> list[str]:
        """Return the presses that were repeated for lack of an answer and are in the log twice."""
        made = Counter(self.moves[int(key)] for key in self.books.keys if self._mine(key))
        return [what for what, times in made.items() if times > 1]

    def made(self) -> int:
        """Return how many of their presses are in the log."""
        return sum(map(self._mine, self.books.keys))

    def _mine(self, key: str) -> bool:
        return key.isdecimal() and int(key) in self.moves


def seen_of(board: Seen) -> int:
    """Return the log entry that a table's message shows."""
    return max(CustomId.parse(one.custom_id).version for one in board.controls)
