"""Holidays: a member's pauses at all their tables at once. Tables `hold` and `holiday`.

Each table limits its pause days. Once these are used up, the member's clock runs there.
"""

from collections.abc import Collection

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_ms, to_seconds
from data.deadlines import pauses
from data.members import holiday_dates
from data.models.deadlines import Pause

# The seats that members play now: those of one member, or of all members on holiday at one table.
SEATS = """
    SELECT d.table_id, d.seat, p.user_id FROM player AS p
    JOIN seat_driver AS d ON d.player_id = p.id AND d.kind = 'member'
    JOIN card_table AS t ON t.id = d.table_id AND t.status = 'playing' AND t.purpose = 'play'
    WHERE {whose} AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    ORDER BY d.table_id, d.seat"""
OF_MEMBER = SEATS.format(whose="p.user_id = :user")
OF_MEMBER_AT = SEATS.format(whose="p.user_id = :user AND t.id = :table")
OF_TABLE = SEATS.format(
    whose="t.id = :table AND p.user_id IN (SELECT user_id FROM holiday WHERE until > :now)"
)
# The member's tables, including those where a substitute plays their seat.
TABLES = """
    SELECT DISTINCT d.table_id FROM player AS p
    JOIN seat_driver AS d ON p.id IN (d.player_id, d.owner_id)
    JOIN card_table AS t ON t.id = d.table_id AND t.status = 'playing' AND t.purpose = 'play'
    WHERE p.user_id = :user AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    ORDER BY d.table_id"""


def games_of_member(connection: Connection, user_id: int) -> tuple[int, ...]:
    """Return the games in which a member owns a seat, in all guilds."""
    rows = connection.execute(TABLES, {"user": user_id})
    return tuple(row["table_id"] for row in rows)


def begin(connection: Connection, now: Millis, user_id: int, until: float, budget: int) -> None:
    """Begin a member's holiday, or change its end.

    The pauses of the holiday get the same end. A pause that the member has made longer than the
    holiday is unchanged.
    """
    before = holiday_dates.lock_holiday_until(connection, user_id)
    holiday_dates.save(connection, user_id, until)
    for seat in _seats(connection, user_id):
        pause = Pause(seat["seat"], "member", 0.0, until)
        pauses.begin_within_budget(connection, now, seat["table_id"], pause, budget, before)


def apply_to_table(
    connection: Connection, now: Millis, table_id: int, budget: int, seats: Collection[int] = ()
) -> None:
    """Pause seats for the holidays of their members. `seats` limits this to the given seats."""
    for seat in connection.execute(OF_TABLE, {"table": table_id, "now": now}).fetchall():
        # Members who have been at the table longer may have ended their pause themselves.
        if seats and seat["seat"] not in seats:
            continue
        until = holiday_dates.holiday_until(connection, seat["user_id"])
        assert until is not None
        pause = Pause(seat["seat"], "member", 0.0, until)
        pauses.begin_within_budget(connection, now, table_id, pause, budget)


def end(connection: Connection, now: Millis, user_id: int) -> bool:
    """End a member's holiday and all their pauses. Returns False without a holiday."""
    holiday_dates.lock_holiday_until(connection, user_id)
    for seat in _seats(connection, user_id):
        pauses.end(connection, now, seat["table_id"], seat["seat"], "member")
    return holiday_dates.delete(connection, user_id)


def finish_if_ended(connection: Connection, now: Millis, user_id: int) -> bool:
    """End a holiday whose time is up, and its pauses. Returns False if there is no such holiday.

    A pause that the member has made longer than the holiday is unchanged.
    """
    until = holiday_dates.lock_holiday_until(connection, user_id)
    if until is None or to_ms(until) > now:
        return False
    theirs = {(seat["table_id"], seat["seat"]) for seat in _seats(connection, user_id)}
    for table_id, hold in pauses.ended_pauses(connection, to_seconds(now)):
        if hold.reason == "member" and (table_id, hold.seat) in theirs:
            pauses.end(connection, now, table_id, hold.seat, "member")
    return holiday_dates.delete(connection, user_id)


def _seats(connection: Connection, user_id: int) -> list[Row]:
    """Return the seats that a member plays. Locks their tables until the COMMIT.

    The seats are read again after the tables are locked, because another process may have changed
    them before.
    """
    found = connection.execute(OF_MEMBER, {"user": user_id}).fetchall()
    seats: list[Row] = []
    for table_id in dict.fromkeys(row["table_id"] for row in found):
        pauses.lock_table(connection, table_id)
        here = {"user": user_id, "table": table_id}
        seats += connection.execute(OF_MEMBER_AT, here).fetchall()
    return seats
