"""Whom a table waits for: every open decision with its owner, its deadline and what then happens.

lobby                  its host, until nothing has changed for the pace's while: given up
decision of a member   the member, until the wait's deadline: the clock makes the default
decision of a computer the bot, five minutes: the clock makes the default
pause                  whoever paused, until its end: time runs on
place or server gone   the bot, until the end of that pause: ended without result
"""

from collections.abc import Callable

from cogs._game.course import Course, deciding, newcomers
from cogs._game.paces import COMPUTER, PACES, REMIND_AT, Pace
from cogs._game.quiet_hours import audible, reminder
from data.game.rows import Driver, TableRow
from data.people.rows import Preference
from data.store import Store
from data.time.rows import WHOLE_TABLE, Wait


class Waiting:
    """Works out the times of open decisions."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def after(self, row: TableRow, before: Course, course: Course) -> tuple[Wait, ...]:
        """Whom the table waits for after a move. Who was asked before keeps their times."""
        open_now = {wait.seat: wait for wait in await self._store.time.waits(row.id)}
        fresh = newcomers(before.table, course.table)
        return tuple(
            [
                open_now[seat]
                if seat in open_now and seat not in fresh
                else await self._new(row, seat, course.seq)
                for seat in deciding(course.table)
            ]
        )

    async def begin(self, row: TableRow, course: Course, *again: int) -> None:
        """Time the decisions that are not timed yet, and those of some seats once more."""
        kept = [wait for wait in await self._store.time.waits(row.id) if wait.seat not in again]
        await self._store.time.wait_for(row.id, tuple(kept))
        await self._store.time.wait_for(row.id, await self.after(row, course, course))

    async def is_late(self, row: TableRow, seat: int, at: float) -> bool:
        """Whether a press at `at`, by Discord's clock, came after the seat's deadline."""
        if row.deadline is None or at <= row.deadline:
            return False
        waits = await self._store.time.waits(row.id)
        return any(wait.seat == seat and wait.deadline < at for wait in waits)

    async def _new(self, row: TableRow, seat: int, seq: int) -> Wait:
        driver = row.seats[seat].driver
        if driver is None or driver.kind == "computer" or driver.user_id is None:
            now = self._now()
            return Wait(seat, seq, now, now + COMPUTER, COMPUTER)
        return await self._asked(row, seat, seq, driver)

    async def _asked(self, row: TableRow, seat: int, seq: int, driver: Driver) -> Wait:
        """The times of a member's decision; a pause that lasts comes before them."""
        assert driver.user_id is not None
        pace, wish = PACES[row.pace], await self._store.people.preference(driver.user_id)
        since = await self._from(row.id, seat)
        deadline = since + pace.free + await self._left(row.id, seat, pace)
        return Wait(
            seat=seat,
            seq=seq,
            since=since,
            deadline=deadline,
            free=pace.free,
            tell=None if wish.way == "none" else audible(wish, since),
            remind=self._remind(pace, wish, since, deadline),
        )

    async def _from(self, table_id: int, seat: int) -> float:
        holds = await self._store.time.holds(table_id)
        ends = [hold.until for hold in holds if hold.seat in {seat, WHOLE_TABLE}]
        return max([self._now(), *ends])

    async def _left(self, table_id: int, seat: int, pace: Pace) -> float:
        if not pace.bank:
            return 0.0
        return max(0.0, pace.bank - (await self._store.time.spent(table_id)).get(seat, 0.0))

    def _remind(self, pace: Pace, wish: Preference, since: float, deadline: float) -> float | None:
        if wish.way == "none" or not pace.reminds:
            return None
        return reminder(wish, since + REMIND_AT * (deadline - since), deadline)
