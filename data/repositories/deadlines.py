"""Deadlines, what must be said about them, pauses and holidays."""

from data.deadlines import deadline_basis, digests, holidays, timers, usage_limits
from data.deadlines import open_decisions as wait_rows
from data.deadlines import pauses as hold_rows
from data.members import holiday_dates
from data.messages import table_messages
from data.repositories.repository import Repository, query, table_transaction, transaction
from data.tables import ending


class DeadlineRepository(Repository):
    """Deadlines, reminders and pauses."""

    # open decisions
    replace_open_decisions = table_transaction(deadline_basis.wait_for)
    open_decisions = query(wait_rows.open_decisions)
    time_used = query(wait_rows.time_used)
    tables_without_deadline = query(wait_rows.tables_without_deadline)
    missed_in_a_row = query(wait_rows.missed_in_a_row)
    due_tables = query(timers.due_tables)
    grant_grace = transaction(table_messages.grant_grace, timed=False)

    async def shift_all(self, by: float, *, noting: tuple[str, str]) -> frozenset[int]:
        """Shift every open time by so many seconds; see `messages.shift`.

        The next commits are dated by the clock that was set.
        """
        self.backend.follow()
        return await self.backend.transaction(
            lambda c, _: table_messages.shift(c, by, noting=noting)
        )

    # what must be said
    tables_to_remind = query(wait_rows.tables_to_remind)
    claim = table_transaction(wait_rows.claim_reminder)
    release = table_transaction(wait_rows.release_reminder, timed=False)

    # pauses
    begin = table_transaction(hold_rows.begin)
    begin_budgeted = table_transaction(hold_rows.begin_budgeted)
    days_used = query(usage_limits.pause_days_used)
    end = table_transaction(hold_rows.end)
    finish = table_transaction(ending.over)
    of_table = query(hold_rows.pauses)
    ended = query(hold_rows.ended_pauses)
    tables_without_channel = query(hold_rows.tables_without_channel)
    paused_in_guild = query(hold_rows.paused_in_guild)

    # holidays
    holiday_until = query(holiday_dates.holiday_until)
    games_of_member = query(holidays.games_of_member)
    begin_holiday = transaction(holidays.begin)
    apply_holidays = table_transaction(holidays.apply_to_table)
    end_holiday = transaction(holidays.end)
    finish_holiday = transaction(holidays.finish_if_ended)
    ended_holidays = query(holiday_dates.ended)

    # digests
    members_with_due_digest = query(digests.members_due)
    waiting_decisions = query(digests.waiting_decisions)

    # what a seat may do only so often
    last_nudge = query(usage_limits.last_nudge)
    record_nudge = table_transaction(usage_limits.record_nudge, timed=False)
