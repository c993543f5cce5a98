"""Plans: what a member saves in advance for their next turn, and how the bot plays a plan.

`play_plan` is a `FollowUp`. The page to edit a plan is in `plan_page`. Other players cannot tell
the moves of a plan from other moves.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

import engine
from cogs.core.refusals import Refusal
from cogs.game.commit import PendingCommit, automatic_move_key
from cogs.game.state import TableState
from data.models.members import PlanRow
from engine.advice.turn_plan import MOST_MOVES, Plan, PlanStep, PlanStopped, following, turn_of
from engine.model.moves import Add, Meld, Move
from engine.model.view import View

log = logging.getLogger(__name__)

PLAN_KEY_PREFIX: Final = "plan"
EMPTY_PLAN: Final = Plan()


@dataclass(frozen=True, slots=True)
class PlanState:
    """A member's plan, whether the plan is armed, and the reason if it stopped."""

    plan: Plan = EMPTY_PLAN
    armed: bool = False
    halt: PlanStopped | None = None


NO_PLAN: Final = PlanState()


def plan_state(row: PlanRow, newest: int, round_: int) -> PlanState:
    """Return the plan in the form in which the panel shows it.

    Args:
        row: The saved plan.
        newest: The newest log entry. The reason why a plan stopped is shown until the next entry.
        round_: The current round. A plan of another round is not armed.
    """
    halt = PlanStopped.read(row.note) if row.note and row.seq == newest else None
    try:
        plan = Plan.read(row.body)
    except ValueError:  # from another release: without a plan, nothing may say that it is armed
        return PlanState(halt=halt)
    return PlanState(plan, row.armed and row.round == round_, halt)


def disarmed(row: PlanRow, seq: int, halt: PlanStopped) -> PlanRow:
    """Return the row of a plan that stopped at log entry `seq`."""
    return replace(row, seq=seq, armed=False, note=str(halt))


def plan_of(state: TableState, seat: int) -> PlanState:
    """Return the plan of a seat's player.

    Once the turn of that plan has passed, return `NO_PLAN`.
    """
    row = state.member_state(seat).plan
    if row is None or state.game.gone_by(seat, row.seq):
        return NO_PLAN
    return plan_state(row, state.row.seq, state.game.table.round)


def due_plan(state: TableState) -> PlanRow | None:
    """Return the plan to play now, or None."""
    seat = state.game.table.turn
    row = state.member_state(seat).plan
    # The plan belongs to the member: a computer player that keeps the seat must not play it.
    if row is None or not row.armed or state.player(seat).kind != "member":
        return None
    return row if turn_of(state.view(seat)) is not None else None


async def play_plan(commit: PendingCommit) -> bool:
    """Play the next step of the plan whose turn has come. This is a `FollowUp`.

    Afterwards the plan is one step shorter, or not armed. If the plan stops, its earlier moves
    remain valid. The member is then notified as usual, and the panel says why it stopped.

    Returns:
        Whether a plan was due.
    """
    row = due_plan(commit.state)
    if row is None:
        return False
    await _play(commit, row)
    return True


async def _play(commit: PendingCommit, row: PlanRow) -> None:
    try:
        await _play_step(commit, row)
    except engine.Refused as refused:
        log.info("table %d: a plan was refused: %s", row.table_id, refused.code)
        _stop(commit, row, PlanStopped("fault"))
    except Exception:  # the move before the plan must be committed, whatever the plan does
        log.exception("table %d: a plan cannot be played", row.table_id)
        _stop(commit, row, PlanStopped("fault"))


async def _play_step(commit: PendingCommit, row: PlanRow) -> None:
    state = commit.state
    seat = state.game.table.turn
    # The planned turn has passed, perhaps by a deadline or a substitute. Do not play it a turn
    # late.
    if state.game.gone_by(seat, row.seq):
        commit.delete_plan(row.user_id)
        return
    step = await _next_step(state, seat, row)
    if isinstance(step, PlanStopped):
        _stop(commit, row, step)
        return
    commit.enter(seat, automatic_move_key(state, PLAN_KEY_PREFIX, seat), engine.write(step.move))
    _keep_rest(commit, row, step)


async def _next_step(state: TableState, seat: int, row: PlanRow) -> PlanStep | PlanStopped:
    if state.game.table.round != row.round:
        return PlanStopped("round")
    try:
        plan = Plan.read(row.body)
    except ValueError:
        return PlanStopped("fault")
    # In a thread: a hint takes some milliseconds, in which the event loop must not stop.
    return await asyncio.to_thread(following, plan, state.view(seat))


def _keep_rest(commit: PendingCommit, row: PlanRow, step: PlanStep) -> None:
    match step.rest:
        case None:
            commit.delete_plan(row.user_id)
        case PlanStopped():
            _stop(commit, row, step.rest)
        case Plan():
            commit.save_plan(replace(row, body=str(step.rest)))


def _stop(commit: PendingCommit, row: PlanRow, halt: PlanStopped) -> None:
    commit.save_plan(disarmed(row, commit.state.row.seq, halt))


# ---- typed melds and lay-offs


def parse_lays(text: str, view: View) -> tuple[Move, ...]:
    """Return the melds and lay-offs in a text. Semicolons or line breaks separate them.

    Raises:
        engine.Refused: A part is not a move.
        Refusal: There are too many moves, or one of them lays nothing.
    """
    parts = (part.strip() for part in text.replace("\n", ";").split(";"))
    moves = tuple(engine.read(part, view) for part in parts if part)
    if len(moves) > MOST_MOVES:
        raise Refusal("plan.too_many", n=MOST_MOVES)
    if not all(isinstance(move, Meld | Add) for move in moves):
        raise Refusal("plan.only_lays")
    return moves
