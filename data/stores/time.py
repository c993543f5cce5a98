"""Deadlines, what must be said about them, pauses and holidays."""

from data.consent import endings
from data.game import messages
from data.people import away
from data.stores.repository import Repository, query, table_transaction, transaction
from data.time import courtesies, digests, holidays, reckoning, timers
from data.time import holds as hold_rows
from data.time import waits as wait_rows


class TimeStore(Repository):
    """Deadlines, reminders and pauses."""

    # open decisions
    wait_for = table_transaction(reckoning.wait_for)
    waits = query(wait_rows.of)
    spent = query(wait_rows.spent)
    untimed = query(wait_rows.untimed)
    missed = query(wait_rows.missed)
    due = query(timers.due)
    grant_grace = transaction(messages.grant_grace, timed=False)

    async def shift(self, by: float, *, noting: tuple[str, str]) -> frozenset[int]:
        """Shift every open time by so many seconds; see `messages.shift`.

        The next commits are dated by the clock that was set.
        """
        self.backend.follow()
        return await self.backend.transaction(lambda c, _: messages.shift(c, by, noting=noting))

    # what must be said
    tables_to_ping = query(wait_rows.due)
    take = table_transaction(wait_rows.take)
    give_back = table_transaction(wait_rows.give_back, timed=False)

    # pauses
    hold = table_transaction(hold_rows.hold)
    take_pause = table_transaction(hold_rows.take)
    days_taken = query(courtesies.paused)
    release = table_transaction(hold_rows.release)
    over = table_transaction(endings.over)
    holds = query(hold_rows.of)
    ended_holds = query(hold_rows.ended)
    lost = query(hold_rows.lost)
    held_in = query(hold_rows.of_server)

    # holidays
    holiday = query(away.find)
    tables_of = query(holidays.tables)
    begin_holiday = transaction(holidays.begin)
    begin_holidays_at = table_transaction(holidays.begin_at)
    end_holiday = transaction(holidays.end)
    holiday_over = transaction(holidays.over)
    ended_holidays = query(away.over)

    # digests
    digests_due = query(digests.due)
    waiting_for = query(digests.waiting)

    # what a seat may do only so often
    nudged = query(courtesies.nudged)
    nudge = table_transaction(courtesies.nudge, timed=False)
