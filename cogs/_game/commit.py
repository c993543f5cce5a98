"""One commit in the making: the moves of a press, what follows from them, and the table then."""

from dataclasses import replace

from cogs._game.deadlines import waits_after
from cogs._game.game import UNDO, deciding, newcomers
from cogs._game.live import Live
from data.game.log import Beforehand, Following, NewMove
from data.game.rows import Entry
from data.people.plans import PlanRow
from data.people.wishes import MemberRows, StandingRow
from data.time.reckoning import reckoned
from data.time.rows import Wait


class Commit:
    """What is to be written together. `live` is the table as it will be, when it is on disk."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._before = live.beside
        self._after = live.row.seq
        self._made: list[Following] = []
        self._asked: dict[int, int] = {}
        self._plans: dict[int, PlanRow | None] = {}
        self._standing: list[StandingRow] = []
        self._unstaged = False

    def enter(self, seat: int, key: str, body: str) -> None:
        """Make a move. The unit is as before when that cannot be.

        Raises `engine.Refused`, `NothingToUndo` and `EnoughTakenBack`.
        """
        before = self.live.game
        if body == UNDO:
            before.check_undo(seat)
        entry = Entry(self.live.row.seq + 1, seat, key, 0.0, body)
        game = before.then(entry)
        self._made.append(Following(seat, key, body))
        self._asked |= dict.fromkeys(newcomers(before.table, game.table), entry.seq)
        self.live = replace(self.live, game=game, row=replace(self.live.row, seq=entry.seq))
        if game.table.round != before.table.round:
            self._unstage()

    def keep_plan(self, row: PlanRow) -> None:
        """Keep a plan in place of the member's older one."""
        self._plan(row.user_id, row)

    def drop_plan(self, user_id: int) -> None:
        """Keep a member's plan no longer."""
        self._plan(user_id, None)

    def keep_standing(self, row: StandingRow) -> None:
        """Keep standing answers in place of those before."""
        self._standing.append(row)
        mine = self.live.beside.members.get(row.user_id, MemberRows())
        self._choose(row.user_id, replace(mine, standing={**mine.standing, row.seat: row}))

    def _plan(self, user_id: int, row: PlanRow | None) -> None:
        self._plans[user_id] = row
        mine = self.live.beside.members.get(user_id, MemberRows())
        self._choose(user_id, replace(mine, plan=row))

    def _unstage(self) -> None:
        self._unstaged = True
        for user_id, mine in self.live.beside.members.items():
            self._choose(user_id, replace(mine, staged=""))

    def _choose(self, user_id: int, rows: MemberRows) -> None:
        members = {**self.live.beside.members, user_id: rows}
        self.live = replace(self.live, beside=replace(self.live.beside, members=members))

    # ---- to be written

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self._made or self._plans or self._standing)

    @property
    def said(self) -> Beforehand:
        """What becomes of what members have said beforehand."""
        return Beforehand(
            plans=tuple(row for row in self._plans.values() if row is not None),
            planless=tuple(user_id for user_id, row in self._plans.items() if row is None),
            standing=tuple(self._standing),
            unstaged=self._unstaged,
        )

    def waits(self, now: float) -> tuple[Wait, ...]:
        """Whom the table waits for then. Who was asked before keeps their times.

        A private table waits for nobody: it has no clock.
        """
        if self.live.row.is_private:
            return ()
        open_now = deciding(self.live.game.table)
        asked = {seat: seq for seat, seq in self._asked.items() if seat in open_now}
        return waits_after(self.live, asked, now)

    def move(self, waits: tuple[Wait, ...]) -> NewMove | None:
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
            reckoned=reckoned(self._before.holds, self._before.waits),
        )
