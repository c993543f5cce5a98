"""Auto-answers: a member's answers to offers and to a partner's question, given in advance.

Auto-answers are saved for each seat and player. The bot gives an answer in the commit of the move
that opened the question, so the table need not wait. The About page has the selects.
"""

from dataclasses import dataclass
from typing import Final, Self

import engine
from cogs.game.commit import PendingCommit, automatic_move_key
from cogs.game.state import TableState
from data.models.members import AutoAnswer
from data.models.moves import AUTO_ANSWER_KEY_PREFIX
from engine.model.cards import RANK
from engine.model.decision import Kind
from engine.model.moves import NO, PASS, YES, Move
from engine.model.view import View

ASK: Final = 0
PASS_THIS_ROUND_TRIP: Final = 1
"""Pass all offers until the member's own turn."""
NEVER: Final = 2
BELOW: Final = 10
"""`BELOW` plus a rank: pass cards of lower ranks. The member is always asked about wild cards."""

YES_ALWAYS: Final = 1
NO_ALWAYS: Final = 2
UNDER: Final = (30, 60, 100)
"""`UNDER_FROM` plus an index here: yes if the member's own hand would cost fewer points."""
UNDER_FROM: Final = 10

OFFER_ANSWERS: Final = (ASK, PASS_THIS_ROUND_TRIP, *(BELOW + rank for rank in range(3, 12)), NEVER)
LEAVE_ANSWERS: Final = (ASK, YES_ALWAYS, *(UNDER_FROM + n for n in range(len(UNDER))), NO_ALWAYS)


@dataclass(frozen=True, slots=True)
class AutoAnswers:
    """The auto-answers of a seat.

    `until` identifies a turn of the seat. A pass until the member's own turn is valid up to that
    turn.
    """

    offer: int = ASK
    leave: int = ASK
    until: str = ""

    @classmethod
    def read(cls, row: AutoAnswer | None) -> Self:
        """Return the saved answers.

        Another release may have saved an answer that this release does not have. Then the member is
        asked.
        """
        if row is None:
            return cls()
        offer = row.offer if row.offer in OFFER_ANSWERS else ASK
        return cls(offer, row.leave if row.leave in LEAVE_ANSWERS else ASK, row.until)

    def row(self, table_id: int, seat: int, user_id: int) -> AutoAnswer:
        """Return the row to save. A substitute has a row of their own."""
        return AutoAnswer(table_id, seat, user_id, self.offer, self.leave, self.until)

    def now(self, view: View, seat: int) -> "AutoAnswers":
        """Return the answers that are valid now.

        A pass until the member's own turn ends with that turn.
        """
        over = self.offer == PASS_THIS_ROUND_TRIP and self.until != turn_cycle(view, seat)
        return AutoAnswers(ASK, self.leave) if over else self

    def answer(self, view: View, seat: int, kind: Kind) -> Move | None:
        """Return the move that answers an open question. None if the member must be asked."""
        if kind == "offer":
            return PASS if self._passes(view, seat) else None
        return self._leave(view) if kind == "answer" else None

    def _passes(self, view: View, seat: int) -> bool:
        if self.offer == PASS_THIS_ROUND_TRIP:
            return self.until == turn_cycle(view, seat)
        if view.upcard is None or self.offer < BELOW:
            return self.offer == NEVER
        wild = view.values.is_wild(view.upcard)
        return not wild and RANK[view.upcard] < self.offer - BELOW

    def _leave(self, view: View) -> Move | None:
        if self.leave >= UNDER_FROM:
            held = view.values.in_hand(view.hand)
            return YES if held < UNDER[self.leave - UNDER_FROM] else None
        if self.leave == ASK:
            return None
        return YES if self.leave == YES_ALWAYS else NO


def turn_cycle(view: View, seat: int) -> str:
    """Return a text that changes with each turn of the seat."""
    return f"{view.round}.{view.turns[seat]}"


NO_AUTO_ANSWERS: Final = AutoAnswers()


def auto_answers_of(state: TableState, seat: int) -> AutoAnswers:
    """Return the auto-answers of a seat's current player that are valid now."""
    # Rows are saved by member and seat, because one member may play several seats as a substitute.
    row = state.member_state(seat).standing.get(seat)
    return AutoAnswers.read(row).now(state.view(seat), seat)


async def give_auto_answer(commit: PendingCommit) -> bool:
    """Add the next auto-answer to the commit. This is a `FollowUp`.

    Returns:
        Whether an auto-answer was due.
    """
    found = next_auto_answer(commit.state)
    if found is None:
        return False
    seat, move = found
    commit.enter(
        seat, automatic_move_key(commit.state, AUTO_ANSWER_KEY_PREFIX, seat), engine.write(move)
    )
    return True


def next_auto_answer(state: TableState) -> tuple[int, Move] | None:
    """Return the next seat with a due auto-answer, and the move that answers, or None."""
    for decision in state.view(None).pending:
        # A computer player that keeps a seat decides by itself, without the member's answers.
        if decision.kind in {"offer", "answer"} and state.player(decision.seat).kind == "member":
            view = state.view(decision.seat)
            move = auto_answers_of(state, decision.seat).answer(view, decision.seat, decision.kind)
            if move is not None:
                return decision.seat, move
    return None
