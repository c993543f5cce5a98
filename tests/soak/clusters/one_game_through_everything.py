"""One game from its first card on a file to its final score, through all work of an operator.

The game starts in one process on SQLite, is moved to PostgreSQL by `./run move`, continues in four
clusters, is moved back, and ends on SQLite. On the way its cluster is killed with -9, a deploy
replaces all clusters, and PostgreSQL is restarted and killed. Each of these happens twice: once
while both members only look, so that hands and table must not change, and once while they play.
"""

import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cogs.game.move_log import GameState
from tests.fake_discord import FakeDiscord, Process
from tests.fake_discord.bot_process import ROOT
from tests.fake_discord.cluster_processes import Clusters
from tests.soak.clusters.players import Look, MovingBooks, Travellers, seen_of
from tests.soak.clusters.setup import AT_ONCE, CLUSTERS
from tests.soak.interactions.database_reader import DatabaseReader
from tests.support.postgres.server import Server as Postgres
from tests.support.postgres.server import execute, running

HOME: Final = 2
"""The shard of the members' server."""
BETWEEN: Final = 15
"""Log entries between two stages."""
AGAIN_WITHIN: Final = 30.0
DEPLOYED_WITHIN: Final = 300.0

Work = Callable[[], Awaitable[object]]


@dataclass
class Journey:
    """The databases of the game, its players, and the faults."""

    discord: FakeDiscord
    postgres: Postgres
    address: str
    file: Path
    travellers: Travellers
    clusters: Clusters
    wrong: list[str] = field(default_factory=list)
    deploys: int = 0

    async def stage(self, name: str, work: Work, pressing: Work, *, bar: float) -> None:
        """Run `work` while the members press.

        Record the longest time without an answer, and every change.

        `pressing` is one press, made again and again: a move, or a look at the hand.
        """
        ours, at_rest = self.travellers, pressing != self.travellers.move
        before = await ours.looks()
        length = ours.length()
        ours.stage, unanswered, untold = name, len(ours.unanswered), len(ours.untold)
        async with ours.probe.asking():
            working = asyncio.create_task(self._until_served(work))
            while not working.done():
                await pressing()
            await working
        gap = ours.probe.longest
        unanswered = len(ours.unanswered) - unanswered
        ours.stage = ""
        after = await ours.looks()
        if at_rest:
            self._compare(name, before, after)
        self.judge(name)
        if gap > bar:
            self.wrong.append(f"{name}: nobody answered for {gap:.1f} s")
        print(
            f"{name}: longest without an answer {gap:.1f} s; pressed {ours.pressed[name]} times,"
            f" {unanswered} not acknowledged, {len(ours.untold) - untold} with nothing shown;"
            f" {ours.length() - length} entries more"
            + ("; hands and table as before" if at_rest and before == after else ""),
            flush=True,
        )

    async def _until_served(self, work: Work) -> None:
        await work()
        await self.travellers.probe.answered_after(time.time())

    def _compare(self, name: str, before: list[Look], after: list[Look]) -> None:
        for what, one, other in zip(("table", "Ann", "Ben"), before, after, strict=True):
            if one != other:
                self.wrong.append(f"{name}: {what} is other than before: {one} | {other}")

    def judge(self, name: str) -> None:
        """Check that everything shown is in the log, and that no entry has changed or is twice
        there.
        """
        ours = self.travellers
        board = ours.public.board(ours.table)
        seen = seen_of(board) if board is not None else 0
        if seen > (newest := ours.length()):
            self.wrong.append(f"{name}: {seen} was shown, the log has {newest}")
        self.wrong += [f"{name}: {what}" for what in ours.books.altered]
        self.wrong += [f"{name}: twice in the log: {what}" for what in ours.doubled()]
        ours.books.altered.clear()

    async def in_four_clusters(self) -> None:
        """Run everything that happens in four clusters, while members look and while they play."""
        ours = self.travellers
        works = {
            "its cluster killed with -9": (self._kill, AGAIN_WITHIN),
            "a rolling deploy": (self._deploy, AGAIN_WITHIN),
            "PostgreSQL restarted": (lambda: self._restart(signal.SIGINT), AGAIN_WITHIN),
            "PostgreSQL killed with SIGQUIT": (lambda: self._restart(signal.SIGQUIT), AGAIN_WITHIN),
        }
        for name, (work, bar) in works.items():
            await ours.play(BETWEEN)
            await self.stage(f"{name}, at rest", work, ours.open_hands, bar=bar)
            await ours.play(BETWEEN)
            await self.stage(f"{name}, in play", work, ours.move, bar=bar)

    async def _kill(self) -> None:
        await asyncio.sleep(1)
        self.clusters.cluster(HOME).kill()

    async def _deploy(self) -> None:
        self.deploys += 1
        self.clusters.deploy()
        await self.clusters.until_said("is a new one", CLUSTERS * self.deploys, DEPLOYED_WITHIN)

    async def _restart(self, how: signal.Signals) -> None:
        await asyncio.sleep(1)
        await asyncio.to_thread(self.postgres.restart, how)

    async def moved(self, source: str, target: str) -> None:
        """Run `./run move`, as an operator types it."""
        process = await asyncio.create_subprocess_exec(ROOT / "run", "move", source, target)
        if await process.wait():
            raise RuntimeError(f"./run move ended with {process.returncode}")
        self.travellers.books.in_a_file = not self.travellers.books.in_a_file

    async def travelled(self, name: str, before: list[Look], begun: float) -> None:
        """Press until a process answers, then compare."""
        ours = self.travellers
        while not await ours.open_hands():  # noqa: ASYNC110 - it presses
            await asyncio.sleep(0.1)
        away = time.monotonic() - begun
        after = await ours.looks()
        self._compare(name, before, after)
        self.judge(name)
        same = "as before" if before == after else "OTHER THAN BEFORE"
        print(f"{name}: {away:.1f} s from the stop to the first answer; hands and table {same}")

    async def whole(self, game: str) -> None:
        """Play from the first card to the last."""
        ours = self.travellers
        process = await Process.started(self.discord, self.file)
        await ours.begin(game)
        await ours.play(BETWEEN)
        before, begun = await ours.looks(), time.monotonic()
        await process.stop()
        await self.moved(str(self.file), self.address)
        self.discord.rest.shards, self.discord.rest.at_once = CLUSTERS, AT_ONCE
        async with self.clusters.running():
            await self.clusters.until_said("is served here", CLUSTERS)
            await self.travelled("moved into PostgreSQL", before, begun)
            await self.in_four_clusters()
            await ours.play(BETWEEN)
            before, begun = await ours.looks(), time.monotonic()
        back = self.file.with_name("back.db")
        await self.moved(self.address, str(back))
        ours.books.path = ours.books.file.path = back
        self.discord.rest.shards = self.discord.rest.at_once = 1
        process = await Process.started(self.discord, back)
        await self.travelled("moved back to a file", before, begun)
        await self._to_the_end()
        await process.stop()

    async def _to_the_end(self) -> None:
        ours = self.travellers
        while not ours.is_over:
            await ours.move()
        self.judge("the end")
        row = next(row for row in ours.books.rows() if row.id == ours.table)
        course = GameState.begun(row)
        for entry in ours.books.log(ours.table):
            course = course.then(entry)
        final = next(seen for seen in ours.public.messages(ours.table) if seen.find("rematch"))
        print(f"{course.seq} entries, replayed to {course.table.scores}; the last message says:")
        print("  " + final.text.replace("\n", "\n  "))
        for score in course.table.scores:
            if str(score) not in final.text.replace(",", ""):
                self.wrong.append(f"the end: {score} is not in {final.text}")


@asynccontextmanager
async def ready(keep: Path | None) -> AsyncIterator[Journey]:
    """Set up everything that the game needs."""
    with tempfile.TemporaryDirectory() as folder, running(durable=True) as postgres:
        place = keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        execute(postgres.address(), "CREATE DATABASE tuppence")
        address, file = postgres.address("tuppence"), place / "journey.db"
        async with FakeDiscord() as discord:
            server = discord.state.open("Card Corner", 1, (HOME, CLUSTERS))
            travellers = Travellers(discord, server, MovingBooks(address, DatabaseReader(file)))
            part = f"0-{CLUSTERS - 1}/{CLUSTERS}"
            clusters = Clusters(discord, address, place, part)
            yield Journey(discord, postgres, address, file, travellers, clusters)


async def journey(game: str, keep: Path | None) -> int:
    """Play the game and print what the members saw; return 0 if nothing was lost, doubled or
    changed.
    """
    async with ready(keep) as one:
        await one.whole(game)
        ours = one.travellers
        print(f"presses: {ours.pressed.total()}, {len(ours.unanswered)} without an answer")
        in_the_log = [press for press in ours.unanswered if str(press.id) in ours.books.keys]
        print(f"  of these in the log all the same: {len(in_the_log)}")
        print(
            f"moves of theirs in the log: {ours.made()}; lost, doubled or other: {len(one.wrong)}"
        )
        for what in one.wrong:
            print(f"  {what}", file=sys.stderr)
        return 1 if one.wrong else 0
