"""The repositories of open decisions with their deadlines, pauses and holidays, and reminders."""

from data.deadlines import (
    deadline_basis,
    digests,
    holidays,
    pauses,
    timers,
    usage_limits,
)
from data.deadlines import open_decisions as decision_rows
from data.members import holiday_dates
from data.messages import table_messages
from data.repositories.repository import Repository, query, table_transaction, transaction
from data.tables import ending


class DeadlineRepository(Repository):
    """Open decisions of seats, and due deadlines."""

    open_decisions = query(decision_rows.open_decisions)
    replace_open_decisions = table_transaction(deadline_basis.wait_for)
    time_used = query(decision_rows.time_used)
    missed_in_a_row = query(decision_rows.missed_in_a_row)
    tables_without_deadline = query(decision_rows.tables_without_deadline)
    due_tables = query(timers.due_tables)
    grant_grace = transaction(table_messages.grant_grace, timed=False)

    async def shift_all(self, by: float, *, noting: tuple[str, str]) -> frozenset[int]:
        """Shift every open time by `by` seconds; see `table_messages.shift`.

        Later commits use the new clock.
        """
        self.backend.follow()
        return await self.backend.transaction(
            lambda c, _: table_messages.shift(c, by, noting=noting)
        )


class PauseRepository(Repository):
    """Pauses of tables and seats, and holidays."""

    begin = table_transaction(pauses.begin)
    begin_budgeted = table_transaction(pauses.begin_budgeted)
    days_used = query(usage_limits.pause_days_used)
    end = table_transaction(pauses.end)
    finish = table_transaction(ending.over)
    of_table = query(pauses.pauses)
    ended = query(pauses.ended_pauses)
    tables_without_channel = query(pauses.tables_without_channel)
    paused_in_guild = query(pauses.paused_in_guild)

    # A holiday needs no lease, because a member can ask any process for it.
    holiday_until = query(holiday_dates.holiday_until)
    games_of_member = query(holidays.games_of_member)
    begin_holiday = transaction(holidays.begin)
    apply_holidays = table_transaction(holidays.apply_to_table)
    end_holiday = transaction(holidays.end)
    finish_holiday = transaction(holidays.finish_if_ended)
    ended_holidays = query(holiday_dates.ended)


class ReminderRepository(Repository):
    """Reminders, digests and nudges."""

    tables_to_remind = query(decision_rows.tables_to_remind)
    claim = table_transaction(decision_rows.claim_reminder)
    release = table_transaction(decision_rows.release_reminder, timed=False)
    members_with_due_digest = query(digests.members_due)
    waiting_decisions = query(digests.waiting_decisions)
    last_nudge = query(usage_limits.last_nudge)
    record_nudge = table_transaction(usage_limits.record_nudge, timed=False)
