"""Pauses: a member's, the table's, and those that the world outside makes.

While one lasts the clock stands still for those it covers; nobody is kept from playing on.
"""

import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from cogs.core.refusals import Refusal
from cogs.game.deadlines import DAY, HOLIDAY_DAYS
from cogs.game.seat_changes import NO_MEMBER_HOLD
from cogs.game.sessions import TableSessions
from cogs.game.state import is_played_by_computer
from data.models.deadlines import WHOLE_TABLE, Pause, PauseReason
from data.models.tables import TableRow
from data.repositories.deadlines import PauseRepository
from data.repositories.tables import TableRepository

log = logging.getLogger(__name__)

OF_THE_WORLD: Final[dict[PauseReason, float]] = {
    "place": 7 * DAY,
    "server": 30 * DAY,
    "nobody": NO_MEMBER_HOLD,
}
"""How long a game waits for its channel, its server or its members before it ends, no result."""


class PauseService:
    """All pauses, for one bot. `moved` hears of every table whose times have changed."""

    def __init__(
        self,
        rows: TableRepository,
        pauses: PauseRepository,
        tables: TableSessions,
        now: Callable[[], float],
        moved: Callable[[TableRow], None],
    ) -> None:
        self._rows = rows
        self._pauses = pauses
        self._tables = tables
        self._now = now
        self._moved = moved

    async def of_member(self, table_id: int, user_id: int, days: int) -> None:
        """Let the clock of a member's seat stand still.

        Raises `Refusal` when the budget is spent, and for who does not play the seat themselves.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            seat = live.require_seat(user_id)
            if is_played_by_computer(live, seat):
                raise Refusal("clock.not_back")
            left = await self._take(table_id, seat, "member", days)
        if left is not None:
            raise Refusal("clock.budget", n=left)
        await self._show(table_id)

    async def end_of_member(self, table_id: int, user_id: int) -> bool:
        """Let the clock of a member's seat run on; False when it did.

        Raises `Refusal` for who plays no seat.
        """
        async with self._tables.changing(table_id):
            live = await self._tables.load(table_id)
            ended = await self._pauses.end(table_id, live.require_seat(user_id), "member")
        if ended:
            await self._show(table_id)
        return ended

    # ---- holidays: a member's, at all their tables

    async def begin_holiday(self, user_id: int, until: float) -> None:
        """Let a member's clocks stand still, everywhere for as long as that table's budget lasts.

        So no holiday holds a game up for longer than pauses may, however often it is prolonged.
        """
        async with self._changing_all(user_id):
            await self._pauses.begin_holiday(user_id, until, HOLIDAY_DAYS)

    async def end_holiday(self, user_id: int) -> bool:
        """The member is back, and their clocks run; False for who was not away."""
        async with self._changing_all(user_id):
            return await self._pauses.end_holiday(user_id)

    async def holiday_over(self, user_id: int) -> None:
        """A holiday has come to its end, and so have the pauses that it made."""
        async with self._changing_all(user_id):
            await self._pauses.finish_holiday(user_id)

    @asynccontextmanager
    async def _changing_all(self, user_id: int) -> AsyncIterator[None]:
        """Hold the locks of all tables of a member, always in the same order, then show them."""
        table_ids = await self._pauses.games_of_member(user_id)
        async with AsyncExitStack() as stack:
            for table_id in table_ids:
                await stack.enter_async_context(self._tables.changing(table_id))
            yield
        for table_id in table_ids:
            await self._show(table_id)

    # ---- a whole table's

    async def of_table(self, table_id: int, days: int) -> None:
        """Let the whole table's clock stand still. Raises `Refusal` when the budget is spent."""
        async with self._tables.changing(table_id):
            left = await self._take(table_id, WHOLE_TABLE, "table", days)
        if left is not None:
            raise Refusal("run.budget", n=left)
        await self._show(table_id)

    async def by_world(self, table_id: int, reason: PauseReason) -> bool:
        """The place or the server is gone; False when that was known already."""
        known = await self._pauses.of_table(table_id)
        if any(hold.reason == reason for hold in known):
            return False
        now = self._now()
        pause = Pause(WHOLE_TABLE, reason, now, now + OF_THE_WORLD[reason])
        async with self._tables.changing(table_id):
            await self._pauses.begin(table_id, pause)  # shown to nobody: there is no place
        return True

    async def end(self, table_id: int, seat: int, reason: PauseReason) -> bool:
        """Let the clock run on; False when it did."""
        async with self._tables.changing(table_id):
            ended = await self._pauses.end(table_id, seat, reason)
        if ended:
            await self._show(table_id)
        return ended

    async def over(self, table_id: int, hold: Pause) -> None:
        """A pause has come to its end, if it still has: time runs on, or the game is given up."""
        async with self._tables.changing(table_id):
            end = await self._pauses.finish(table_id, hold.seat, hold.reason)
        if end == "given up":
            log.warning("table %d: ended without result: %s", table_id, hold.reason)
        if end is not None and hold.reason != "server":  # where we are not, nothing can be shown
            await self._show(table_id)

    def shifted(self, table_ids: Iterable[int]) -> None:
        """The times of all these tables were moved at once: whoever read them reads them anew."""
        for table_id in table_ids:
            self._tables.changed(table_id)

    async def _take(self, table_id: int, seat: int, reason: PauseReason, days: int) -> int | None:
        """Begin a pause; the days that are left where they are too few.

        The caller is `changing` the table.
        """
        now = self._now()
        pause = Pause(seat, reason, now, now + days * DAY)
        return await self._pauses.begin_budgeted(table_id, pause, HOLIDAY_DAYS)

    async def _show(self, table_id: int) -> None:
        await self._rows.mark_outdated(table_id)
        row = await self._rows.find(table_id)
        if row is not None:
            self._moved(row)
