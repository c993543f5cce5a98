"""Pauses of a seat or a whole table. Table `hold`.

A pause does not stop a clock. When it begins, it moves the deadlines that it covers ahead. If it
ends early, it moves them back. Pauses may overlap.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_ms, to_seconds
from data.deadlines import usage_limits
from data.deadlines.open_decisions import update_table_deadline
from data.models.deadlines import WHOLE_TABLE, Pause, PauseReason, votes_paused_until

# Seats whose members are away longer than the table's pause, by a pause or holiday of their own,
# and have not voted.
AWAY: Final = f"""
    SELECT a.seat, a.until FROM (
        SELECT seat, until FROM hold WHERE table_id = :table AND seat <> {WHOLE_TABLE}
        UNION ALL SELECT d.seat, h.until FROM holiday AS h
        JOIN player AS p ON p.user_id = h.user_id
        JOIN seat_driver AS d ON p.id IN (d.player_id, d.owner_id) AND d.table_id = :table
        WHERE d.from_seq = (SELECT max(later.from_seq) FROM seat_driver AS later
                            WHERE later.table_id = d.table_id AND later.seat = d.seat)) AS a
    WHERE NOT EXISTS (SELECT 1 FROM ballot AS b WHERE b.table_id = :table
                      AND b.number = :number AND b.seat = a.seat)"""  # noqa: S608 - ours
DAY: Final = 86_400_000
"""Milliseconds."""
AFTER_HOLIDAY: Final = 3 * DAY
"""Milliseconds that a solo game waits for its member after their holiday."""
GRACE: Final = DAY // 24
# Every move locks the same row, so no move can happen between our query and our change.
LOCK: Final = "SELECT id FROM card_table WHERE id = ? /*! FOR UPDATE */"
COUNTED: Final = frozenset({"member", "table"})
"""Reasons of pauses that members begin themselves. Their days are limited."""


def begin(connection: Connection, now: Millis, table_id: int, new: Pause) -> None:
    """Begin a pause, or change the end of the one with the same reason."""
    with _moving_times(connection, now, table_id):
        connection.execute(
            """INSERT INTO hold (table_id, seat, reason, since, until) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (table_id, seat, reason) DO UPDATE SET until = excluded.until,
                   since = CASE WHEN hold.until <= excluded.since THEN excluded.since
                                ELSE hold.since END""",
            (table_id, new.seat, new.reason, now, to_ms(new.until)),
        )


def begin_budgeted(
    connection: Connection, now: Millis, table_id: int, new: Pause, budget: int
) -> int | None:
    """Begin a pause whose days count against the budget of a seat or the table.

    Returns None if the pause began. If too few days are left, changes nothing and returns the
    number of days left.
    """
    lock_table(connection, table_id)
    since, others = _account(connection, now, table_id, new.seat, new.reason)
    taken = others + days_charged(since, to_ms(new.until))
    if taken > budget:
        return max(0, budget - usage_limits.pause_days_used(connection, table_id, new.seat))
    usage_limits.set_pause_days_used(connection, table_id, new.seat, taken)
    begin(connection, now, table_id, new)
    return None


def begin_within_budget(
    connection: Connection,
    now: Millis,
    table_id: int,
    new: Pause,
    budget: int,
    instead: float | None = None,
) -> None:
    """Begin a pause like `begin_budgeted`. If the budget is too small, the pause ends sooner.

    An existing pause that ends later is unchanged, unless its end is at or before `instead`, the
    end that was intended for it.
    """
    lock_table(connection, table_id)
    since, others = _account(connection, now, table_id, new.seat, new.reason)
    found = _found(connection, table_id, new.seat, new.reason)
    lasts = now if found is None else max(now, found["until"])
    until = min(to_ms(new.until), max(lasts, since + (budget - others) * DAY))
    if until > lasts or (until < lasts and instead is not None and lasts <= to_ms(instead)):
        usage_limits.set_pause_days_used(
            connection, table_id, new.seat, others + days_charged(since, until)
        )
        begin(connection, now, table_id, replace(new, until=to_seconds(until)))


def lock_table(connection: Connection, table_id: int) -> None:
    """Lock a table and its pauses until the COMMIT."""
    connection.execute(LOCK, (table_id,)).fetchone()


def days_charged(since: int, until: int) -> int:
    """Return the days that a pause costs: its length less an hour, rounded up, and at least one.

    The length counts from the beginning of the pause. So repeated extensions by less than a day are
    not free.
    """
    return max(1, -(-(until - since - GRACE) // DAY))


def _account(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: PauseReason
) -> tuple[int, int]:
    """Return the beginning of the pause, and the days that earlier pauses have used.

    A new pause begins now.
    """
    spent = usage_limits.pause_days_used(connection, table_id, seat)
    found = _found(connection, table_id, seat, reason)
    if found is None or found["until"] <= now:  # This pause is over but not deleted yet.
        return now, spent
    return found["since"], max(0, spent - days_charged(found["since"], found["until"]))


def _found(connection: Connection, table_id: int, seat: int, reason: PauseReason) -> Row | None:
    row: Row | None = connection.execute(
        "SELECT since, until FROM hold WHERE table_id = ? AND seat = ? AND reason = ?",
        (table_id, seat, reason),
    ).fetchone()
    return row


def end(connection: Connection, now: Millis, table_id: int, seat: int, reason: PauseReason) -> bool:
    """End a pause, and return unused days to the budget. Returns False if there is none."""
    with _moving_times(connection, now, table_id):
        if reason in COUNTED:
            _give_back(connection, now, table_id, seat, reason)
        ended = connection.execute(
            "DELETE FROM hold WHERE table_id = ? AND seat = ? AND reason = ?",
            (table_id, seat, reason),
        ).rowcount
    return ended == 1


def has_ended(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: PauseReason
) -> bool:
    """Return whether a pause is over, and nobody has ended or extended it since it was read.

    Locks the table.
    """
    lock_table(connection, table_id)
    found = _found(connection, table_id, seat, reason)
    return found is not None and found["until"] <= now


def extend_for_holiday(connection: Connection, now: Millis, table_id: int) -> bool:
    """Let a game without active members wait until `AFTER_HOLIDAY` after a member's holiday.

    Returns False if no member with a seat is on holiday.
    """
    holiday = connection.execute(
        """SELECT max(a.until) FROM holiday AS a JOIN player AS p ON p.user_id = a.user_id
           JOIN seat_driver AS d ON p.id IN (d.player_id, d.owner_id) AND d.table_id = ?
           WHERE d.from_seq = (SELECT max(later.from_seq) FROM seat_driver AS later
                               WHERE later.table_id = d.table_id AND later.seat = d.seat)""",
        (table_id,),
    ).fetchone()[0]
    if holiday is None or holiday <= now:
        return False
    until = to_seconds(holiday + AFTER_HOLIDAY)
    begin(connection, now, table_id, Pause(WHOLE_TABLE, "nobody", to_seconds(now), until))
    return True


def _give_back(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: PauseReason
) -> None:
    found = _found(connection, table_id, seat, reason)
    if found is not None and found["until"] > now:
        since, others = _account(connection, now, table_id, seat, reason)
        usage_limits.set_pause_days_used(
            connection, table_id, seat, others + days_charged(since, now)
        )


def pauses(connection: Connection, table_id: int) -> tuple[Pause, ...]:
    """Return the pauses of a table."""
    rows = connection.execute(
        "SELECT seat, reason, since, until FROM hold WHERE table_id = ? ORDER BY seat, reason",
        (table_id,),
    )
    return tuple(_hold_from(row) for row in rows)


def ended_pauses(connection: Connection, now: float) -> tuple[tuple[int, Pause], ...]:
    """Return tables and pauses whose end has come, earliest first."""
    rows = connection.execute(
        """SELECT table_id, seat, reason, since, until FROM hold
           WHERE until <= ? ORDER BY until, table_id, seat""",
        (to_ms(now),),
    )
    return tuple((row["table_id"], _hold_from(row)) for row in rows)


def tables_without_channel(connection: Connection) -> frozenset[int]:
    """Return the tables whose channel or guild is missing."""
    rows = connection.execute("SELECT table_id FROM hold WHERE reason IN ('place', 'server')")
    return frozenset(row["table_id"] for row in rows)


def paused_in_guild(connection: Connection, guild_id: int, reason: PauseReason) -> tuple[int, ...]:
    """Return the tables of a guild that are paused for a reason."""
    rows = connection.execute(
        """SELECT DISTINCT h.table_id FROM hold AS h JOIN card_table AS t ON t.id = h.table_id
           WHERE t.guild_id = ? AND h.reason = ? ORDER BY h.table_id""",
        (guild_id, reason),
    )
    return tuple(row["table_id"] for row in rows)


def _hold_from(row: Row) -> Pause:
    return Pause(row["seat"], row["reason"], to_seconds(row["since"]), to_seconds(row["until"]))


@contextmanager
def _moving_times(connection: Connection, now: Millis, table_id: int) -> Iterator[None]:
    """Return a context manager in which pauses may change. It moves deadlines by the effect."""
    lock_table(connection, table_id)
    before, still = (
        _covered(connection, now, table_id),
        end_of_vote_pauses(connection, now, table_id),
    )
    yield
    _shift(connection, now, table_id, before)
    _shift_votes(connection, now, table_id, end_of_vote_pauses(connection, now, table_id) - still)


def end_of_vote_pauses(connection: Connection, now: Millis, table_id: int) -> int:
    """Return when the voting time of a table runs again, in milliseconds; `now` if it runs."""
    return to_ms(votes_paused_until(pauses(connection, table_id), to_seconds(now)))


def _covered(connection: Connection, now: Millis, table_id: int) -> Mapping[int, int]:
    """Return when the pauses of each seat with an open decision end, in milliseconds.

    For a seat without a pause, that time is `now`.
    """
    rows = connection.execute(
        # Of overlapping pauses, the one that ends last counts.
        """SELECT w.seat, max(h.until) AS until FROM wait AS w
           LEFT JOIN hold AS h ON h.table_id = w.table_id AND h.seat IN (w.seat, :whole)
           WHERE w.table_id = :table GROUP BY w.seat""",
        {"whole": WHOLE_TABLE, "table": table_id},
    )
    # Without a pause the end is now, so that nothing moves.
    return {row["seat"]: max(now, row["until"] or now) for row in rows}


def _shift(connection: Connection, now: Millis, table_id: int, before: Mapping[int, int]) -> None:
    for seat, until in _covered(connection, now, table_id).items():
        connection.execute(
            # `since` moves too, or the pause would be charged to the time bank. A member who was
            # first asked during the pause is notified at its end, which may now be earlier.
            """UPDATE wait SET since = since + :by, deadline = deadline + :by,
                               remind = remind + :by, again = again + :by,
                               tell = CASE WHEN :by >= 0 OR tell <= :now THEN tell
                                      WHEN tell + :by < :now THEN :now ELSE tell + :by END
               WHERE table_id = :table AND seat = :seat""",
            {"by": until - before[seat], "now": now, "table": table_id, "seat": seat},
        )
    update_table_deadline(connection, table_id)


def _shift_votes(connection: Connection, now: Millis, table_id: int, by: int) -> None:
    votes = connection.execute(
        "SELECT number, seat, opened FROM vote WHERE table_id = ? AND verdict IS NULL",
        (table_id,),
    )
    for vote in votes.fetchall() if by else ():
        connection.execute(
            # If the end was a day ahead, it stays a day ahead when it moves back. The pause may
            # have ended at night, and silence must not count before the members had a day.
            """UPDATE vote SET opened = opened + :by, revision = revision + 1,
                   until = CASE WHEN :by >= 0 OR until + :by >= :least THEN until + :by
                           WHEN until < :least THEN until ELSE :least END
               WHERE table_id = :table AND number = :number""",
            {
                "by": max(by, min(0, _back(connection, table_id, vote) - vote["opened"])),
                "least": now + DAY,
                "table": table_id,
                "number": vote["number"],
            },
        )


def _back(connection: Connection, table_id: int, vote: Row) -> int:
    """Return the latest end of the own pauses of members who are asked and have not voted.

    Ending the table's pause must not shorten the time that these members were promised.
    """
    away = connection.execute(AWAY, {"table": table_id, "number": vote["number"]})
    return max((row["until"] for row in away if vote["seat"] in (None, row["seat"])), default=0)
