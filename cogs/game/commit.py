"""One commit in the making: the moves of a press, what follows from them, and the table then."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from cogs.game.deadlines import open_waits
from cogs.game.move_log import UNDO, deciding_seats, newly_deciding_seats
from cogs.game.private_tables import scripted_move
from cogs.game.state import TableState
from cogs.lessons.verdict import SCRIPT
from data.models.deadlines import DeadlineBasis, OpenDecision
from data.models.members import AutoAnswer, MemberState, PlanRow
from data.models.moves import FollowUpMove, MoveEntry, PreparedChanges
from data.models.tables import NewMove


class PendingCommit:
    """What is to be written together. `live` is the table as it will be, when it is on disk."""

    def __init__(self, live: TableState) -> None:
        self.live = live
        self._before = live.circumstances
        self._after = live.row.seq
        self._made: list[FollowUpMove] = []
        self._asked: dict[int, int] = {}
        self._plans: dict[int, PlanRow | None] = {}
        self._standing: list[AutoAnswer] = []
        self._unstaged = False

    def enter(self, seat: int, key: str, body: str) -> None:
        """Make a move. The unit is as before when that cannot be.

        Raises `engine.Refused`, `NothingToUndo` and `UndoLimitReached`.
        """
        before = self.live.game
        if body == UNDO:
            before.check_undo(seat)
        entry = MoveEntry(self.live.row.seq + 1, seat, key, 0.0, body)
        game = before.then(entry)
        self._made.append(FollowUpMove(seat, key, body))
        self._asked |= dict.fromkeys(newly_deciding_seats(before.table, game.table), entry.seq)
        self.live = replace(self.live, game=game, row=replace(self.live.row, seq=entry.seq))
        if game.table.round != before.table.round:
            self._unstage()

    def keep_plan(self, row: PlanRow) -> None:
        """Keep a plan in place of the member's older one."""
        self._plan(row.user_id, row)

    def drop_plan(self, user_id: int) -> None:
        """Keep a member's plan no longer."""
        self._plan(user_id, None)

    def keep_standing(self, row: AutoAnswer) -> None:
        """Keep standing answers in place of those before."""
        self._standing.append(row)
        mine = self.live.circumstances.members.get(row.user_id, MemberState())
        self._choose(row.user_id, replace(mine, standing={**mine.standing, row.seat: row}))

    def _plan(self, user_id: int, row: PlanRow | None) -> None:
        self._plans[user_id] = row
        mine = self.live.circumstances.members.get(user_id, MemberState())
        self._choose(user_id, replace(mine, plan=row))

    def _unstage(self) -> None:
        self._unstaged = True
        for user_id, mine in self.live.circumstances.members.items():
            self._choose(user_id, replace(mine, staged=""))

    def _choose(self, user_id: int, rows: MemberState) -> None:
        members = {**self.live.circumstances.members, user_id: rows}
        self.live = replace(
            self.live, circumstances=replace(self.live.circumstances, members=members)
        )

    # ---- to be written

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self._made or self._plans or self._standing)

    @property
    def said(self) -> PreparedChanges:
        """What becomes of what members have said beforehand."""
        return PreparedChanges(
            plans=tuple(row for row in self._plans.values() if row is not None),
            planless=tuple(user_id for user_id, row in self._plans.items() if row is None),
            standing=tuple(self._standing),
            unstaged=self._unstaged,
        )

    def waits(self, now: float) -> tuple[OpenDecision, ...]:
        """Whom the table waits for then. Who was asked before keeps their times.

        A private table waits for nobody: it has no clock.
        """
        if self.live.row.is_private:
            return ()
        open_now = deciding_seats(self.live.game.table)
        asked = {seat: seq for seat, seq in self._asked.items() if seat in open_now}
        return open_waits(self.live, asked, now)

    def move(self, waits: tuple[OpenDecision, ...]) -> NewMove | None:
        """The moves to append; None when there are none.

        They say by which pauses and deadlines their times were computed. Where those have changed
        meanwhile, nothing is written.
        """
        if not self._made:
            return None
        first, *rest = self._made
        return NewMove(
            self.live.row.id,
            after=self._after,
            seat=first.seat,
            key=first.key,
            body=first.body,
            follows=tuple(rest),
            said=self.said,
            outcome=self.live.game.outcome(),
            waits=waits,
            reckoned=DeadlineBasis.of(self._before.pauses, self._before.open_decisions),
        )


# ---- Follow-ups: moves that the bot makes in the commit of another move


class FollowUp(Protocol):
    """One source of follow-ups, such as the script of a lesson."""

    async def __call__(self, commit: PendingCommit) -> bool:
        """Add the next follow-up to a commit; return False where there is none."""


async def apply_follow_ups(commit: PendingCommit, sources: Sequence[FollowUp]) -> None:
    """Add follow-ups to a commit until no source has another. Earlier sources come first."""
    while await _followed(commit, sources):
        pass


async def _followed(commit: PendingCommit, sources: Sequence[FollowUp]) -> bool:
    for follow_up in sources:
        if await follow_up(commit):
            return True
    return False


async def play_script(commit: PendingCommit) -> bool:
    """Make the next move that a lesson gives to another seat. This is a `FollowUp`."""
    found = scripted_move(commit.live)
    if found is None:
        return False
    seat, body = found
    commit.enter(seat, automatic_move_key(commit.live, SCRIPT, seat), body)
    return True


def automatic_move_key(live: TableState, source: str, seat: int) -> str:
    """Return the key under which the log has a follow-up."""
    return f"{source}:{live.row.id}:{seat}:{live.row.seq}"
