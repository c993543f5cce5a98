"""One process under load: python -m tests.campaigns.load [--tables 100] [--rate 100] [--seconds 60]

The bot is its real process on real sockets (`tests.loopback`), with SQLite. So many tables of two
members are played by their panels, and presses are offered at an even rate, whether those before
are answered or not; a table whose press is not answered yet is passed over, and where all are, the
press is counted as held back. Told are

    acknowledged  from the press to the first answer, of any kind
    panel         from the press to the panel that shows what came of it
    CPU           of the process and all its helpers, by press; of this Discord beside it, too
    loop lag      by the bot's own figures: the bound of the step that holds the p99
    memory        of the process, at the beginning, after each minute, and at the end

Discord here needs as much of a core as the bot. On a machine with both cores busy the figures say
how busy it was, and little of the bot: the load of the machine is told with them.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from prometheus_client.parser import text_string_to_metric_families

from tests.campaigns.presses.public import Public
from tests.loopback import Loopback, Member, Process, Seen
from tests.simulated.shown import Control

PER_CHANNEL: Final = 20
LAYS: Final = 3
"""Melds and lay-offs in one turn, at most."""
LATEST: Final = 30.0
"""Seconds after which a press is given up, and counted as lost."""
IN_VAIN: Final = 10.0
"""Seconds after an answer without anything to press that are told of: whoever waits is late."""
LOST: Final = 30.0
"""The same after which both members open their hands anew: by then no push is on its way."""
MOST_TOLD: Final = 5
MINUTE: Final = 60.0
PORT: Final = 49_817
BARS: Final = {"acknowledged": 100.0, "panel": 500.0}


class Table:
    """Two members at a table, and what they press next."""

    def __init__(self, discord: Loopback, public: Public, number: int) -> None:
        self._public = public
        self._members = [discord.join(f"{name} {number}") for name in ("Ann", "Ben")]
        self._channel = discord.world.channels[number // PER_CHANNEL]
        self._panels: list[tuple[Member, Seen]] = []
        self._number = 0
        self._laid = 0
        self.busy = False
        self.since = time.monotonic()
        """When it was last seen that somebody can press, or a press was answered."""

    async def begin(self) -> None:
        """Open the table, start the game, and open both hands."""
        ann, ben = self._members
        lobby = shown((await ann.slash("play", self._channel, game="house-canasta")).message)
        number = self._number = int(lobby.controls[0].custom_id.split(":")[2])
        behind = shown((await ann.press(lobby, control(lobby, "setup"))).message)
        await ann.press(behind, control(behind, "seats"), ["2"])
        await ben.press(lobby, control(lobby, "join"))
        await ann.press(lobby, control(lobby, "start"))
        board = await appears(self._public, number)
        for member in self._members:
            panel = (await member.press(board, control(board, "hand"))).message
            self._panels.append((member, shown(panel)))

    async def comes_late(self) -> bool:
        """Whether a panel still comes by itself, before both hands would be opened anew."""
        while time.monotonic() - self.since < LOST:
            if self._found() is not None:
                return True
            await asyncio.sleep(0.1)
        return False

    async def look_again(self) -> str:
        """Open both hands anew, as members do who wait in vain; what they had before them."""
        shows = [sorted({one.verb for one in panel.open}) for _, panel in self._panels]
        self._panels.clear()
        board = await appears(self._public, self._number)
        for member in self._members:
            panel = (await member.press(board, control(board, "hand"), patience=LATEST)).message
            self._panels.append((member, shown(panel)))
        return str(shows)

    def next_press(self) -> tuple[Member, Seen, Control] | None:
        """Who presses what now; None while nobody can."""
        found = self._found()
        if found is not None:
            self.since = time.monotonic()
        return found

    def _found(self) -> tuple[Member, Seen, Control] | None:
        """Draw, lay what is offered, discard."""
        for member, panel in self._panels:
            if draw := panel.find("say"):
                self._laid = 0
                return member, panel, draw
            lay = panel.find("layit") or panel.find("lay")
            if lay is not None and self._laid < LAYS:
                self._laid += 1
                return member, panel, lay
            if last := panel.find("dropit") or panel.find("throw") or panel.find("drop"):
                return member, panel, last
        return None


@dataclass
class Taken:
    """What was measured: milliseconds of each press, and what did not go as it should."""

    acknowledged: list[float] = field(default_factory=list)
    panel: list[float] = field(default_factory=list)
    held_back: int = 0
    lost: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """Seconds from an answer until anybody at the table could press, where that was long."""
    waited_in_vain: list[str] = field(default_factory=list)


class Load:
    """Offers presses at an even rate."""

    def __init__(self, discord: Loopback, tables: list[Table]) -> None:
        self._backend = discord.world.backend
        self._tables = tables
        self._answered: dict[int, float] = {}
        self._place = 0
        self._looking: asyncio.Task[None] | None = None
        self.taken = Taken()
        told = discord.wire.answered

        def answered(token: str, body: Any) -> None:
            self._answered.setdefault(self._backend.interaction_tokens.get(token, 0), time.time())
            told(token, body)

        discord.wire.answered = answered

    async def offer(self, rate: float, seconds: float) -> None:
        """Press so often a second, for so many seconds; wait for what is still answered."""
        begun, works = time.monotonic(), set[asyncio.Task[None]]()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
            if (press := self._next()) is None:
                self.taken.held_back += 1
                continue
            task = asyncio.create_task(self._press(*press))
            works.add(task)
            task.add_done_callback(works.discard)
        if works:
            await asyncio.wait(works, timeout=LATEST)

    def _next(self) -> tuple[Table, Member, Seen, Control] | None:
        """The next table, in turn, at which somebody can press."""
        for _ in self._tables:
            self._place = (self._place + 1) % len(self._tables)
            table = self._tables[self._place]
            if table.busy:
                continue
            if (found := table.next_press()) is not None:
                return table, *found
            if time.monotonic() - table.since > IN_VAIN:
                self._looking = asyncio.create_task(self._look_again(table))
        return None

    async def _look_again(self, table: Table) -> None:
        table.busy = True
        if await table.comes_late():
            self.taken.late.append(time.monotonic() - table.since)
        else:
            self.taken.waited_in_vain.append(await table.look_again())
        table.busy, table.since = False, time.monotonic()

    async def _press(self, table: Table, member: Member, panel: Seen, pressed: Control) -> None:
        table.busy = True
        values = list(pressed.options.values())[:1]
        answer = await member.press(panel, pressed, values, patience=LATEST)
        at, acknowledged = answer.press.at, self._answered.pop(answer.press.id, None)
        table.busy, table.since = False, time.monotonic()
        if answer.failed or acknowledged is None or not answer.press.told:
            self.taken.lost.append(f"{pressed.verb}: {answer.text or 'no answer'}")
            return
        self.taken.acknowledged.append(1000 * (acknowledged - at))
        self.taken.panel.append(1000 * (answer.press.told[-1][0] - at))


def shown(message: Seen | None) -> Seen:
    """A message that has to be there."""
    assert message is not None
    return message


def control(seen: Seen, verb: str) -> Control:
    """The control of that verb."""
    found = seen.find(verb)
    assert found is not None, (verb, seen.text)
    return found


async def appears(public: Public, number: int) -> Seen:
    """The live message of a table, as soon as it is there."""
    async with asyncio.timeout(LATEST):
        while (board := public.board(number)) is None:  # noqa: ASYNC110 - it looks at messages
            await asyncio.sleep(0.02)
    return board


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def cpu(pid: int) -> float:
    """Milliseconds of CPU that a process and its helpers have used."""
    tasks = (task for one in family(pid) for task in Path(f"/proc/{one}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def resident(pid: int) -> float:
    """MB of a process and its helpers that are in memory."""
    pages = (int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(pid))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def steps_of_lag() -> dict[float, float]:
    """How many looks at the loop found it late by no more than so many seconds."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/metrics") as answer:
        told = answer.read().decode()
    return {
        float(sample.labels["le"]): sample.value
        for kind in text_string_to_metric_families(told)
        for sample in kind.samples
        if sample.name == "tuppence_loop_seconds_bucket"
    }


def p99_of_lag(before: dict[float, float], after: dict[float, float]) -> float:
    """Milliseconds: the bound of the step that holds the p99."""
    looks = {bound: after[bound] - before[bound] for bound in after}
    return 1000 * min(
        bound for bound, count in looks.items() if count >= 0.99 * max(looks.values())
    )


def told(name: str, times: list[float]) -> bool:
    """Say how long something took; whether its bar is kept."""
    parts = quantiles(times, n=100)
    print(f"{name}: p50 {parts[49]:.0f} ms, p99 {parts[98]:.0f} ms (bar {BARS[name]:.0f})")
    return parts[98] <= BARS[name]


async def watched(pid: int, sizes: list[float]) -> None:
    """Note each minute how large a process is."""
    while True:
        sizes.append(resident(pid))
        await asyncio.sleep(MINUTE)


async def opened(discord: Loopback, count: int) -> list[Table]:
    """So many tables in play."""
    public = Public(discord.world.backend)
    tables = [Table(discord, public, number) for number in range(count)]

    async def begin(some: list[Table]) -> None:
        for table in some:  # beside one that waits for players, the bot asks whether to join that
            await table.begin()

    channels = range(0, count, PER_CHANNEL)
    await asyncio.gather(*(begin(tables[n : n + PER_CHANNEL]) for n in channels))
    return tables


async def measure(process: Process, load: Load, rate: float, seconds: float) -> bool:
    """Offer presses, and say what was measured; whether all bars are kept."""
    sizes: list[float] = []
    watching = asyncio.create_task(watched(process.pid, sizes))
    lag, before, own, begun = steps_of_lag(), cpu(process.pid), time.process_time(), time.time()
    await load.offer(rate, seconds)
    took, used = time.time() - begun, cpu(process.pid) - before
    watching.cancel()
    sizes.append(resident(process.pid))
    taken, late = load.taken, p99_of_lag(lag, steps_of_lag())
    served = len(taken.panel)
    print(
        f"{served} presses in {took:.0f} s ({served / took:.0f}/s of {rate:.0f} offered),"
        f" held back {taken.held_back}, lost {len(taken.lost)},"
        f" late {len(taken.late)}, waited in vain {len(taken.waited_in_vain)}"
    )
    late_by = [f"late: {seconds:.0f} s" for seconds in taken.late[:MOST_TOLD]]
    for line in (*taken.lost[:MOST_TOLD], *late_by, *taken.waited_in_vain[:MOST_TOLD]):
        print(f"  {line}")
    kept = [told("acknowledged", taken.acknowledged), told("panel", taken.panel)]
    each = used / max(1, served)
    print(
        f"CPU of a press: {each:.1f} ms (bar 10); this Discord beside it"
        f" {1000 * (time.process_time() - own) / max(1, served):.1f} ms"
    )
    busy = os.getloadavg()[0]
    print(f"loop lag p99: at most {late:.0f} ms (bar 20); load of the machine {busy:.1f}")
    print("memory, MB: " + ", ".join(f"{size:.0f}" for size in sizes))
    whole = not (taken.lost or taken.late or taken.waited_in_vain or taken.held_back)
    return all(kept) and each <= 10 and late <= 20 and whole


async def main(tables: int, rate: float, warm: float, seconds: float) -> int:
    """Measure; 1 where a bar is missed."""
    channels = -(-tables // PER_CHANNEL)
    with tempfile.TemporaryDirectory() as folder:
        async with Loopback(channels) as discord:
            path = Path(folder) / "load.db"
            process = await Process.started(discord, path, TUPPENCE_METRICS_PORT=str(PORT))
            try:
                load = Load(discord, await opened(discord, tables))
                await load.offer(rate, warm)
                load.taken = Taken()
                good = await measure(process, load, rate, seconds)
            finally:
                await process.stop()
    return int(not good)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="one process under load")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--warm", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    wish = parser.parse_args()
    sys.exit(asyncio.run(main(wish.tables, wish.rate, wish.warm, wish.seconds)))
