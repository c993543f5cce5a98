"""The planner: plans that members have made, kept, and played when their turn comes.

A plan is played before anybody is told whose turn it is: whoever has planned the whole turn is
not called. Where it stops, what was played stays, the member is called as usual, and their panel
says why. To all others the moves are moves like any.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakValueDictionary

import engine
from cogs._game.tables import Live, Tables
from data.people.plans import PlanRow
from data.store import Store
from engine.advice.turn_plan import Halt, Plan, PlanStep, following, turn_of
from engine.model.events import Dealt, Discarded

log = logging.getLogger(__name__)

KEY: Final = "plan:"
"""How the keys of entries begin that a plan has made."""
NO_WISH: Final = Plan()


@dataclass(frozen=True, slots=True)
class Planned:
    """A member's plan: whether it is to be played, or why it was not played to its end."""

    plan: Plan = NO_WISH
    armed: bool = False
    halt: Halt | None = None


NOTHING_PLANNED: Final = Planned()


class Planner:
    """Plays the plans of one bot."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def run(self, live: Live) -> Live:
        """Play the plan of the member whose turn it is, as far as it goes; the table after it."""
        if await self._due(live) is None:
            return live
        async with self._locks.setdefault(live.row.id, asyncio.Lock()):
            live = await self._tables.load(live.row.id)
            while row := await self._due(live):
                live = await self._next(live, row)
            return live

    async def _due(self, live: Live) -> PlanRow | None:
        """The plan that is to be played now, if there is one."""
        seat = live.course.table.turn
        driver = live.driver(seat)
        if driver.kind != "member" or driver.user_id is None or not turn_of_table(live):
            return None
        row = await self._store.people.plan(live.row.id, driver.user_id)
        return row if row is not None and row.armed else None

    async def _next(self, live: Live, row: PlanRow) -> Live:
        """The table after one step of a plan, which then is shorter, or no longer armed."""
        try:
            return await self._stepped(live, row)
        except engine.Refused as refused:
            log.info("table %d: a plan was refused: %s", row.table_id, refused.code)
            halt = Halt("fault")
        except Exception:  # one member's plan is not the table's trouble
            log.exception("table %d: a plan cannot be played", row.table_id)
            halt = Halt("fault")
        await self._store.people.keep_plan(stopped(row, live, halt))
        return live

    async def _stepped(self, live: Live, row: PlanRow) -> Live:
        seat = live.course.table.turn
        if gone_by(live, seat, row.seq):
            await self._store.people.drop_plan(row.table_id, row.user_id)
            return live
        found = await self._found(live, seat, row)
        if isinstance(found, Halt):
            await self._store.people.keep_plan(stopped(row, live, found))
            return live
        acted = await self._tables.act(
            row.table_id,
            seat,
            engine.write(found.move),
            seen=live.row.seq,
            key=f"{KEY}{row.table_id}:{seat}:{live.row.seq}",
        )
        if not acted.stale:
            await self._keep_rest(acted.live, row, found)
        return acted.live

    async def _found(self, live: Live, seat: int, row: PlanRow) -> PlanStep | Halt:
        if live.course.table.round != row.round:
            return Halt("round")
        # A hint thinks for some milliseconds, in which others may press.
        return await asyncio.to_thread(following, Plan.read(row.body), live.view(seat))

    async def _keep_rest(self, live: Live, row: PlanRow, step: PlanStep) -> None:
        match step.rest:
            case None:
                await self._store.people.drop_plan(row.table_id, row.user_id)
            case Halt():
                await self._store.people.keep_plan(stopped(row, live, step.rest))
            case Plan():
                await self._store.people.keep_plan(replace(row, body=str(step.rest)))


def turn_of_table(live: Live) -> bool:
    """Whether the table waits for somebody to draw or to play."""
    return turn_of(live.view(live.course.table.turn)) is not None


def stopped(row: PlanRow, live: Live, halt: Halt) -> PlanRow:
    """A plan that goes no further from where the table stands now."""
    return replace(row, seq=live.row.seq, armed=False, note=str(halt))


def gone_by(live: Live, seat: int, seq: int) -> bool:
    """Whether the seat has ended a turn since entry `seq`, in whatever way."""
    return any(isinstance(event, Discarded) and event.seat == seat for event in since(live, seq))


def same_hand(live: Live, seat: int, seq: int) -> bool:
    """Whether nothing since entry `seq` can have changed the cards of a seat."""
    return not any(isinstance(event, Dealt) or event.whose == seat for event in since(live, seq))


def since(live: Live, seq: int) -> list[engine.Event]:
    """What has happened after entry `seq`."""
    found: list[engine.Event] = []
    for step in reversed(live.course.steps):
        if step.seq <= seq:
            break
        found.extend(step.events)
    return found


async def load(store: Store, live: Live, seat: int) -> Planned:
    """A seat's plan as its panel shows it. Why it stopped is said until something is done."""
    user_id = live.driver(seat).user_id
    row = None if user_id is None else await store.people.plan(live.row.id, user_id)
    if row is None or gone_by(live, seat, row.seq):
        return NOTHING_PLANNED
    halt = Halt.read(row.note) if row.note and row.seq == live.row.seq else None
    return Planned(Plan.read(row.body), row.armed, halt)


async def save(store: Store, live: Live, seat: int, plan: Plan, *, armed: bool) -> None:
    """Keep a seat's plan for its next turn."""
    user_id = live.driver(seat).user_id
    assert user_id is not None  # a member pressed
    row = live.row
    await store.people.keep_plan(
        PlanRow(row.id, user_id, live.course.table.round, row.seq, armed, str(plan))
    )


async def cancel(store: Store, live: Live, seat: int) -> None:
    """Have no plan."""
    user_id = live.driver(seat).user_id
    assert user_id is not None  # a member pressed
    await store.people.drop_plan(live.row.id, user_id)
