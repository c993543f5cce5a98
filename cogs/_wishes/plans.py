"""Plans that members have made for their next turn, as they are kept and as their panels show them.

To all others the moves of a plan are moves like any.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

import engine
from cogs._game.commit import Commit
from cogs._game.following import key
from cogs._game.live import Live
from data.people.plans import PlanRow
from engine.advice.turn_plan import Halt, Plan, PlanStep, following, turn_of

log = logging.getLogger(__name__)

PLAN: Final = "plan"
NO_WISH: Final = Plan()


@dataclass(frozen=True, slots=True)
class Planned:
    """A member's plan: whether it is to be played, or why it was not played to its end."""

    plan: Plan = NO_WISH
    armed: bool = False
    halt: Halt | None = None


NOTHING_PLANNED: Final = Planned()


def planned(row: PlanRow, newest: int, round_: int) -> Planned:
    """A plan as its panel shows it. Why it stopped is said until something is done.

    `newest` is the newest entry of the log. What was set in another round than `round_` is not
    played any more.
    """
    halt = Halt.read(row.note) if row.note and row.seq == newest else None
    return Planned(Plan.read(row.body), row.armed and row.round == round_, halt)


def stopped(row: PlanRow, seq: int, halt: Halt) -> PlanRow:
    """A plan that goes no further from entry `seq` of the log on."""
    return replace(row, seq=seq, armed=False, note=str(halt))


def plan_of(live: Live, seat: int) -> Planned:
    """Return the plan of a seat's player; none once its turn has passed."""
    row = live.chosen(seat).plan
    if row is None or live.game.gone_by(seat, row.seq):
        return NOTHING_PLANNED
    return planned(row, live.row.seq, live.game.table.round)


def due_plan(live: Live) -> PlanRow | None:
    """The plan that is to be played now, if there is one."""
    seat = live.game.table.turn
    row = live.chosen(seat).plan
    if row is None or not row.armed or live.driver(seat).kind != "member":
        return None
    return row if turn_of(live.view(seat)) is not None else None


async def play_plan(commit: Commit) -> bool:
    """Play the next step of the plan whose turn has come. This is a `FollowUp`.

    The plan is one step shorter afterwards, or no longer armed. Where it stops, what was played
    stays: the member is notified as usual, and their panel says why.
    """
    row = due_plan(commit.live)
    if row is None:
        return False
    await _play(commit, row)
    return True


async def _play(commit: Commit, row: PlanRow) -> None:
    try:
        await _stepped(commit, row)
    except engine.Refused as refused:
        log.info("table %d: a plan was refused: %s", row.table_id, refused.code)
        _stop(commit, row, Halt("fault"))
    except Exception:  # one member's plan is not the table's trouble
        log.exception("table %d: a plan cannot be played", row.table_id)
        _stop(commit, row, Halt("fault"))


async def _stepped(commit: Commit, row: PlanRow) -> None:
    live = commit.live
    seat = live.game.table.turn
    if live.game.gone_by(seat, row.seq):
        commit.drop_plan(row.user_id)
        return
    found = await _found(live, seat, row)
    if isinstance(found, Halt):
        _stop(commit, row, found)
        return
    commit.enter(seat, key(live, PLAN, seat), engine.write(found.move))
    _keep_rest(commit, row, found)


async def _found(live: Live, seat: int, row: PlanRow) -> PlanStep | Halt:
    if live.game.table.round != row.round:
        return Halt("round")
    # A hint thinks for some milliseconds, in which other tables go on.
    return await asyncio.to_thread(following, Plan.read(row.body), live.view(seat))


def _keep_rest(commit: Commit, row: PlanRow, step: PlanStep) -> None:
    match step.rest:
        case None:
            commit.drop_plan(row.user_id)
        case Halt():
            _stop(commit, row, step.rest)
        case Plan():
            commit.keep_plan(replace(row, body=str(step.rest)))


def _stop(commit: Commit, row: PlanRow, halt: Halt) -> None:
    commit.keep_plan(stopped(row, commit.live.row.seq, halt))
