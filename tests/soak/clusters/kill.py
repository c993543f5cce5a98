"""Any cluster killed with -9 at any moment, and PostgreSQL with SIGQUIT: nothing is lost."""

import asyncio
import json
import signal
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self

import psutil

from cogs.ui.custom_id import CustomId
from tests.simulator.messages import controls_in
from tests.soak.clusters.setup import CLUSTERS, Scene

IN_PLAY: Final = frozenset({"hand", "log", "main", "about", "say", "drop", "dropit", "throw"})
"""Actions whose custom id has a log entry; a lobby's has a revision."""
AGAIN_WITHIN: Final = 30.0
"""Seconds within which a server must be served again."""
CLUSTER: Final = "a cluster"
SERVER: Final = "PostgreSQL"
MEMBERS: Final = "members'"
KEPT: Final = "toll.json"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The number of kills, of all runs in a folder together, and the time limit of this run."""

    kills: int
    restarts: int
    minutes: float
    at_once: int
    """Number of clusters that may be dead at a time."""
    keep: Path | None


@dataclass
class Toll:
    """The results of all kills so far, of all runs with the same folder."""

    took: dict[str, list[float]] = field(default_factory=lambda: {CLUSTER: [], SERVER: []})
    """Seconds until everything was served again, by the kind of kill."""
    wrong: list[str] = field(default_factory=list)
    entries: Counter[str] = field(default_factory=Counter)
    """Log entries, by author."""
    presses: int = 0
    runs: int = 0

    @classmethod
    def kept(cls, place: Path | None) -> Self:
        """Return the results in a folder, or new ones if there are none."""
        file = place / KEPT if place else None
        if file is None or not file.exists():
            return cls()
        told = json.loads(file.read_text())
        return cls(**{**told, "entries": Counter(told["entries"])})

    def with_run(self, scene: Scene) -> Self:
        """Return the results with the log entries and presses of this run."""
        return replace(
            self,
            entries=self.entries + scene.books.moves(),
            presses=self.presses + len(scene.discord.journal.presses),
            runs=self.runs + 1,
        )

    def keep(self, place: Path | None) -> Self:
        """Save the results for the next run."""
        if place is not None:
            (place / KEPT).write_text(json.dumps(vars(self), indent=1))
        return self

    @property
    def kills(self) -> int:
        """The number of killed clusters."""
        return len(self.took[CLUSTER])


class Deaths:
    """Kills, and their results."""

    def __init__(self, scene: Scene, toll: Toll, at_once: int) -> None:
        self.toll = toll
        self._scene = scene
        self._at_once = at_once
        self._dying: dict[int, asyncio.Task[None]] = {}

    async def of_a_cluster(self) -> None:
        """Kill one cluster at a random moment, perhaps while an earlier kill is still being
        watched.
        """
        scene = self._scene
        while len(self._dying) >= self._at_once:
            await self._one_is_over(asyncio.FIRST_COMPLETED)
        await asyncio.sleep(scene.chance.uniform(0.2, 4.0))
        number = scene.chance.choice([one for one in range(CLUSTERS) if one not in self._dying])
        try:
            scene.clusters.cluster(number).kill()
        except (ValueError, psutil.Error):  # The cluster is just being restarted.
            return
        self._dying[number] = asyncio.create_task(self._again(CLUSTER, [number]))

    async def of_postgresql(self) -> None:
        """Let PostgreSQL crash, and wait until every server is served again."""
        scene = self._scene
        await self.are_over()
        await asyncio.sleep(scene.chance.uniform(0.2, 4.0))
        await asyncio.to_thread(scene.postgres.restart, signal.SIGQUIT)
        await self._again(SERVER, list(range(CLUSTERS)))

    async def are_over(self) -> None:
        """Wait until all kills have a result."""
        while self._dying:
            await self._one_is_over(asyncio.ALL_COMPLETED)

    async def _one_is_over(self, when: str) -> None:
        done, _ = await asyncio.wait(self._dying.values(), return_when=when)
        self._dying = {who: task for who, task in self._dying.items() if task not in done}
        for task in done:
            task.result()

    async def _again(self, what: str, shards: list[int]) -> None:
        begun = time.monotonic()
        with suppress(TimeoutError):  # The report says that it was too late.
            await asyncio.gather(*(self._scene.served(shard) for shard in shards))
        took = time.monotonic() - begun
        self.toll.took[what].append(took)
        if took > AGAIN_WITHIN:
            self.toll.wrong.append(f"{what}: served again after {took:.1f} s only")
        self.judge()

    def judge(self) -> None:
        """Check that everything shown is in the log, and that no log entry has changed."""
        # First, because what is shown later may be newer than the log that was read.
        shown = self._shown()
        self._scene.books.read()
        newest = {row.id: row.seq for row in self._scene.books.rows()}
        for table, seen in shown.items():
            if seen > newest.get(table, 0):
                self.toll.wrong.append(f"table {table} showed {seen}, has {newest.get(table)}")
        self.toll.wrong += self._scene.books.altered
        self._scene.books.altered.clear()

    def _shown(self) -> Counter[int]:
        shown: Counter[int] = Counter()
        for messages in self._scene.discord.state.backend.messages.values():
            for message in messages.values():
                for control in controls_in(message.components):
                    address = CustomId.parse(control.custom_id)
                    if address.action in IN_PLAY:
                        shown[address.table] = max(shown[address.table], address.version)
        return shown


async def kill(scene: Scene, wanted: Wanted) -> int:
    """Play, kill several times, and print what was lost; return 0 if nothing was."""
    toll = Toll.kept(wanted.keep)
    deaths, begun = Deaths(scene, toll, wanted.at_once), time.monotonic()
    until = begun + 60 * wanted.minutes
    async with scene.played(tables=2) as tasks:
        await asyncio.sleep(15)
        while toll.kills < wanted.kills and time.monotonic() < until:
            before = toll.kills
            await deaths.of_a_cluster()
            if toll.kills * wanted.restarts >= (len(toll.took[SERVER]) + 1) * wanted.kills:
                await deaths.of_postgresql()
            if toll.kills // 10 > before // 10:
                spent = time.monotonic() - begun
                print(f"{spent:.0f} s: {toll.kills} kills, {len(toll.wrong)} wrong", flush=True)
                toll.with_run(scene).keep(wanted.keep)
            for task in tasks:
                if task.done():
                    task.result()
        await deaths.are_over()
    await asyncio.sleep(3)
    deaths.judge()
    return told(toll.with_run(scene).keep(wanted.keep))


def told(toll: Toll) -> int:
    for what, took in toll.took.items():
        if took:
            late = sorted(took)
            print(f"{what} killed {len(took)} times; served again after p50", end=" ")
            print(f"{late[len(late) // 2]:.1f} s, at most {late[-1]:.1f} s")
    print(f"entries in the logs: {toll.entries.total():,}, of members", end=" ")
    print(f"{toll.entries[MEMBERS]:,}; presses: {toll.presses:,}; runs: {toll.runs}")
    print(f"lost, changed or late: {len(toll.wrong)}")
    for what in toll.wrong[:20]:
        print(f"  {what}")
    return 1 if toll.wrong else 0
