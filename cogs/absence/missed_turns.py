"""Missed turns: default moves at the deadline, and a computer player after three missed turns.

The rules define the default move (`Decision.default`). The bot makes default moves until the turn
is over: a member who missed the draw is not asked for the discard a day later. Not here: deadlines
(`cogs.game.deadlines`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import engine
from cogs.absence.layout import away_layout
from cogs.core.bot import TuppenceBot
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.deadlines import CLOCK_TOLERANCE, SOLO_SECONDS
from cogs.game.seat_changes import MAX_MISSED_TURNS, SeatChanges
from cogs.game.sessions import ActResult, TableSessions
from cogs.game.state import TableState, has_member_player
from cogs.reminders.messenger import allow_mentions
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.texts import channel_of_table
from data.models.deadlines import OpenDecision
from data.models.moves import CLOCK_KEY_PREFIX
from data.models.tables import TableRow, TableStatus
from engine.model.decision import Decision

log = logging.getLogger(__name__)

STEPS: Final = 12
"""Most default moves in one turn. Two or three are usual."""


class MissedTurns:
    """Makes default moves at deadlines.

    Args:
        bot: The bot.
        tables: Loads and commits.
        seats: Gives a seat to another player.
        moved: Called with each table where a seat got another player.
        goes_on: Called with each table where default moves were made.
        at_once: Makes moves that need no time, such as answers of computer players. Called before
            `goes_on`, so that nobody is notified of a decision that is already made.
    """

    def __init__(
        self,
        bot: TuppenceBot,
        tables: TableSessions,
        seats: SeatChanges,
        moved: Callable[[TableRow], None],
        goes_on: Callable[[TableState], None],
        at_once: Callable[[TableState], Awaitable[TableState]],
    ) -> None:
        self._bot = bot
        self._time = bot.database.deadlines
        self._tables = tables
        self._seats = seats
        self._moved = moved
        self._goes_on = goes_on
        self._at_once = at_once
        # The event loop keeps only weak references. Without the set, a running task could be
        # collected.
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Cancel the requests to Discord that are still running."""
        for task in self._tasks:
            task.cancel()

    async def start_clock(self, table_id: int) -> None:
        """Set the first deadlines of a table that has just started."""
        async with self._tables.lock(table_id):
            await self._tables.start_decisions(table_id)

    async def expire(self, table_id: int) -> None:
        """Make the default moves for a table's expired decisions.

        A decision expires some time after its deadline, when no interaction from before the
        deadline can still arrive.
        """
        before = self._bot.clock() - CLOCK_TOLERANCE
        state = await self._tables.load(table_id)
        if not has_member_player(state.row):  # computer players alone never move
            await self._seats.pause_if_abandoned(state.row)
            return
        for open_decision in state.circumstances.open_decisions:
            if open_decision.deadline < before:
                if await self._end_if_idle(state, open_decision):
                    return
                await self._decide(await self._tables.newest(state), open_decision, before)

    async def _end_if_idle(self, state: TableState, open_decision: OpenDecision) -> bool:
        """End a solo game whose member has not moved for `SOLO_SECONDS`. Pauses do not count.

        Return False if the game continues.
        """
        if not state.row.is_solo:
            return False
        missed = await self._time.missed_in_a_row(state.row.id, open_decision.seat)
        if (missed + 1) * open_decision.free < SOLO_SECONDS:
            return False
        async with self._tables.changing(state.row.id):
            ended = await self._bot.database.tables.end_solo(state.row.id, state.row.seq)
        if ended:
            self._moved(await self._bot.database.tables.get(state.row.id))
        return ended

    async def _decide(self, state: TableState, open_decision: OpenDecision, before: float) -> None:
        for _ in range(STEPS):
            decision = default_of(state, open_decision.seat)
            if decision is None or not _is_open(state, open_decision):
                break
            acted = await self._act(state, open_decision, decision, before)
            # The member moved or paused first, and that counts. The next poll checks the seat
            # again.
            if acted.stale:
                return
            state = acted.state
        state = await self._at_once(state)
        self._goes_on(state)
        if (
            state.row.status is TableStatus.PLAYING
            and state.player(open_decision.seat).kind == "member"
        ):
            await self._missed(state, open_decision.seat)

    async def _act(
        self, state: TableState, open_decision: OpenDecision, decision: Decision, before: float
    ) -> ActResult:
        assert decision.default is not None
        seen = state.row.seq
        return await self._tables.act(
            state,
            open_decision.seat,
            engine.write(decision.default),
            seen=seen,
            expired=before,
            key=f"{CLOCK_KEY_PREFIX}{state.row.id}:{open_decision.seq}:{seen}",
        )

    async def _missed(self, state: TableState, seat: int) -> None:
        # A member who has left the server keeps the seat as long as anybody else.
        if await self._time.missed_in_a_row(state.row.id, seat) >= MAX_MISSED_TURNS:
            await self._hand_over(state, seat)

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a request to Discord in the background.

        A request may hang, and deadlines must go on.
        """
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hand_over(self, state: TableState, seat: int) -> None:
        row = await self._seats.hand_to_computer(state.row.id, seat)
        if row is None:
            return
        self._moved(row)
        self._run_in_background(self._announce(await self._tables.load(row.id), seat))

    async def _announce(self, state: TableState, seat: int) -> None:
        """Announce who plays a seat now.

        The message has a button that gives the seat back to its member.
        """
        channel = self._bot.get_partial_messageable(
            channel_of_table(state.row), guild_id=state.row.guild_id
        )
        try:
            async with speaking_guild_locale(self._bot, state.row.guild_id):
                view = away_layout(state, seat)
                await with_timeout(
                    self._bot, channel.send(view=view, allowed_mentions=allow_mentions())
                )
        except DISCORD_ERRORS as error:
            # No retry: the table message also shows who plays, and only the explanation is lost.
            log.info("table %d: a new player is not announced: %r", state.row.id, error)


def _is_open(state: TableState, open_decision: OpenDecision) -> bool:
    """Return whether the same decision of the seat is still open, and not a later one."""
    now = state.open_decision(open_decision.seat)
    return now is not None and now.seq == open_decision.seq


def default_of(state: TableState, seat: int) -> Decision | None:
    """Return the decision for which the game waits at a seat.

    None if there is none, or if it has no default move.
    """
    for decision in engine.pending(state.game.table):
        if decision.seat == seat and decision.default is not None:
            return decision
    return None
