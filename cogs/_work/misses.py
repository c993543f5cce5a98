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
from cogs._game.deadlines import TRAVEL
from cogs._game.links import home
from cogs._game.live import Live, is_attended
from cogs._game.tables import Acted, Tables
from cogs._kit.client import Client
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._messages.mail import mentioning
from cogs._screens.away import away_screen
from cogs._traffic.codes import TROUBLES
from cogs._traffic.patience import in_time
from cogs._work.substitutes import MISSES, Seats
from data.game.rows import Status, TableRow
from data.time.rows import Wait
from data.time.waits import FOR_THE_CLOCK
from engine.model.decision import Decision

log = logging.getLogger(__name__)

STEPS: Final = 12
"""Moves in one turn that are made for somebody; a turn of defaults has two or three."""
NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who is not, or no longer, on the server."""


class Absence:
    """Answers for those who do not.

    `goes_on` hears of every table that does, after `at_once` has given the answers that need no
    time: whoever has answered beforehand is not asked. `moved` hears where a seat is handed over.
    """

    def __init__(
        self,
        bot: Client,
        tables: Tables,
        seats: Seats,
        moved: Callable[[TableRow], None],
        goes_on: Callable[[Live], None],
        at_once: Callable[[Live], Awaitable[Live]],
    ) -> None:
        self._bot = bot
        self._time = bot.store.time
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
        before = self._bot.clock() - TRAVEL
        live = await self._tables.load(table_id)
        if not is_attended(live.row):  # computer players alone never move
            await self._seats.rest(live.row)
            return
        for wait in live.beside.waits:
            if wait.deadline < before:
                await self._decide(await self._tables.newest(live), wait, before)

    async def _decide(self, live: Live, wait: Wait, before: float) -> None:
        for _ in range(STEPS):
            decision = default_of(live, wait.seat)
            if decision is None or not is_open(live, wait):
                break
            acted = await self._act(live, wait, decision, before)
            # a press came first, and it wins, or a pause; look again at the next look
            if acted.stale:
                return
            live = acted.live
        live = await self._at_once(live)
        self._goes_on(live)
        if live.row.status is Status.PLAYING and live.driver(wait.seat).kind == "member":
            await self._missed(live, wait.seat)

    async def _act(self, live: Live, wait: Wait, decision: Decision, before: float) -> Acted:
        assert decision.default is not None
        seen = live.row.seq
        return await self._tables.act(
            live,
            wait.seat,
            engine.write(decision.default),
            seen=seen,
            expired=before,
            key=f"{FOR_THE_CLOCK}{live.row.id}:{wait.seq}:{seen}",
        )

    async def _missed(self, live: Live, seat: int) -> None:
        missed = await self._time.missed(live.row.id, seat)
        if missed >= MISSES:
            await self._hand_over(live, seat)
        elif missed == 1:
            self._aside(self._ask_after(live, seat))

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Ask or tell Discord something while the clock goes on: it may hang."""
        task = asyncio.create_task(work)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _hand_over(self, live: Live, seat: int) -> None:
        row = await self._seats.absent(live.row.id, seat)
        if row is None:
            return
        self._moved(row)
        self._aside(self._announce(await self._tables.load(row.id), seat))

    async def _announce(self, live: Live, seat: int) -> None:
        """Explain what becomes of a seat now, and the way back."""
        place = self._bot.get_partial_messageable(home(live.row), guild_id=live.row.guild_id)
        try:
            async with in_public(self._bot, live.row.guild_id):
                view = away_screen(live, seat)
                await in_time(self._bot, place.send(view=view, allowed_mentions=mentioning()))
        except TROUBLES as error:
            # The table itself shows who drives; only the explanation is lost.
            log.info("table %d: a hand-over is not announced: %r", live.row.id, error)

    async def _ask_after(self, live: Live, seat: int) -> None:
        """Once in a row of misses: is the member still on this server? Else hand over for good."""
        user_id, guild = live.driver(seat).user_id, self._bot.get_guild(live.row.guild_id)
        if guild is None or user_id is None:
            return
        try:
            await in_time(self._bot, guild.fetch_member(user_id))
        except discord.NotFound as error:
            if error.code in NO_MEMBER:
                await self._leave(live.row.id, user_id)
        except TROUBLES as error:
            log.info("table %d: cannot ask after a member: %r", live.row.id, error)

    async def _leave(self, table_id: int, user_id: int) -> None:
        try:
            self._moved(await self._seats.leave(table_id, user_id))
        except Refusal as refusal:
            log.info("table %d: no seat was left to hand over: %s", table_id, refusal.key)


def is_open(live: Live, wait: Wait) -> bool:
    """Whether a decision is open still, and not one of the same seat that came after it."""
    now = live.wait(wait.seat)
    return now is not None and now.seq == wait.seq


def default_of(live: Live, seat: int) -> Decision | None:
    """The decision that holds the table up at this seat, with its default."""
    for decision in engine.pending(live.game.table):
        if decision.seat == seat and decision.default is not None:
            return decision
    return None
