"""Servers of every shard, members who play there, and the clusters that serve them."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import yarl

import engine
from cogs.clusters.discord_limits import counts
from data.core.location import DatabaseUrl
from data.postgres.connection import connect
from data.postgres.statements import PostgresConnection
from tests.fake_discord import CLEAR, FakeDiscord, Fault, Member
from tests.fake_discord.cluster_processes import Clusters
from tests.fake_discord.state import Server
from tests.soak.interactions.database_reader import DatabaseReader
from tests.soak.interactions.player import Player
from tests.soak.interactions.public import Public
from tests.soak.interactions.rest import Rest
from tests.soak.interactions.table_members import Party
from tests.support.postgres.server import Server as Postgres
from tests.support.postgres.server import execute, running

CLUSTERS: Final = 4
AT_ONCE: Final = 16
"""Shards that may identify at once; `identify-limits` uses a lower number."""


class ServerBooks(DatabaseReader):
    """A reader of a server's database."""

    def __init__(self, address: str) -> None:
        super().__init__(Path())
        self._address = DatabaseUrl(address)

    @contextmanager
    def open(self) -> Iterator[Any]:
        link = connect(self._address, "judge")
        speaking = PostgresConnection(link)
        try:
            # Read all tables at one moment.
            speaking.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield speaking
        finally:
            link.close()


class Scene:
    """Everything that a soak test needs; see `staged`."""

    def __init__(self, discord: FakeDiscord, postgres: Postgres, folder: Path, seed: int) -> None:
        self.discord = discord
        self.postgres = postgres
        self.chance = Random(f"clusters/{seed}")
        self.address = postgres.address("tuppence")
        self.clusters = Clusters(discord, self.address, folder, f"0-{CLUSTERS - 1}/{CLUSTERS}")
        self.books = ServerBooks(self.address)
        self.public = Public(discord.state.backend)
        self.rest = Rest()
        self.counted = 0
        """Requests that count for Discord's limit of 50 a second."""
        discord.rest.faults = self._counting
        discord.rest.shards, discord.rest.at_once = CLUSTERS, AT_ONCE
        discord.gateway.groups = AT_ONCE
        self.servers = [
            discord.state.open(f"Server {shard}", 2, (shard, CLUSTERS)) for shard in range(CLUSTERS)
        ]
        self.players: dict[int, list[Player]] = {}
        self.probes = [discord.join(f"Probe{n}", server=one) for n, one in enumerate(self.servers)]

    def _counting(self, _method: str, path: str) -> Fault:
        self.counted += counts(yarl.URL(path))
        return CLEAR

    def people(self, each: int) -> None:
        """Add some members to each server."""
        for shard, server in enumerate(self.servers):
            self.players[shard] = [self._player(server, shard, n) for n in range(each)]

    def _player(self, server: Server, shard: int, number: int) -> Player:
        member = self.discord.join(f"M{shard}-{number}", server=server)
        return Player(member, self.public, f"player/{shard}/{number}")

    async def tables(self, shard: int, number: int) -> None:
        """Open one table of a server after the other, each of the next game."""
        games = list(engine.GAMES)
        for turn in range(number, 10_000):
            order = sorted(self.players[shard], key=lambda p: (len(p.tables), self.chance.random()))
            party = Party(order[:2], self.public, self.chance, self.rest)
            channel = self.servers[shard].channels[number % 2]
            table = await party.meet(games[turn % len(games)], channel)
            while table is not None and not self.public.is_over(table):  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(1)

    @asynccontextmanager
    async def played(self, tables: int) -> AsyncIterator[list[asyncio.Task[None]]]:
        """Let everybody play during this block, at some tables of each server."""
        works = [player.live(self.rest) for each in self.players.values() for player in each]
        works += [self.tables(shard, n) for shard in self.players for n in range(tables)]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def served(self, shard: int, patience: float = 60.0) -> float:
        """Return the seconds until a command is answered on the server of a shard."""
        begun = time.monotonic()
        while not await answered(self.probes[shard]):
            if time.monotonic() - begun > patience:
                raise TimeoutError(f"shard {shard} is not served: {self.clusters.words()[-4000:]}")
        return time.monotonic() - begun


async def answered(probe: Member) -> bool:
    """Whether a command is answered within a second."""
    asking = asyncio.create_task(probe.slash("tables", patience=1))
    done, _ = await asyncio.wait({asking}, timeout=1.0)
    if done:
        return not asking.result().failed
    asking.add_done_callback(lambda task: task.cancelled() or task.exception())
    return False


@asynccontextmanager
async def staged(seed: int, keep: Path | None, members: int) -> AsyncIterator[Scene]:
    """Set up a scene with running clusters."""
    with tempfile.TemporaryDirectory() as folder, running(durable=True) as postgres:
        execute(postgres.address(), "CREATE DATABASE tuppence")
        place = keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        async with FakeDiscord() as discord:
            scene = Scene(discord, postgres, place, seed)
            scene.people(members)
            async with scene.clusters.running():
                await scene.clusters.until_said("is served here", CLUSTERS)
                yield scene
