"""Two members at a table, and their next press."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

from cogs.game.permissions import MAX_TABLES_PER_GUILD
from tests.fake_discord import FakeDiscord, Member, Seen
from tests.fake_discord.state import Server
from tests.simulator.messages import Control
from tests.soak.interactions.public import Public

PER_CHANNEL: Final = 20
CHANNELS: Final = MAX_TABLES_PER_GUILD // PER_CHANNEL
"""Channels of a server. The bot refuses more tables there."""
OPENED_AT_ONCE: Final = 4
LAYS: Final = 3
"""Most melds and lay-offs in one turn."""
LATEST: Final = 30.0
"""Seconds after which a press counts as lost."""
LOST: Final = 30.0
"""Seconds without an enabled component after which both members open their hands again. By then no
pushed panel can still arrive.
"""
MORE_PRESSES: Final = 1.5
"""Seconds until a host who has pressed often may press again."""
DRAWS: Final = ("say",)
LAYS_OF: Final = ("layit", "lay")
DISCARDS: Final = ("dropit", "throw", "drop")


class Hand:
    """A member's open panel. Its components are read once for each version of the message."""

    def __init__(self, member: Member, panel: Seen) -> None:
        self.member = member
        self.panel = panel
        self._read: Any = None
        self._open: dict[str, Control] = {}

    def find(self, *verbs: str) -> Control | None:
        """Return the first enabled component with one of these actions."""
        shown = self.panel.message.components
        if shown is not self._read:
            self._read = shown
            self._open = {one.verb: one for one in reversed(self.panel.open)}
        return next((self._open[verb] for verb in verbs if verb in self._open), None)

    @property
    def verbs(self) -> list[str]:
        """The actions of all enabled components."""
        self.find()
        return sorted(self._open)


class Table:
    """Two members at a table who press in turn."""

    def __init__(self, discord: FakeDiscord, public: Public, server: Server, number: int) -> None:
        self._public = public
        names = (f"{name} {number}" for name in ("Ann", "Ben"))
        self._members = [discord.join(name, server=server) for name in names]
        self._channel = server.channels[number // PER_CHANNEL % CHANNELS]
        self._hands: list[Hand] = []
        self._laid = 0
        self.number = 0
        self.busy = False
        self.since = time.monotonic()
        """Time when somebody could last press, or when a press was answered."""

    async def begin(self) -> None:
        """Open the table, start the game, and open both hands."""
        ann, ben = self._members
        lobby = shown((await ann.slash("play", self._channel, game="house-canasta")).message)
        self.number = int(lobby.controls[0].custom_id.split(":")[2])
        behind = shown((await ann.press(lobby, control(lobby, "setup"))).message)
        form = await ann.press(behind, control(behind, "terms"))
        await ann.submit(form, {"seats": "2"})
        await ben.press(lobby, control(lobby, "join"))
        # The host gets no answer of their own: the table appears instead.
        await ann.press(lobby, control(lobby, "start"), patience=0)
        # A member has five presses at once, then one a second, and Ann has pressed five times.
        await asyncio.sleep(MORE_PRESSES)
        await self.open_hands()

    async def open_hands(self) -> None:
        """Open both hands, or open them again."""
        board = await appears(self._public, self.number)
        both = (self._opened(member, board) for member in self._members)
        self._hands = list(await asyncio.gather(*both))

    async def _opened(self, member: Member, board: Seen) -> Hand:
        answer = await member.press(board, control(board, "hand"), patience=LATEST)
        return Hand(member, shown(answer.message))

    async def comes_late(self) -> bool:
        """Whether a panel arrives late by itself, before both hands are opened again."""
        while time.monotonic() - self.since < LOST:
            if self._found() is not None:
                return True
            await asyncio.sleep(0.1)
        return False

    async def look_again(self) -> str:
        """Open both hands again, as members do after waiting in vain; return the earlier panels."""
        shows = [hand.verbs for hand in self._hands]
        await self.open_hands()
        return str(shows)

    def next_press(self) -> tuple[Member, Seen, Control] | None:
        """Return the member and component of the next press; None if nobody can press."""
        found = self._found()
        if found is not None:
            self.since = time.monotonic()
        return found

    def _found(self) -> tuple[Member, Seen, Control] | None:
        """Find the component for the next step: draw, lay what is offered, discard."""
        for hand in self._hands:
            pressed = self._of(hand)
            if pressed is not None:
                return hand.member, hand.panel, pressed
        return None

    def _of(self, hand: Hand) -> Control | None:
        if draw := hand.find(*DRAWS):
            self._laid = 0
            return draw
        if self._laid < LAYS and (lay := hand.find(*LAYS_OF)):
            self._laid += 1
            return lay
        return hand.find(*DISCARDS)


def shown(message: Seen | None) -> Seen:
    """Return a message that must exist."""
    assert message is not None
    return message


def control(seen: Seen, verb: str) -> Control:
    found = seen.find(verb)
    assert found is not None, (verb, seen.text)
    return found


async def appears(public: Public, number: int) -> Seen:
    """Return the live message of a table as soon as it exists."""
    async with asyncio.timeout(LATEST):
        while (board := public.board(number)) is None:  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.02)
    return board


async def opened(discord: FakeDiscord, count: int, tell: Callable[[str], None]) -> list[Table]:
    """Return a number of tables in play."""
    public, begun = Public(discord.state.backend), time.monotonic()
    servers = [discord.state.server]
    while len(servers) * MAX_TABLES_PER_GUILD < count:
        servers.append(discord.state.open(f"Card Corner {len(servers)}", CHANNELS))
    of = (servers[number // MAX_TABLES_PER_GUILD] for number in range(count))
    tables = [Table(discord, public, server, number) for number, server in enumerate(of)]

    # More at once would keep the bot from answering within Discord's three seconds.
    at_once = asyncio.Semaphore(OPENED_AT_ONCE)

    async def begin(some: list[Table]) -> None:
        for table in some:  # If a lobby is open, the bot asks whether to join it.
            async with at_once:
                await table.begin()
            standing = sum(one.number > 0 for one in tables)
            if standing % PER_CHANNEL == 0:
                tell(f"{standing} of {count} tables in {time.monotonic() - begun:.0f} s")

    channels = range(0, count, PER_CHANNEL)
    await asyncio.gather(*(begin(tables[n : n + PER_CHANNEL]) for n in channels))
    return tables
