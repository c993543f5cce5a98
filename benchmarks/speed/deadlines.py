"""Deadlines under load: python -m benchmarks.speed.deadlines [GAMES] [DUE] [--postgres]

There are GAMES live games (5,000) of 40 to 80 moves. DUE of them (1,000) have deadlines within one
minute. The bot must make each default move once, in order, while the event loop stays free. Then
the bot restarts, and the time to its first answer counts. Only Discord is missing: messages are
counted and not sent. The logs come from 50 games of computer players, each used many times.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from types import SimpleNamespace

import engine
from benchmarks.databases import new_database
from cogs.absence.missed_turns import MissedTurns
from cogs.absence.pauses import PauseService
from cogs.computers.computer_players import ComputerPlayers
from cogs.core.clock import Clock, ClockSkew
from cogs.core.metrics import Metrics
from cogs.direct_messages.dm_hands import DmHands
from cogs.game.seat_changes import SeatChanges
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.game.timekeeper import TimerLoop
from cogs.gateway.identify import IdentifyQueue
from cogs.gateway.ownership import SingleProcess
from cogs.lobby.invitations import Invitations
from cogs.month_end.service import MonthEndService
from cogs.reminders.reminders import ReminderService
from cogs.table.activity import RESUME_BATCH, RESUME_PAUSE
from cogs.votes.vote_service import VoteService
from data.core.location import DatabaseLocation
from data.database import Database
from data.models.members import ReminderPreferences
from data.models.moves import NewMove
from data.models.tables import Changed, Player, TableRow
from engine.players import choose

GAME = "house-canasta"
BEGIN = 1_800_000_000.0
DAY, MINUTE = 86400.0, 60.0
BEAT = 0.001
DIFFERENT = 50
AT_ONCE = 64
LONG = range(40, 80)
"""Moves in a log, a few more or less: up to the start of a turn."""
WISH = ReminderPreferences(way="none")  # There is no Discord to notify members through.


@dataclass
class Stage:
    """A bot without Discord: the deadlines, the database, and a count of what was shown."""

    store: Database
    time: list[float]
    shown: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.metrics = Metrics()
        self.database = self.store
        self.clock = Clock(self.now, self.now)
        self.ownership = SingleProcess(IdentifyQueue(), self.clock)
        self.clock_skew = ClockSkew(self.clock)
        self.tables = TableSessions(
            self.store.tables, self.store.deadlines, self.store.pauses, self.clock
        )
        seats = SeatChanges(
            self.store.tables,
            self.store.deadlines,
            self.store.pauses,
            self.tables,
            self.clock,
        )
        computers = ComputerPlayers(self, self.tables, self.turned)  # type: ignore[arg-type]
        self.absence = MissedTurns(
            self,  # type: ignore[arg-type]
            self.tables,
            seats,
            self.moved,
            self.went_on,
            computers.at_once,
        )
        pauses = PauseService(
            self.store.tables, self.store.pauses, self.tables, self.clock, self.moved
        )
        pings = ReminderService(self, self.tables)  # type: ignore[arg-type]
        votes = VoteService(self, self.tables, seats, pings, self.moved)  # type: ignore[arg-type]
        self.services = SimpleNamespace(
            absence=self.absence,
            computers=self,
            # A poll reads the database only: hands and proofs are for sending.
            dm_hands=DmHands(self, self.tables, None, None),  # type: ignore[arg-type]
            invitations=Invitations(self),  # type: ignore[arg-type]
            month_ends=MonthEndService(self),  # type: ignore[arg-type]
            pauses=pauses,
            reminders=pings,
            repaint_queue=self,
            votes=votes,
        )
        self.keeper = TimerLoop(self)  # type: ignore[arg-type]

    def now(self) -> float:
        return self.time[0]

    def moved(self, row: TableRow) -> None:
        self.shown.append(row.id)

    def went_on(self, live: TableState) -> None:
        self.shown.append(live.row.id)

    def turned(self, table_id: int) -> None:
        self.shown.append(table_id)

    def is_busy(self, table_id: int) -> bool:
        """Return False: nothing is shown, so no table waits for Discord."""
        del table_id
        return False

    def wake(self, table_id: int) -> None:
        """Count a table that has something to show."""
        self.shown.append(table_id)

    def get_guild(self, number: int) -> None:
        """Return None: there is no server to look members up on."""
        del number


async def settled(live: TableState) -> TableState:
    """Return nothing: no player has given an automatic answer."""
    return live


@asynccontextmanager
async def staged(place: DatabaseLocation, now: list[float]) -> AsyncIterator[Stage]:
    store = await Database.open(place, now=lambda: now[0])
    try:
        yield Stage(store, now)
    finally:
        await store.close()


@cache
def turns(number: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the log of an unfinished game as turns: each turn's seat and moves."""
    table, luck = engine.deal(GAME, 2, seed(number)), Random(number)
    made: list[tuple[int, list[str]]] = []
    while sum(len(moves) for _, moves in made) < LONG[number % len(LONG)] or table.phase != "draw":
        seat = table.turn
        move = choose(engine.view(table, seat), "easy", luck)
        if not made or made[-1][0] != seat or table.phase == "draw":
            made.append((seat, []))
        made[-1][1].append(engine.write(move))
        table = engine.play(table, seat, move)
    return tuple((seat, tuple(moves)) for seat, moves in made)


def seed(number: int) -> bytes:
    """Return the seed of one of the different games."""
    return (number % DIFFERENT).to_bytes(32, "big")


async def play(store: Database, table_id: int, number: int) -> None:
    """Play and return the log of a game."""
    after = 0
    for seat, (body, *more) in turns(number % DIFFERENT):
        key = f"{table_id}:{after}"
        await store.tables.append_moves(
            NewMove(
                table_id,
                after=after,
                seat=seat,
                key=key,
                body=body,
                more=tuple(more),
            )
        )
        after += 1 + len(more)


async def table(store: Database, number: int) -> int:
    """Return a game of two members, played up to the end of its log."""
    row = await store.lobbies.create(
        guild_id=1, channel_id=number, host_id=1, game=GAME, rules_version=1,
        options={}, seat_count=2, pace="day", seed=seed(number),
    )  # fmt: skip
    for seat in range(2):
        await store.lobbies.seat_player(row.id, Player("member", 1000 + 2 * number + seat, "M"))
        await store.members.change_reminder_preferences(1000 + 2 * number + seat, lambda _: WISH)
    begun = await store.lobbies.start(row.id, mix=lambda row, _: row.lobby_seed, deadline=None)
    assert isinstance(begun, Changed)
    await play(store, row.id, number)
    return row.id


async def build(stage: Stage, games: int, due: int) -> list[int]:
    """Create the tables; the first `due` get deadlines within one minute."""
    made: list[int] = []
    for start in range(0, games, AT_ONCE):  # They share their commits.
        numbers = range(start, min(start + AT_ONCE, games))
        made += await asyncio.gather(*(table(stage.store, number) for number in numbers))
    for number, table_id in enumerate(made):
        stage.time[0] = BEGIN + (number * MINUTE / due if number < due else DAY / 2)
        async with stage.tables.lock(table_id):
            await stage.tables.start_decisions(table_id)
    return made


@asynccontextmanager
async def lag() -> AsyncIterator[list[float]]:
    """Measure every millisecond how late the event loop is, in seconds, inside this block."""
    late: list[float] = []

    async def beat() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(BEAT)
            late.append(time.perf_counter() - began - BEAT)

    task = asyncio.create_task(beat())
    try:
        yield late
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def resume(stage: Stage) -> None:
    """Replay every live game again, in the batches of `cogs.table.activity`."""
    for number, table_id in enumerate(await stage.store.tables.playing_ids(), start=1):
        await stage.tables.load(table_id)
        if number % RESUME_BATCH == 0:
            await asyncio.sleep(RESUME_PAUSE)


async def press(stage: Stage, table_id: int) -> None:
    """Make the first move after a start: a draw, saved before this returns."""
    live = await stage.tables.load(table_id)
    seat, seen = live.game.table.turn, live.row.seq
    acted = await stage.tables.act(live, seat, "draw", seen=seen, key="first")
    assert not acted.stale


async def misplayed(store: Database, table_id: int, number: int) -> bool:
    """Whether a due table has anything but one draw and one discard after its log."""
    log = await store.tables.move_log(table_id)
    before = sum(len(moves) for _, moves in turns(number % DIFFERENT))
    return len({entry.key for entry in log}) != len(log) or len(log) != before + 2


@dataclass
class Report:
    """The measured times; the due tables and the handled tables, both in order."""

    due: list[int]
    handled: list[int]
    doubled: int
    seconds: float
    lag_p99: float
    restart: float


async def run(place: DatabaseLocation, games: int, due: int) -> Report:
    """Create the games, let the minute pass, restart."""
    now = [BEGIN]
    async with staged(place, now) as stage:
        tables = await build(stage, games, due)
        now[0] = BEGIN + DAY + MINUTE + 10
        await stage.store.program_state.set("alive", str(now[0]))
        began = time.perf_counter()
        async with lag() as late:
            await stage.keeper.poll()
        seconds = time.perf_counter() - began
        numbered = list(enumerate(tables[:due]))
        doubled = sum([await misplayed(stage.store, one, number) for number, one in numbered])
    began = time.perf_counter()
    async with staged(place, now) as again:
        await again.keeper.poll()
        resuming = asyncio.create_task(resume(again))
        await press(again, tables[-1])
        restart = time.perf_counter() - began
        await resuming
    p99 = sorted(late)[int(len(late) * 0.99)] if late else 0.0
    return Report(tables[:due], stage.shown, doubled, seconds, p99, restart)


def main() -> int:
    """Measure and print; the status says whether the bars are kept."""
    arguments = sys.argv[1:]
    with new_database(arguments) as fresh:
        games, due = (int(text) for text in (arguments + ["5000", "1000"][len(arguments) :])[:2])
        report = asyncio.run(run(fresh, games, due))
    in_order = report.handled == report.due  # Each table once, the earliest deadline first.
    print(f"{games} live games, {due} due: {len(set(report.handled))} handled, in order {in_order}")
    print(f"doubled or halved: {report.doubled}; {report.seconds:.2f} s for all")
    print(f"event loop late by p99 {report.lag_p99 * 1000:.1f} ms (bar 20)")
    print(f"restart until the first answer: {report.restart:.2f} s (bar 5)")
    good = in_order and not report.doubled and report.lag_p99 <= 0.02 and report.restart <= 5
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
