"""`PauseService`: pauses of a member, of a whole table, and of tables that the bot cannot reach.

A pause stops the clocks of the members it covers. Everybody may still play. Not here: how many days
of pause are left, which the database counts.
"""

import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from cogs.core.refusals import Refusal
from cogs.game.deadlines import DAY, HOLIDAY_DAYS
from cogs.game.seat_changes import NO_MEMBER_PAUSE
from cogs.game.sessions import TableSessions
from cogs.game.state import is_played_by_computer
from data.models.deadlines import WHOLE_TABLE, Pause, PauseReason
from data.models.tables import TableRow
from data.repositories.deadlines import PauseRepository
from data.repositories.tables import TableRepository

log = logging.getLogger(__name__)

MAX_UNREACHABLE: Final[dict[PauseReason, float]] = {
    "place": 7 * DAY,
    "server": 30 * DAY,
    "nobody": NO_MEMBER_PAUSE,
}
"""How many seconds a game waits for its channel, its server or a member before it ends."""


class PauseService:
    """All pauses of one bot's tables. `moved` is called with each table whose deadlines changed."""

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

    async def pause_member(self, table_id: int, user_id: int, days: int) -> None:
        """Pause the clock of a member's seat for some days.

        Raises:
            Refusal: Too few days of pause are left, or the member does not play the seat.
        """
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            seat = state.require_seat(user_id)
            if is_played_by_computer(state, seat):
                raise Refusal("clock.not_back")
            left = await self._take(table_id, seat, "member", days)
        if left is not None:
            raise Refusal("clock.budget", n=left)
        await self._show(table_id)

    async def end_member_pause(self, table_id: int, user_id: int) -> bool:
        """End the pause of a member's seat. Return False if there was none.

        Raises:
            Refusal: The member has no seat.
        """
        async with self._tables.changing(table_id):
            state = await self._tables.load(table_id)
            ended = await self._pauses.end(table_id, state.require_seat(user_id), "member")
        if ended:
            await self._show(table_id)
        return ended

    # ---- holidays: pauses at all tables of a member

    async def begin_holiday(self, user_id: int, until: float) -> None:
        """Pause a member's clock at all tables, at each for as long as its days of pause last.

        So a holiday delays no game for longer than pauses may, even if the member extends it often.
        """
        async with self._changing_all(user_id):
            await self._pauses.begin_holiday(user_id, until, HOLIDAY_DAYS)

    async def end_holiday(self, user_id: int) -> bool:
        """End a member's holiday and its pauses. Return False if they had none."""
        async with self._changing_all(user_id):
            return await self._pauses.end_holiday(user_id)

    async def finish_holiday(self, user_id: int) -> None:
        """Finish a holiday whose time is over, together with its pauses."""
        async with self._changing_all(user_id):
            await self._pauses.finish_holiday(user_id)

    @asynccontextmanager
    async def _changing_all(self, user_id: int) -> AsyncIterator[None]:
        """Lock all tables of a member during the block, then show the tables."""
        table_ids = await self._pauses.games_of_member(user_id)
        # Always in the order of the query. Two members of the same tables who took the locks in
        # different orders would wait for each other for ever.
        async with AsyncExitStack() as stack:
            for table_id in table_ids:
                await stack.enter_async_context(self._tables.changing(table_id))
            yield
        for table_id in table_ids:
            await self._show(table_id)

    # ---- pauses of a whole table

    async def pause_table(self, table_id: int, days: int) -> None:
        """Pause the whole table for some days.

        Raises:
            Refusal: The table has too few days of pause left.
        """
        async with self._tables.changing(table_id):
            left = await self._take(table_id, WHOLE_TABLE, "table", days)
        if left is not None:
            raise Refusal("run.budget", n=left)
        await self._show(table_id)

    async def pause_unreachable(self, table_id: int, reason: PauseReason) -> bool:
        """Pause a table without channel or server. Return False if it is already paused."""
        pauses = await self._pauses.of_table(table_id)
        if any(pause.reason == reason for pause in pauses):
            return False
        now = self._now()
        pause = Pause(WHOLE_TABLE, reason, now, now + MAX_UNREACHABLE[reason])
        async with self._tables.changing(table_id):
            await self._pauses.begin(table_id, pause)  # not shown: there is no channel
        return True

    async def end(self, table_id: int, seat: int, reason: PauseReason) -> bool:
        """End a pause. Return False if there was none."""
        async with self._tables.changing(table_id):
            ended = await self._pauses.end(table_id, seat, reason)
        if ended:
            await self._show(table_id)
        return ended

    async def finish(self, table_id: int, pause: Pause) -> None:
        """Finish a pause whose time is over, unless it was extended. This may end the game."""
        async with self._tables.changing(table_id):
            end = await self._pauses.finish(table_id, pause.seat, pause.reason)
        if end == "given up":
            log.warning("table %d: ended without result: %s", table_id, pause.reason)
        # The bot has left the server of such a table, so it can show nothing there.
        if end is not None and pause.reason != "server":
            await self._show(table_id)

    def note_shifted(self, table_ids: Iterable[int]) -> None:
        """Reload these tables before their next use, because their deadlines were shifted."""
        for table_id in table_ids:
            self._tables.changed(table_id)

    async def _take(self, table_id: int, seat: int, reason: PauseReason, days: int) -> int | None:
        """Begin a pause, and return None.

        If too few days are left, change nothing and return the number of days left. The caller must
        be inside `TableSessions.changing`.
        """
        now = self._now()
        pause = Pause(seat, reason, now, now + days * DAY)
        return await self._pauses.begin_budgeted(table_id, pause, HOLIDAY_DAYS)

    async def _show(self, table_id: int) -> None:
        await self._rows.mark_outdated(table_id)
        row = await self._rows.find(table_id)
        if row is not None:
            self._moved(row)
