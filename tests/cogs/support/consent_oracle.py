"""The rules of consent for seats and games, implemented again from the presses alone.

A seat goes to a computer player by its member's own action, by the clock after three missed
decisions, or by a vote. It goes to another member by a vote, if its owner allows that. The owner
can take the seat back without a vote. A game ends early by a vote of all owners, by a moderator who
never played it, or when its last member leaves. Votes are counted from the presses that the oracle
saw.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from cogs.ui.custom_id import CustomId
from data.models.tables import Player, TableRow, TableStatus
from data.models.votes import Vote
from data.votes import queries
from tests.simulator import Member, Simulator

LAST_MISS: Final = 2
"""Number of missed decisions before the one that makes a member absent."""


@dataclass(frozen=True)
class Deed:
    """One action: the member and the component. The clock and the table itself have no member."""

    who: Member | None = None
    custom_id: str = ""
    manages: bool = False

    @property
    def verb(self) -> str:
        """The action of the component."""
        return CustomId.parse(self.custom_id).action if self.custom_id else ""


@dataclass(frozen=True)
class Standing:
    """A table at one moment: its seats, its votes, and the missed decisions."""

    row: TableRow
    votes: dict[int, Vote]
    missed: dict[int, int]
    now: float

    def members(self) -> set[int]:
        """The members who are present."""
        drivers = [seat.player for seat in self.row.seats if seat.player]
        return {one.user_id for one in drivers if one.kind == "member" and one.user_id}

    def owners(self) -> set[int]:
        """The members who own a seat, present or away, also while a substitute plays it."""
        return {*filter(None, (self.row.owner_at(one.seat) for one in self.row.seats))}


@dataclass
class Consents:
    """Every answer that was given at the tables of a simulator."""

    seen: ClassVar[Counter[str]] = Counter()
    """Number of checks, in all simulators."""

    simulator: Simulator
    said: defaultdict[tuple[int, int], dict[int, bool]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    played: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    async def standing(self, table_id: int) -> Standing | None:
        """Return the table's current state; None if there is none."""
        store = self.simulator.bot.database
        row = await store.tables.find(table_id)
        if row is None:
            return None
        every = await store.votes.backend.query(lambda c: queries._votes(c, "1 = 1", table_id))
        votes = {vote.number: vote for vote in every}
        missed = await asyncio.gather(
            *(store.deadlines.missed_in_a_row(table_id, s.seat) for s in row.seats)
        )
        found = Standing(row, votes, dict(enumerate(missed)), self.simulator.now())
        self.played[table_id] |= found.members()
        return found

    def check(self, deed: Deed, before: Standing, after: Standing | None) -> None:
        """Check that every change at a table in play had the required consent."""
        if before.row.status is not TableStatus.PLAYING or after is None:
            return
        self.hear(deed, before, after)
        passed = [vote for vote in after.votes.values() if self.is_new(vote, before)]
        for vote in passed:
            self.check_vote(vote, before, after)
        self.seen["votes passed"] += len(passed)
        if after.row.status is TableStatus.CLOSED:
            self.seen["games ended early"] += 1
            self.check_end(deed, before, passed)
            return
        for seat, was, now in changed(before, after):
            self.seen["seats handed over"] += 1
            about = [vote for vote in passed if vote.seat == seat]
            whose = before.row.owner_at(seat)
            if now.kind == "member" and now.user_id == whose:
                assert deed.who is not None, f"{now} was put back by nobody"
                assert deed.who.id == whose, f"{deed} put {now} back"
                continue
            self.check_seat(deed, was, now, before.missed[seat], about)

    def hear(self, deed: Deed, before: Standing, after: Standing) -> None:
        """Record an answer."""
        table = before.row.id
        for number, vote in after.votes.items():
            if number not in before.votes:
                self.seen["votes put"] += 1
                assert deed.who, f"nobody has put vote {number}"
                assert vote.asker.user_id in {None, deed.who.id}, "a vote in another's name"
                self.said[table, number][deed.who.id] = True
        if deed.who and deed.verb in {"yea", "nay"}:
            address = CustomId.parse(deed.custom_id)
            if address.table == table and address.args and address.args[0] in before.votes:
                self.said[table, address.args[0]][deed.who.id] = deed.verb == "yea"

    def is_new(self, vote: Vote, before: Standing) -> bool:
        """Whether a vote has just ended with yes."""
        known = before.votes.get(vote.number)
        return vote.verdict == "yes" and (known is None or known.verdict is None)

    def check_vote(self, vote: Vote, before: Standing, after: Standing) -> None:
        """Check that all members who had to agree did."""
        said = self.said[before.row.id, vote.number]
        over = after.now >= vote.until
        # A member who leaves now has no vote any more, even if that decides the vote.
        asked = Standing.owners if vote.kind == "end" else Standing.members
        there = asked(before) & asked(after)
        owner = before.row.seats[vote.seat].player if vote.seat is not None else None
        for member in there:
            is_own = vote.kind == "hold" and owner is not None and owner.user_id == member
            assert said.get(member, True), f"{vote} was passed against a no"
            by_silence = over and (is_own or vote.kind == "end")
            assert said.get(member) or by_silence, f"{vote} was passed without a yes"

    def check_end(self, deed: Deed, before: Standing, passed: list[Vote]) -> None:
        """Check that a game could end early."""
        who = deed.who.id if deed.who else None
        by_vote = any(vote.kind == "end" for vote in passed)
        by_moderator = deed.verb == "stopfor" and deed.manages
        by_moderator = by_moderator and who not in self.played[before.row.id]
        by_last = before.owners() <= {who}
        by_time = who is None and not before.members()
        assert by_vote or by_moderator or by_last or by_time, f"{deed} ended a game"

    def check_seat(
        self, deed: Deed, was: Player, now: Player, missed: int, passed: list[Vote]
    ) -> None:
        """Check that a seat could change its driver."""
        own = deed.who is not None and deed.who.id == was.user_id
        if now.kind == "member" and now.user_id != was.user_id:
            chosen = [vote.candidate for vote in passed if vote.kind == "seat"]
            who = [one.user_id for one in chosen if one is not None]
            assert now.user_id in who, f"{now} has {was}'s seat"
        elif was.kind == "member":
            voted = any(vote.kind == "hold" for vote in passed)
            absent = deed.who is None and missed >= LAST_MISS
            assert own or voted or absent, f"{deed} replaced {was}"
        else:
            assert own, f"{deed} gave {was}'s seat back, or away"


def changed(before: Standing, after: Standing) -> Iterator[tuple[int, Player, Player]]:
    """Yield the seats with another driver."""
    for old, new in zip(before.row.seats, after.row.seats, strict=True):
        was, now = old.player, new.player
        assert was is not None  # All seats are filled when a game starts.
        assert now is not None
        if (was.kind, was.user_id) != (now.kind, now.user_id):
            yield old.seat, was, now
