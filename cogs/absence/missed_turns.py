"""What happens when somebody does not answer: the harmless default, said aloud; then a driver.

The default is the rules' own (`Decision.default`), for the whole of a turn: whoever missed the
draw is not asked for the discard a day later. After three misses in a row a computer player
drives the seat until its member is back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import discord

import engine
from cogs.absence.layout import away_screen
from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.deadlines import CLOCK_TOLERANCE
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
"""Moves in one turn that are made for somebody; a turn of defaults has two or three."""
NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who is not, or no longer, on the server."""


class MissedTurns:
    """Answers for those who do not.

    `goes_on` hears of every table that does, after `at_once` has given the answers that need no
    time: whoever has answered beforehand is not asked. `moved` hears where a seat is handed over.
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
        self._asking: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop asking and telling."""
        for task in self._asking:
            task.cancel()

    async def begin(self, table_id: int) -> None:
        """Time a table that has just begun."""
        async with self._tables.lock(table_id):
            await self._tables.begin(table_id)

    async def expire(self, table_id: int) -> None:
        """Make the decisions whose time was up before any press could be under way still."""
        before = self._bot.clock() - CLOCK_TOLERANCE
        state = await self._tables.load(table_id)
        if not has_member_player(state.row):  # computer players alone never move
            await self._seats.rest(state.row)
            return
        for open_decision in state.circumstances.open_decisions:
            if open_decision.deadline < before:
                await self._decide(await self._tables.newest(state), open_decision, before)

    async def _decide(self, state: TableState, open_decision: OpenDecision, before: float) -> None:
        for _ in range(STEPS):
            decision = default_of(state, open_decision.seat)
            if decision is None or not is_open(state, open_decision):
                break
            acted = await self._act(state, open_decision, decision, before)
            # a press came first, and it wins, or a pause; look again at the next look
            if acted.stale:
                return
            state = acted.live
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
        missed = await self._time.missed_in_a_row(state.row.id, seat)
        if missed >= MAX_MISSED_TURNS:
            await self._hand_over(state, seat)
        elif missed == 1:
            self._aside(self._ask_after(state, seat))

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Ask or tell Discord something while the clock goes on: it may hang."""
        task = asyncio.create_task(work)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _hand_over(self, state: TableState, seat: int) -> None:
        row = await self._seats.absent(state.row.id, seat)
        if row is None:
            return
        self._moved(row)
        self._aside(self._announce(await self._tables.load(row.id), seat))

    async def _announce(self, state: TableState, seat: int) -> None:
        """Explain what becomes of a seat now, and the way back."""
        channel = self._bot.get_partial_messageable(
            channel_of_table(state.row), guild_id=state.row.guild_id
        )
        try:
            async with speaking_guild_locale(self._bot, state.row.guild_id):
                view = away_screen(state, seat)
                await with_timeout(
                    self._bot, channel.send(view=view, allowed_mentions=allow_mentions())
                )
        except DISCORD_ERRORS as error:
            # The table itself shows who drives; only the explanation is lost.
            log.info("table %d: a hand-over is not announced: %r", state.row.id, error)

    async def _ask_after(self, state: TableState, seat: int) -> None:
        """Once in a row of misses: is the member still on this server? Else hand over for good."""
        user_id, guild = state.player(seat).user_id, self._bot.get_guild(state.row.guild_id)
        if guild is None or user_id is None:
            return
        try:
            await with_timeout(self._bot, guild.fetch_member(user_id))
        except discord.NotFound as error:
            if error.code in NO_MEMBER:
                await self._leave(state.row.id, user_id)
        except DISCORD_ERRORS as error:
            log.info("table %d: cannot ask after a member: %r", state.row.id, error)

    async def _leave(self, table_id: int, user_id: int) -> None:
        try:
            self._moved(await self._seats.leave(table_id, user_id))
        except Refusal as refusal:
            log.info("table %d: no seat was left to hand over: %s", table_id, refusal.key)


def is_open(state: TableState, open_decision: OpenDecision) -> bool:
    """Whether a decision is open still, and not one of the same seat that came after it."""
    now = state.wait(open_decision.seat)
    return now is not None and now.seq == open_decision.seq


def default_of(state: TableState, seat: int) -> Decision | None:
    """The decision that holds the table up at this seat, with its default."""
    for decision in engine.pending(state.game.table):
        if decision.seat == seat and decision.default is not None:
            return decision
    return None
