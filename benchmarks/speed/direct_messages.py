"""How soon a press is acknowledged in the bot DM and in the thread.

    python -m benchmarks.speed.direct_messages [TURNS]

The bot runs as its real process on real sockets (`tests.fake_discord`). Two members play one game.
They play every other turn in their DM hands, and the others in the panels of the thread.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from benchmarks.speed.interaction_cpu import KINDS, Table, Used, rest
from benchmarks.speed.load.arrival_rate import both
from tests.fake_discord import FakeDiscord, Member, Process, Seen
from tests.simulator.messages import Control

TURNS: Final = 40


class BothWays(Table):
    """Two members with a panel in the thread and a hand in the bot DM."""

    def __init__(self, discord: FakeDiscord, process: Process) -> None:
        super().__init__(discord, process)
        self._in_thread: dict[int, Seen] = {}
        self._answered: dict[str, float] = {}
        self.milliseconds: dict[str, list[float]] = defaultdict(list)
        told = discord.rest.answered

        def answered(token: str, body: Any) -> None:
            self._answered.setdefault(token, time.time())
            told(token, body)

        discord.rest.answered = answered

    async def open_hands(self) -> None:
        """Open both members' hands in the bot DM, too."""
        self._in_thread = dict(self._panels)
        for member in self._members:
            await member.slash("hand", member.direct)

    async def play(self, turns: int) -> None:
        """Play turns alternately in the thread and in direct messages."""
        for number in range(turns):
            await rest(self._process.pid)
            for one in self._members:
                direct = next(one.sees(one.direct), None) if number % 2 else None
                self._panels[one.id] = direct or self._in_thread[one.id]
            await self.turn(defaultdict(list))

    async def _press(
        self, member: Member, panel: Seen, control: Control, spent: dict[str, list[Used]]
    ) -> None:
        del spent  # CPU is not measured here.
        await asyncio.sleep(1)  # A member may press once a second, after the first five presses.
        values = list(control.options.values())[:1]
        answer = await member.press(panel, control, values)
        assert not answer.failed
        assert control.verb in KINDS
        place = "thread" if panel.message.is_ephemeral else "bot DM"
        took = self._answered[answer.press.record.token] - answer.press.at
        self.milliseconds[place].append(1000 * took)


async def measured(turns: int) -> dict[str, list[float]]:
    """Return the milliseconds until each press was acknowledged, by place."""
    with tempfile.TemporaryDirectory() as folder:
        async with FakeDiscord() as discord:
            process = await Process.started(discord, Path(folder) / "direct.db")
            try:
                table = BothWays(discord, process)
                await table.begin()
                await table.open_hands()
                await table.play(turns)
            finally:
                await process.stop()
    return table.milliseconds


def main() -> None:
    """Measure and print."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    for place, each in asyncio.run(measured(turns)).items():
        print(f"{place}: {len(each)} presses, acknowledged {both(each)} (bar: p99 100 ms)")
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
