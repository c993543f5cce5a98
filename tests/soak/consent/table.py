"""The table of the consent machine: its simulator, its records, and the checks of a game.

The steps are in `machine`.
"""

import asyncio
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import discord
from hypothesis.stateful import RuleBasedStateMachine

from cogs.core.refusals import Refusal
from cogs.game.deadlines import PACES
from data.models.members import Substitution
from data.models.tables import TableRow, TableStatus
from data.models.votes import Vote
from data.votes import queries
from tests.cogs.support.play import Game
from tests.cogs.support.time import HOUR, MINUTE, clock_of, listen
from tests.simulator import Member, Simulator, open_simulator

SEATS: Final = 3
T = TypeVar("T")
Terms = tuple[str, tuple[tuple[str, object], ...]]


def terms_of(row: TableRow) -> Terms:
    return row.pace, tuple(sorted(row.options.items()))


def holder(row: TableRow, seat: int) -> int | None:
    """Return the member who plays a seat, and so reads its hand."""
    player = row.seats[seat].player
    return player.user_id if player is not None and player.kind == "member" else None


def owner(row: TableRow, seat: int) -> int | None:
    player = row.seats[seat].player
    return row.seats[seat].owner or (None if player is None else player.user_id)


class ConsentTable(RuleBasedStateMachine):
    """A table, what its members have said and seen, and the checks of a step."""

    steps = 0
    seen: ClassVar[Counter[str]] = Counter()
    """Number of checks."""
    table: int
    game: Game
    crowd: tuple[Member, ...]
    let: dict[int, bool]
    said: defaultdict[int, dict[int, bool]]
    visible: defaultdict[tuple[int, int], float]
    told_terms: dict[int, Terms]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.opened = open_simulator(Path(self.folder.name) / "tuppence.db", threads=False)
        self.simulator: Simulator = self.runner.run(self.opened.__aenter__())
        self.simulator.judges = False  # Drawing takes most of the time, and other tests do it.
        self.simulator.bot.services.computers.pause = 0
        clock_of(self.simulator).interval = HOUR / 2
        listen(self.simulator)
        self.wish: dict[int, Substitution] = {}
        self.hidden: set[int] = set()
        self.role: Any = None
        self.playing = False

    @staticmethod
    def told() -> str:
        """Return how many chances for a violation there were, as text."""
        return ", ".join(f"{count} {what}" for what, count in sorted(ConsentTable.seen.items()))

    def teardown(self) -> None:
        try:
            self.runner.run(self.opened.__aexit__(None, None, None))
        finally:
            self.runner.close()
            self.folder.cleanup()

    def user(self, person: Member) -> Any:
        """Return a member as the services see them."""
        user: Any = discord.Object(person.id)
        user.display_name = person.name
        return user

    def press_id(self) -> int:
        """Return a new id of an interaction."""
        return int.from_bytes(self.simulator.entropy(7), "big")

    async def serve(self, work: Awaitable[T]) -> T:
        """Run a coroutine in the bot, so that the simulator waits for the work that it starts."""
        with self.simulator.env._bot_scope():
            return await work

    async def row(self) -> TableRow:
        row = await self.simulator.bot.database.tables.find(self.table)
        assert row is not None
        return row

    async def votes(self) -> dict[int, Vote]:
        store = self.simulator.bot.database.votes
        every = await store.backend.query(lambda c: queries._votes(c, "1 = 1", self.table))
        return {vote.number: vote for vote in every}

    def rarely(self) -> bool:
        """Return True one time in eight, for actions that would end most games early."""
        return self.simulator.entropy(1)[0] % 8 == 0

    async def shown(self, row: TableRow) -> None:
        await asyncio.sleep(0)
        self.simulator.bot.services.activity.show(row)

    async def show_lobby(self) -> None:
        """Record the terms that the lobby's message shows."""
        row = await self.row()
        self.told_terms[row.revision] = terms_of(row)

    # ---- what must hold

    def judge(self, before: TableRow, now: TableRow, passed: list[Vote], by: Member | None) -> None:
        """Check a step of a game."""
        for vote in passed:
            self.seen[f"passed: {vote.kind}"] += 1
            self.judge_vote(vote, before, now)
        if now.status is TableStatus.CLOSED:
            by_vote = any(vote.kind == "end" for vote in passed)
            # A game of one member ends by itself after three days without a move.
            is_deserted = now.has_no_members() or not before.is_attended or before.is_solo
            assert by_vote or is_deserted, "a game has ended whose owners did not agree"
        for seat in range(SEATS):
            new = holder(now, seat)
            if new is not None and new != holder(before, seat):
                self.seen["seats taken"] += 1
                self.judge_taken(before, seat, new, passed, by)

    def judge_vote(self, vote: Vote, before: TableRow, now: TableRow) -> None:
        """Check that all whose consent was needed agreed, or saw the vote for its full time."""
        said, full = self.said[vote.number], PACES[before.pace].vote
        whose = owner if vote.kind == "end" else holder
        asked = {whose(before, seat) for seat in range(SEATS)}
        asked &= {whose(now, seat) for seat in range(SEATS)} | (
            {holder(before, vote.seat)} if vote.kind == "hold" and vote.seat is not None else set()
        )
        for member in filter(None, asked):
            assert said.get(member, True), f"{vote} against a no"
            is_own = vote.kind == "hold" and member == holder(before, vote.seat or 0)
            if not said.get(member):
                assert vote.kind == "end" or is_own, f"{vote} without a yes of {member}"
                had = self.visible[vote.number, member]
                assert had >= full - MINUTE, f"{vote} after {had} of {full} s that {member} saw"

    def judge_taken(
        self, before: TableRow, seat: int, new: int, passed: list[Vote], by: Member | None
    ) -> None:
        """Check a seat that has a new player."""
        whose = owner(before, seat)
        if whose == new:
            assert by is not None, f"{new} was put back"
            assert by.id == new, f"{by} put {new} back"
            return
        lets = self.let.get(seat, False) if whose is None else self.wish.get(whose) == "member"
        assert lets, f"{new} has a seat whose owner lets nobody in"
        voted = [vote for vote in passed if (vote.kind, vote.seat) == ("seat", seat)]
        assert any(vote.candidate and vote.candidate.user_id == new for vote in voted)

    async def read_hands(self, row: TableRow) -> None:
        """Read every hand that the bot lets a member read: that of the seat they play."""
        live = await self.game.live()
        for person in self.crowd:
            with suppress(Refusal):
                seat = live.require_seat(person.id)
                kept = live.player(seat).kind == "computer"
                assert (owner if kept else holder)(row, seat) == person.id
