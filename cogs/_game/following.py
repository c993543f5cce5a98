"""What follows from a move by itself: standing answers, and the plans whose turn has come.

It is made in the unit of that move, before anybody is told whose turn it is: whoever has planned
the whole turn is not called. Where a plan stops, what was played stays, the member is called as
usual, and their panel says why.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Final

import engine
from cogs._game.commit import Commit
from cogs._game.lesson_step import reply
from cogs._game.live import Live
from cogs._learning.verdict import SCRIPT
from cogs._wishes.plans import stopped
from data.people.plans import PlanRow
from data.time.waits import STANDING
from engine.advice.turn_plan import Halt, Plan, PlanStep, following, turn_of
from engine.model.moves import Move

log = logging.getLogger(__name__)

PLAN: Final = "plan"


async def settle(commit: Commit) -> None:
    """Make every move that follows by itself."""
    while True:
        answer, plan = by_itself(commit.live), due_plan(commit.live)
        if answer is not None:
            who, seat, body = answer
            commit.enter(seat, key(commit.live, who, seat), body)
        elif plan is not None:
            await play(commit, plan)
        else:
            return


def by_itself(live: Live) -> tuple[str, int, str] | None:
    """The next move that nobody presses: for whom it is made, of which seat, and its text."""
    scripted, answer = reply(live), spoken(live)
    if scripted is not None:
        return SCRIPT, *scripted
    return None if answer is None else (STANDING, answer[0], engine.write(answer[1]))


def key(live: Live, who: str, seat: int) -> str:
    """What the log knows a move by that nobody has pressed."""
    return f"{who}:{live.row.id}:{seat}:{live.row.seq}"


# ---- standing answers


def spoken(live: Live) -> tuple[int, Move] | None:
    """The next seat for which a standing answer speaks now, with the answer."""
    for decision in live.view(None).pending:
        if decision.kind in {"offer", "answer"} and live.driver(decision.seat).kind == "member":
            view = live.view(decision.seat)
            move = live.standing(decision.seat).answer(view, decision.seat, decision.kind)
            if move is not None:
                return decision.seat, move
    return None


# ---- plans


def due_plan(live: Live) -> PlanRow | None:
    """The plan that is to be played now, if there is one."""
    seat = live.game.table.turn
    row = live.chosen(seat).plan
    if row is None or not row.armed or live.driver(seat).kind != "member":
        return None
    return row if turn_of(live.view(seat)) is not None else None


async def play(commit: Commit, row: PlanRow) -> None:
    """Play one step of a plan, which then is shorter, or no longer armed."""
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
