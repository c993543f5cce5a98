"""One commit: the moves of an interaction, their follow-ups, and the table state after them.

`sessions` locks the table, writes the commit and retries a failed commit. `cogs.hand` has the
follow-ups from plans and auto-answers.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from cogs.game.deadlines import open_decisions
from cogs.game.move_log import UNDO, deciding_seats, newly_deciding_seats
from cogs.game.private_tables import scripted_move
from cogs.game.state import TableState
from cogs.lessons.verdict import SCRIPT
from data.models.deadlines import DeadlineBasis, OpenDecision
from data.models.members import AutoAnswer, MemberState, PlanRow
from data.models.moves import FollowUpMove, MoveEntry, NewMove, PreparedChanges


class PendingCommit:
    """Changes to write in one transaction. `state` is the table state after these changes."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._before = state.circumstances
        self._after = state.row.seq
        self._made: list[FollowUpMove] = []
        self._asked: dict[int, int] = {}
        self._plans: dict[int, PlanRow | None] = {}
        self._standing: list[AutoAnswer] = []
        self._unstaged = False

    def enter(self, seat: int, key: str, body: str) -> None:
        """Add a move. If this method raises, it has changed nothing.

        Args:
            seat: The seat that moves.
            key: The key under which the log stores the move; see `data.models.moves`.
            body: The move in the engine's notation, or `UNDO`.

        Raises:
            engine.Refused: A rule forbids the move.
            NothingToUndo: Another seat made the newest move, or the move revealed a hidden card.
            UndoLimitReached: The turn has had too many undos.
        """
        before = self.state.game
        if body == UNDO:
            before.check_undo(seat)
        entry = MoveEntry(self.state.row.seq + 1, seat, key, 0.0, body)
        game = before.then(entry)
        self._made.append(FollowUpMove(seat, key, body))
        self._asked |= dict.fromkeys(newly_deciding_seats(before.table, game.table), entry.seq)
        self.state = replace(self.state, game=game, row=replace(self.state.row, seq=entry.seq))
        if game.table.round != before.table.round:
            self._unstage()

    def save_plan(self, row: PlanRow) -> None:
        """Store a member's plan. It replaces the member's earlier plan."""
        self._set_plan(row.user_id, row)

    def delete_plan(self, user_id: int) -> None:
        self._set_plan(user_id, None)

    def save_auto_answers(self, row: AutoAnswer) -> None:
        """Store a member's auto-answers for a seat. They replace the earlier ones."""
        self._standing.append(row)
        mine = self.state.circumstances.members.get(row.user_id, MemberState())
        self._choose(row.user_id, replace(mine, standing={**mine.standing, row.seat: row}))

    def _set_plan(self, user_id: int, row: PlanRow | None) -> None:
        self._plans[user_id] = row
        mine = self.state.circumstances.members.get(user_id, MemberState())
        self._choose(user_id, replace(mine, plan=row))

    def _unstage(self) -> None:
        # In a new round every hand is new, so the staged cards are in no hand.
        self._unstaged = True
        for user_id, mine in self.state.circumstances.members.items():
            self._choose(user_id, replace(mine, staged=""))

    def _choose(self, user_id: int, rows: MemberState) -> None:
        members = {**self.state.circumstances.members, user_id: rows}
        self.state = replace(
            self.state, circumstances=replace(self.state.circumstances, members=members)
        )

    # ---- what is written

    @property
    def is_empty(self) -> bool:
        """Whether the commit has no changes to write."""
        return not (self._made or self._plans or self._standing)

    @property
    def prepared_changes(self) -> PreparedChanges:
        """The changes of plans, auto-answers and staged cards, which are written with the moves."""
        return PreparedChanges(
            plans=tuple(row for row in self._plans.values() if row is not None),
            planless=tuple(user_id for user_id, row in self._plans.items() if row is None),
            standing=tuple(self._standing),
            unstaged=self._unstaged,
        )

    def open_decisions(self, now: float) -> tuple[OpenDecision, ...]:
        """Return the decisions that are open after this commit.

        An unchanged decision keeps its times.

        Returns nothing for a private table, which has no clock.
        """
        if self.state.row.is_private:
            return ()
        open_now = deciding_seats(self.state.game.table)
        asked = {seat: seq for seat, seq in self._asked.items() if seat in open_now}
        return open_decisions(self.state, asked, now)

    def move(self, decisions: tuple[OpenDecision, ...]) -> NewMove | None:
        """Return the moves to append, or None if there are none.

        The result contains the pauses and decisions from which the caller computed `decisions`. If
        they have changed in the database since then, the database writes nothing.
        """
        if not self._made:
            return None
        first, *rest = self._made
        return NewMove(
            self.state.row.id,
            after=self._after,
            seat=first.seat,
            key=first.key,
            body=first.body,
            follows=tuple(rest),
            said=self.prepared_changes,
            outcome=self.state.game.outcome(),
            waits=decisions,
            reckoned=DeadlineBasis.of(self._before.pauses, self._before.open_decisions),
        )


# ---- follow-ups: moves that the bot makes in the commit of another move


class FollowUp(Protocol):
    """A source of follow-ups, such as the script of a lesson."""

    async def __call__(self, commit: PendingCommit) -> bool:
        """Add the next follow-up to a commit. Return False if there is none."""


async def apply_follow_ups(commit: PendingCommit, sources: Sequence[FollowUp]) -> None:
    """Add follow-ups to a commit until no source has another. Earlier sources have precedence."""
    while await _add_one(commit, sources):
        pass


async def _add_one(commit: PendingCommit, sources: Sequence[FollowUp]) -> bool:
    # Ask the first source again after every move, because that move may give it something to do.
    for follow_up in sources:
        if await follow_up(commit):
            return True
    return False


async def play_script(commit: PendingCommit) -> bool:
    """Make the next move that a lesson's script makes for another seat. This is a `FollowUp`."""
    found = scripted_move(commit.state)
    if found is None:
        return False
    seat, body = found
    commit.enter(seat, automatic_move_key(commit.state, SCRIPT, seat), body)
    return True


def automatic_move_key(state: TableState, source: str, seat: int) -> str:
    """Return the key under which the log stores a follow-up.

    The same follow-up always gets the same key, so that a repeated commit cannot play it twice.
    """
    return f"{source}:{state.row.id}:{seat}:{state.row.seq}"
