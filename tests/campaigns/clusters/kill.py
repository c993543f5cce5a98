"""Any cluster killed with -9 at any moment, and PostgreSQL with SIGQUIT: nothing is lost."""

import asyncio
import signal
import time
from collections import Counter
from typing import Final

import psutil

from cogs._kit.address import Address
from tests.campaigns.clusters.scene import CLUSTERS, Scene
from tests.simulated.shown import controls_in

IN_PLAY: Final = frozenset({"hand", "log", "main", "about", "say", "drop", "dropit", "throw"})
"""Controls whose address tells an entry of the log; a lobby's tells a revision."""
AGAIN_WITHIN: Final = 30.0
"""Seconds in which a server has to be served again."""


class Deaths:
    """Kills, and what came of them."""

    def __init__(self, scene: Scene) -> None:
        self.wrong: list[str] = []
        self.took: dict[str, list[float]] = {"clusters": [], "PostgreSQL": []}
        self._scene = scene

    async def of_a_cluster(self) -> None:
        """Kill one at a moment of chance, and wait until its server is served again."""
        scene = self._scene
        await asyncio.sleep(scene.chance.uniform(0.2, 4.0))
        number = scene.chance.randrange(CLUSTERS)
        try:
            scene.clusters.cluster(number).kill()
        except (ValueError, psutil.Error):  # it is being started again just now
            return
        await self._again("clusters", [number])

    async def of_postgresql(self) -> None:
        """Let PostgreSQL crash, and wait until every server is served again."""
        scene = self._scene
        await asyncio.sleep(scene.chance.uniform(0.2, 4.0))
        await asyncio.to_thread(scene.postgres.restart, signal.SIGQUIT)
        await self._again("PostgreSQL", list(range(CLUSTERS)))

    async def _again(self, what: str, shards: list[int]) -> None:
        begun = time.monotonic()
        await asyncio.gather(*(self._scene.served(shard) for shard in shards))
        took = time.monotonic() - begun
        self.took[what].append(took)
        if took > AGAIN_WITHIN:
            self.wrong.append(f"{what}: served again after {took:.1f} s only")
        self.judge()

    def judge(self) -> None:
        """Everything that anybody was shown is in the log, which says what it said before."""
        shown = self._shown()  # first: what is shown later may be newer than what is read now
        self._scene.books.read()
        newest = {row.id: row.seq for row in self._scene.books.rows()}
        for table, seen in shown.items():
            if seen > newest.get(table, 0):
                self.wrong.append(f"table {table} showed {seen}, has {newest.get(table)}")
        self.wrong += self._scene.books.altered
        self._scene.books.altered.clear()

    def _shown(self) -> Counter[int]:
        shown: Counter[int] = Counter()
        for messages in self._scene.discord.world.backend.messages.values():
            for message in messages.values():
                for control in controls_in(message.components):
                    address = Address.parse(control.custom_id)
                    if address.verb in IN_PLAY:
                        shown[address.table] = max(shown[address.table], address.seen)
        return shown


async def kill(scene: Scene, kills: int, restarts: int) -> int:
    """Play, kill so often, and say what was lost; 0 when nothing was."""
    deaths = Deaths(scene)
    every = max(1, kills // max(1, restarts)) if restarts else 0
    async with scene.played(tables=2) as tasks:
        await asyncio.sleep(15)
        while len(deaths.took["clusters"]) < kills:
            await deaths.of_a_cluster()
            done = len(deaths.took["clusters"])
            if every and done % every == 0 and len(deaths.took["PostgreSQL"]) < restarts:
                await deaths.of_postgresql()
            if done % 10 == 0:
                print(f"{done} kills, {len(deaths.wrong)} wrong", flush=True)
            for task in tasks:
                if task.done():
                    task.result()
    await asyncio.sleep(3)
    deaths.judge()
    return told(scene, deaths)


def told(scene: Scene, deaths: Deaths) -> int:
    """Print it."""
    for what, took in deaths.took.items():
        if took:
            late = sorted(took)
            print(f"{what} killed {len(took)} times; served again after p50", end=" ")
            print(f"{late[len(late) // 2]:.1f} s, at most {late[-1]:.1f} s")
    moves = scene.books.moves()
    members = moves["members'"]
    print(f"entries in the logs: {sum(moves.values()):,}, of members {members:,}")
    print(f"presses: {len(scene.discord.journal.presses):,}")
    print(f"lost, changed or late: {len(deaths.wrong)}")
    for what in deaths.wrong[:20]:
        print(f"  {what}")
    return 1 if deaths.wrong else 0
