"""The CPU time of one interaction and of everything that follows from it.

    python -m benchmarks.speed.interaction_cpu [TURNS]

The bot runs as its real process on real sockets (`tests.fake_discord`). Two members draw, lay and
discard in their panels, one press at a time. A press counts until the process is idle again: with
its panel, the table message, pings and pushed panels. The kernel reports the CPU time of each
thread. The CPU time of the idle process is measured first and subtracted. The event loop's thread
is reported separately from the others and from the processes that the bot has started. These draw
pictures and read and write the database.
"""

import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Final, Self

from benchmarks.speed.load.resource_usage import cpu
from tests.fake_discord import FakeDiscord, Member, Process, Seen
from tests.simulator.messages import Control
from tests.soak.interactions.public import Public

TURNS: Final = 60
WARMING: Final = 6
"""Turns before the first that counts: fonts, statements and rules are cached from then on."""
QUIET: Final = 0.25
"""Seconds without work after which the process counts as idle."""
PATIENCE: Final = 30.0
"""Most seconds until the next player is notified."""
IDLE: Final = 15
"""Seconds for which the idle process is measured."""
NOTHING: Final = 0.0004
"""CPU seconds of heartbeats in `QUIET` seconds, which are not work."""
LAYS: Final = 4
"""Most melds and lay-offs in one turn."""
KINDS: Final = {
    "say": "draw",
    "lay": "lay",
    "layit": "lay",
    "throw": "discard",
    "drop": "discard",
    "dropit": "discard",
}


@dataclass(frozen=True, slots=True)
class Used:
    """CPU seconds: of the event loop's thread, and of all other threads and processes together."""

    loop: float
    others: float

    @classmethod
    def by(cls, pid: int) -> Self:
        """Return the CPU time that a process and its helpers have used so far."""
        loop = used(Path(f"/proc/{pid}/task/{pid}"))
        return cls(loop, cpu(pid) / 1000 - loop)

    @property
    def total(self) -> float:
        """CPU seconds of all threads."""
        return self.loop + self.others

    def since(self, before: "Used", idle: "Used", seconds: float) -> "Used":
        """Return the CPU time since an earlier measurement, without that of the idle process."""
        loop = self.loop - before.loop - idle.loop * seconds
        return Used(loop, self.others - before.others - idle.others * seconds)


def used(task: Path) -> float:
    """Return the CPU seconds of a thread; `schedstat` counts nanoseconds."""
    return int((task / "schedstat").read_text().split()[0]) / 1e9


class Table:
    """Two members at a table, and the bot's process."""

    def __init__(self, discord: FakeDiscord, process: Process) -> None:
        self._process = process
        self._public = Public(discord.state.backend)
        self._members = [discord.join("Ann"), discord.join("Ben")]
        self._panels: dict[int, Seen] = {}
        self._number = 0
        self.idle = Used(0.0, 0.0)

    async def begin(self) -> None:
        """Open the table and start the game; then measure the idle process."""
        ann, ben = self._members
        lobby = (await ann.slash("play", game="house-canasta")).message
        assert lobby is not None
        self._number = int(lobby.controls[0].custom_id.split(":")[2])
        behind = (await ann.press(lobby, named(lobby, "setup"))).message
        assert behind is not None
        form = await ann.press(behind, named(behind, "terms"))
        await ann.submit(form, {"seats": "2"})
        await ben.press(lobby, named(lobby, "join"))
        await ann.press(lobby, named(lobby, "start"))
        await rest(self._process.pid)
        for member in self._members:
            panel = (await member.press(self._board, named(self._board, "hand"))).message
            assert panel is not None
            self._panels[member.id] = panel
        await rest(self._process.pid)
        self.idle = await idle_second(self._process.pid)

    @property
    def _board(self) -> Seen:
        board = self._public.board(self._number)
        assert board is not None
        return board

    async def turn(self, spent: dict[str, list[Used]]) -> None:
        """Draw, lay what is offered, discard; record the CPU time of each press by its kind."""
        member = await self._called()
        panel = self._panels[member.id]
        await self._press(member, panel, named(panel, "say"), spent)
        for _ in range(LAYS):
            lay = panel.find("layit") or panel.find("lay")
            if lay is None:
                break
            await self._press(member, panel, lay, spent)
        last = panel.find("dropit") or panel.find("throw") or panel.find("drop")
        if last is not None:  # Otherwise the last lay has ended the round.
            await self._press(member, panel, last, spent)

    async def _called(self) -> Member:
        """Return the member whose panel shows their turn. On a busy machine a working bot can look
        idle.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                for member in self._members:
                    if self._panels[member.id].find("say"):
                        return member
                await asyncio.sleep(QUIET)

    async def _press(
        self, member: Member, panel: Seen, control: Control, spent: dict[str, list[Used]]
    ) -> None:
        values = list(control.options.values())[:1]
        before, begun = Used.by(self._process.pid), time.monotonic()
        answer = await member.press(panel, control, values)
        assert not answer.failed
        await rest(self._process.pid)
        after, seconds = Used.by(self._process.pid), time.monotonic() - begun
        spent[KINDS[control.verb]].append(after.since(before, self.idle, seconds))


async def rest(pid: int, quiet: float = QUIET) -> None:
    """Wait until a process is idle for `quiet` seconds."""
    while True:
        before = Used.by(pid).total
        await asyncio.sleep(quiet)
        if Used.by(pid).total - before < NOTHING * quiet / QUIET:
            return


async def idle_second(pid: int) -> Used:
    """Return the CPU time of an idle process in one second.

    It is the median of several seconds, because the bot still draws cards after its start.
    """
    each: list[Used] = []
    for _ in range(IDLE):
        before = Used.by(pid)
        await asyncio.sleep(1)
        each.append(Used.by(pid).since(before, Used(0.0, 0.0), 1))
    return Used(median(one.loop for one in each), median(one.others for one in each))


def named(seen: Seen, verb: str) -> Control:
    """Return the component with this action."""
    control = seen.find(verb)
    assert control is not None, verb
    return control


def told(spent: dict[str, list[Used]]) -> Iterator[str]:
    """Yield a line for each kind of press, and one for all."""
    every = [one for each in spent.values() for one in each]
    for kind, each in {**spent, "all": every}.items():
        total = sorted(one.total * 1000 for one in each)
        loop = mean(one.loop * 1000 for one in each)
        p95 = quantiles(total, n=20)[-1]
        yield (
            f"{kind:8} {len(each):4} presses: {mean(total):5.1f} ms, p95 {p95:5.1f}; "
            f"of it the loop {loop:4.1f}, pictures and database {mean(total) - loop:4.1f}"
        )


async def measured(turns: int) -> dict[str, list[Used]]:
    """Return the CPU time of each press in so many turns, by kind."""
    with tempfile.TemporaryDirectory() as folder:
        async with FakeDiscord() as discord:
            process = await Process.started(discord, Path(folder) / "presses.db")
            try:
                table = Table(discord, process)
                await table.begin()
                spent: dict[str, list[Used]] = defaultdict(list)
                for number in range(-WARMING, turns):
                    if number == 0:
                        spent.clear()
                    await table.turn(spent)
            finally:
                await process.stop()
    return spent


def main() -> None:
    """Measure and print."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    for line in told(asyncio.run(measured(turns))):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
