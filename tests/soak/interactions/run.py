"""One run: members play, faults happen, and at intervals everything rests."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, Final

import engine
from cogs.ui.custom_id import CustomId
from data.models.tables import TableRow, TableStatus
from tests.fake_discord import Answer, FakeDiscord, Member, Process
from tests.soak.interactions.database_reader import DatabaseReader
from tests.soak.interactions.faults import Faults
from tests.soak.interactions.judge import ANSWER_BY, Judge
from tests.soak.interactions.plan import Plan
from tests.soak.interactions.player import Player
from tests.soak.interactions.public import Public
from tests.soak.interactions.report import Report
from tests.soak.interactions.request_faults import RequestFaults
from tests.soak.interactions.rest import Rest
from tests.soak.interactions.table_members import Party

CHANNELS: Final = 6
AT_REST: Final = 30.0
"""Seconds in which everything has to be right after faults have ended."""
BETWEEN_RESTS: Final = 2000
"""Presses between two rests."""
MOST_TABLES: Final = 3
"""Most tables of one member."""


class Run:
    """One run, from the first start of the process to the verdict."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.discord = FakeDiscord(CHANNELS)
        self.process = Process(self.discord, folder / "presses.db")
        self.request_faults = RequestFaults(plan.seed)
        self.discord.rest.faults = self.request_faults
        self.public = Public(self.discord.state.backend)
        self.books = DatabaseReader(self.process.database)
        self.judge = Judge(self.discord, self.process, self.public, self.books, self.request_faults)
        self.faults = Faults(self.discord, self.process, self.public, self.request_faults, plan)
        self.faults.killed = self._killed
        self.judge.deleted = self.faults.deleted
        self.rest = Rest()
        self.report = Report(self)
        self._chance = Random(f"campaign/{plan.seed}")
        self.players = [self._player(n) for n in range(plan.members)]
        self.games = 0

    def _player(self, number: int) -> Player:
        locale = "de" if number % 3 == 0 else "en-US"
        member = self.discord.join(f"M{number}", locale=locale)
        return Player(member, self.public, f"player/{self.plan.seed}/{number}")

    @property
    def presses(self) -> int:
        """The number of presses that reached the bot; while it is down, presses are lost."""
        return self.discord.journal.heard

    # ------------------------------------------------------------ the whole

    async def run(self) -> int:
        """Run everything; return 0 if all checks held."""
        async with self.discord:
            await self.faults.up()
            tasks = [asyncio.create_task(work) for work in self._works()]
            try:
                while self.presses < self.plan.presses:
                    await self._until(min(self.presses + BETWEEN_RESTS, self.plan.presses), tasks)
                    await self._rest()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self.process.stop()
        return self.report.final()

    def _works(self) -> list[Coroutine[Any, Any, None]]:
        works: list[Coroutine[Any, Any, None]] = [player.live(self.rest) for player in self.players]
        works += [self._tables(number) for number in range(self.plan.tables)]
        return works if self.plan.calm else [*works, self._strikes()]

    async def _until(self, presses: int, tasks: list[asyncio.Task[None]]) -> None:
        while self.presses < presses:
            await asyncio.sleep(0.5)
            for task in tasks:
                if task.done():
                    task.result()

    # ------------------------------------------------------------ what goes on

    async def _strikes(self) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(2, 8))
            async with self.rest.busy():
                await self.faults.revive()
                await self.faults.strike()

    async def _tables(self, number: int) -> None:
        """Open one table after the other, each of the next game."""
        games = list(engine.GAMES)
        await asyncio.sleep(number * 0.3)
        while True:
            self.games += 1
            game = games[self.games % len(games)]
            party = Party(self._free(game), self.public, self._chance, self.rest)
            table = await party.meet(game, self._chance.choice(self.discord.state.channels))
            if table is None:
                self.report.figures["tables that came to nothing"] += 1
                continue
            self.report.figures[f"tables of {game}"] += 1
            while not self.public.is_over(table):  # noqa: ASYNC110 - it can only poll
                await asyncio.sleep(1)
            self.report.figures["games played to the end"] += 1

    def _free(self, game: str) -> list[Player]:
        """Return players with the fewest tables first; computer players fill the other seats."""
        seats = 4 if 4 in engine.GAMES[game].seats else min(engine.GAMES[game].seats)
        count = self._chance.randint(1, seats)
        order = sorted(self.players, key=lambda p: (len(p.tables), self._chance.random()))
        return order[:count]

    def _killed(self) -> None:
        self.judge.deaths.append(time.time())
        if self.process.ended is not None:
            self.judge.after_kill()

    # ------------------------------------------------------------ rest

    async def _rest(self) -> None:
        """End all faults, wait until everything is right, and check."""
        await self.rest.begin()
        self.request_faults.clear()
        await self.faults.revive()
        begun = time.monotonic()
        left = await self._settled(self.judge.unsettled)
        took = time.monotonic() - begun
        for what in left:
            self.judge.verdict.say("3 not right after rest", what)
        await self._open_hands()
        await self._find_lobbies()
        await asyncio.sleep(ANSWER_BY)
        self.judge.look()
        for player in self.players:
            while player.double_taps:
                self.judge.double_tap(player.double_taps.pop())
        self.report.line(took, left)
        self.rest.end()

    async def _settled(self, unsettled: Callable[[], list[str]]) -> list[str]:
        end = time.monotonic() + AT_REST
        while (left := unsettled()) and time.monotonic() < end:  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.25)
        return left

    async def _open_hands(self) -> None:
        """Check that a newly opened panel shows the newest entry."""
        for row in self.books.playing():
            seats = {s.player.user_id for s in row.seats if s.player and s.player.kind == "member"}
            who = next((p for p in self.players if p.member.id in seats), None)
            if who is None or self.books.holds(row.id):
                continue
            answer = await self._opened(who.member, row)
            newest = answer.message.find("main") if answer.message else None
            if newest is None or int(newest.custom_id.split(":")[3]) < row.seq:
                said = f"table {row.id}: at {row.seq}, the hand shows {newest}: {answer.text[:300]}"
                self.judge.verdict.say("3 an opened hand is old", said)

    async def _opened(self, member: Member, row: TableRow) -> Answer:
        """Open the member's hand at a table; by a command if its message is gone."""
        board = self.public.board(row.id)
        hand = board.find("hand") if board is not None else None
        if board is None or hand is None:
            return await member.slash("hand", row.channel_id)
        return await member.press(board, hand)

    async def _find_lobbies(self) -> None:
        """Check that a lobby without a message can be joined or closed from `/tables`."""
        for row in self.books.rows():
            if row.status is not TableStatus.LOBBY or self.public.is_open(row.id):
                continue
            host = self.discord.people[row.host_id]
            answer = await host.slash("tables")
            shown = answer.message.open if answer.message else ()
            ways = [one for one in shown if CustomId.parse(one.custom_id).table == row.id]
            if not ways:
                said = f"lobby {row.id}: no message, and no way from /tables: {answer.text[:300]}"
                self.judge.verdict.say("6 a lobby nobody can reach", said)
            elif answer.message is not None:
                await host.press(answer.message, ways[-1])
