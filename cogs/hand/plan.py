"""Plans that members have made for their next turn, as they are kept and as their panels show them.

To all others the moves of a plan are moves like any.
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
NO_WISH: Final = Plan()


@dataclass(frozen=True, slots=True)
class PlanState:
    """A member's plan: whether it is to be played, or why it was not played to its end."""

    plan: Plan = NO_WISH
    armed: bool = False
    halt: PlanStopped | None = None


NOTHING_PLANNED: Final = PlanState()


def plan_state(row: PlanRow, newest: int, round_: int) -> PlanState:
    """A plan as its panel shows it. Why it stopped is said until something is done.

    `newest` is the newest entry of the log. What was set in another round than `round_` is not
    played any more.
    """
    halt = PlanStopped.read(row.note) if row.note and row.seq == newest else None
    return PlanState(Plan.read(row.body), row.armed and row.round == round_, halt)


def disarmed(row: PlanRow, seq: int, halt: PlanStopped) -> PlanRow:
    """A plan that goes no further from entry `seq` of the log on."""
    return replace(row, seq=seq, armed=False, note=str(halt))


def plan_of(state: TableState, seat: int) -> PlanState:
    """Return the plan of a seat's player; none once its turn has passed."""
    row = state.chosen(seat).plan
    if row is None or state.game.gone_by(seat, row.seq):
        return NOTHING_PLANNED
    return plan_state(row, state.row.seq, state.game.table.round)


def due_plan(state: TableState) -> PlanRow | None:
    """The plan that is to be played now, if there is one."""
    seat = state.game.table.turn
    row = state.chosen(seat).plan
    if row is None or not row.armed or state.player(seat).kind != "member":
        return None
    return row if turn_of(state.view(seat)) is not None else None


async def play_plan(commit: PendingCommit) -> bool:
    """Play the next step of the plan whose turn has come. This is a `FollowUp`.

    The plan is one step shorter afterwards, or no longer armed. Where it stops, what was played
    stays: the member is notified as usual, and their panel says why.
    """
    row = due_plan(commit.live)
    if row is None:
        return False
    await _play(commit, row)
    return True


async def _play(commit: PendingCommit, row: PlanRow) -> None:
    try:
        await _stepped(commit, row)
    except engine.Refused as refused:
        log.info("table %d: a plan was refused: %s", row.table_id, refused.code)
        _stop(commit, row, PlanStopped("fault"))
    except Exception:  # one member's plan is not the table's trouble
        log.exception("table %d: a plan cannot be played", row.table_id)
        _stop(commit, row, PlanStopped("fault"))


async def _stepped(commit: PendingCommit, row: PlanRow) -> None:
    state = commit.live
    seat = state.game.table.turn
    if state.game.gone_by(seat, row.seq):
        commit.drop_plan(row.user_id)
        return
    found = await _found(state, seat, row)
    if isinstance(found, PlanStopped):
        _stop(commit, row, found)
        return
    commit.enter(seat, automatic_move_key(state, PLAN_KEY_PREFIX, seat), engine.write(found.move))
    _keep_rest(commit, row, found)


async def _found(state: TableState, seat: int, row: PlanRow) -> PlanStep | PlanStopped:
    if state.game.table.round != row.round:
        return PlanStopped("round")
    # A hint thinks for some milliseconds, in which other tables go on.
    return await asyncio.to_thread(following, Plan.read(row.body), state.view(seat))


def _keep_rest(commit: PendingCommit, row: PlanRow, step: PlanStep) -> None:
    match step.rest:
        case None:
            commit.drop_plan(row.user_id)
        case PlanStopped():
            _stop(commit, row, step.rest)
        case Plan():
            commit.keep_plan(replace(row, body=str(step.rest)))


def _stop(commit: PendingCommit, row: PlanRow, halt: PlanStopped) -> None:
    commit.keep_plan(disarmed(row, commit.live.row.seq, halt))


# ---- A plan's melds and lay-offs as a member types them


def parse_lays(text: str, view: View) -> tuple[Move, ...]:
    """The melds and lay-offs that a text names, with semicolons or new lines between them.

    Raises `engine.Refused` for what is no move, `Refusal` for moves that lay nothing.
    """
    parts = (part.strip() for part in text.replace("\n", ";").split(";"))
    moves = tuple(engine.read(part, view) for part in parts if part)
    if len(moves) > MOST_MOVES:
        raise Refusal("plan.too_many", n=MOST_MOVES)
    if not all(isinstance(move, Meld | Add) for move in moves):
        raise Refusal("plan.only_lays")
    return moves
