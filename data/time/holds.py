"""Pauses: while one lasts, time does not run for a seat, or for a whole table.

Time that stands still is time added: a pause moves the deadlines it covers ahead when it begins
and back when it ends early, so that no clock has to be stopped. Pauses may overlap.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from data.file.clock import Millis, to_ms, to_seconds
from data.sql.connection import Connection, SqlRow
from data.time import courtesies
from data.time.rows import WHOLE_TABLE, Hold, HoldReason, still_until
from data.time.waits import settle

# Who is away for longer than the table, by a pause or a holiday, and has no ballot in a vote.
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
GRACE: Final = DAY // 24
# Before a pause is looked at: whoever moves at a table has this row until the COMMIT, too.
LOCK: Final = "SELECT id FROM card_table WHERE id = ? /*! FOR UPDATE */"
COUNTED: Final = frozenset({"member", "table"})
"""Whose pauses count: those that somebody asked for."""


def hold(connection: Connection, now: Millis, table_id: int, new: Hold) -> None:
    """Begin a pause, or give one of that reason another end."""
    with _moving_times(connection, now, table_id):
        connection.execute(
            """INSERT INTO hold (table_id, seat, reason, since, until) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (table_id, seat, reason) DO UPDATE SET until = excluded.until,
                   since = CASE WHEN hold.until <= excluded.since THEN excluded.since
                                ELSE hold.since END""",
            (table_id, new.seat, new.reason, now, to_ms(new.until)),
        )


def take(connection: Connection, now: Millis, table_id: int, new: Hold, budget: int) -> int | None:
    """Begin a pause that counts, in days, against what a seat, or the table, may take of a game.

    None when it has begun; else how many days are left, and nothing has changed.
    """
    lock(connection, table_id)
    since, others = _account(connection, now, table_id, new.seat, new.reason)
    taken = others + days(since, to_ms(new.until))
    if taken > budget:
        return max(0, budget - courtesies.paused(connection, table_id, new.seat))
    courtesies.take_days(connection, table_id, new.seat, taken)
    hold(connection, now, table_id, new)
    return None


def take_most(
    connection: Connection,
    now: Millis,
    table_id: int,
    new: Hold,
    budget: int,
    instead: float | None = None,
) -> None:
    """The same for as long as the budget allows.

    A longer pause that lasts stays as it is, unless it ends no later than `instead`, the end that
    was meant before.
    """
    lock(connection, table_id)
    since, others = _account(connection, now, table_id, new.seat, new.reason)
    found = _found(connection, table_id, new.seat, new.reason)
    lasts = now if found is None else max(now, found["until"])
    until = min(to_ms(new.until), max(lasts, since + (budget - others) * DAY))
    if until > lasts or (until < lasts and instead is not None and lasts <= to_ms(instead)):
        courtesies.take_days(connection, table_id, new.seat, others + days(since, until))
        hold(connection, now, table_id, replace(new, until=to_seconds(until)))


def lock(connection: Connection, table_id: int) -> None:
    """Nobody else changes a table, or its pauses, until the COMMIT."""
    connection.execute(LOCK, (table_id,)).fetchone()


def days(since: int, until: int) -> int:
    """What a pause counts: every day that it has begun, with an hour's grace, and one at least.

    Counted from its beginning, so that it cannot be prolonged by less than a day for nothing.
    """
    return max(1, -(-(until - since - GRACE) // DAY))


def _account(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: HoldReason
) -> tuple[int, int]:
    """Since when a pause lasts that begins or goes on now, and the days of those before it."""
    spent = courtesies.paused(connection, table_id, seat)
    found = _found(connection, table_id, seat, reason)
    if found is None or found["until"] <= now:  # one that is over, and not put away yet
        return now, spent
    return found["since"], max(0, spent - days(found["since"], found["until"]))


def _found(connection: Connection, table_id: int, seat: int, reason: HoldReason) -> SqlRow | None:
    row: SqlRow | None = connection.execute(
        "SELECT since, until FROM hold WHERE table_id = ? AND seat = ? AND reason = ?",
        (table_id, seat, reason),
    ).fetchone()
    return row


def release(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: HoldReason
) -> bool:
    """End a pause; False when there is none. Days that had not begun are given back."""
    with _moving_times(connection, now, table_id):
        if reason in COUNTED:
            _give_back(connection, now, table_id, seat, reason)
        ended = connection.execute(
            "DELETE FROM hold WHERE table_id = ? AND seat = ? AND reason = ?",
            (table_id, seat, reason),
        ).rowcount
    return ended == 1


def is_over(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: HoldReason
) -> bool:
    """Whether a pause has come to its end, and nobody has ended or prolonged it before."""
    lock(connection, table_id)
    found = _found(connection, table_id, seat, reason)
    return found is not None and found["until"] <= now


def _give_back(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: HoldReason
) -> None:
    found = _found(connection, table_id, seat, reason)
    if found is not None and found["until"] > now:
        since, others = _account(connection, now, table_id, seat, reason)
        courtesies.take_days(connection, table_id, seat, others + days(since, now))


def of(connection: Connection, table_id: int) -> tuple[Hold, ...]:
    """The pauses of a table."""
    rows = connection.execute(
        "SELECT seat, reason, since, until FROM hold WHERE table_id = ? ORDER BY seat, reason",
        (table_id,),
    )
    return tuple(_hold_from(row) for row in rows)


def ended(connection: Connection, now: float) -> tuple[tuple[int, Hold], ...]:
    """Tables and pauses whose end has come, earliest first."""
    rows = connection.execute(
        """SELECT table_id, seat, reason, since, until FROM hold
           WHERE until <= ? ORDER BY until, table_id, seat""",
        (to_ms(now),),
    )
    return tuple((row["table_id"], _hold_from(row)) for row in rows)


def lost(connection: Connection) -> frozenset[int]:
    """The tables that can be shown nowhere: their channel is gone, or their guild."""
    rows = connection.execute("SELECT table_id FROM hold WHERE reason IN ('place', 'server')")
    return frozenset(row["table_id"] for row in rows)


def of_server(connection: Connection, guild_id: int, reason: HoldReason) -> tuple[int, ...]:
    """The tables of a server that are paused for a reason."""
    rows = connection.execute(
        """SELECT DISTINCT h.table_id FROM hold AS h JOIN card_table AS t ON t.id = h.table_id
           WHERE t.guild_id = ? AND h.reason = ? ORDER BY h.table_id""",
        (guild_id, reason),
    )
    return tuple(row["table_id"] for row in rows)


def _hold_from(row: SqlRow) -> Hold:
    return Hold(row["seat"], row["reason"], to_seconds(row["since"]), to_seconds(row["until"]))


@contextmanager
def _moving_times(connection: Connection, now: Millis, table_id: int) -> Iterator[None]:
    """Let times move along with the pauses that are changed within."""
    lock(connection, table_id)
    before, still = _covered(connection, now, table_id), still_at(connection, now, table_id)
    yield
    _shift(connection, now, table_id, before)
    _shift_votes(connection, now, table_id, still_at(connection, now, table_id) - still)


def still_at(connection: Connection, now: Millis, table_id: int) -> int:
    """Until when the time of a table's votes stands still; now, where it runs."""
    return to_ms(still_until(of(connection, table_id), to_seconds(now)))


def _covered(connection: Connection, now: Millis, table_id: int) -> Mapping[int, int]:
    """Until when time stands still for each seat that is waited for."""
    rows = connection.execute(
        # of overlapping pauses the one that ends last counts
        """SELECT w.seat, max(h.until) AS until FROM wait AS w
           LEFT JOIN hold AS h ON h.table_id = w.table_id AND h.seat IN (w.seat, :whole)
           WHERE w.table_id = :table GROUP BY w.seat""",
        {"whole": WHOLE_TABLE, "table": table_id},
    )
    # with none, time stands still until now, which is not at all
    return {row["seat"]: max(now, row["until"] or now) for row in rows}


def _shift(connection: Connection, now: Millis, table_id: int, before: Mapping[int, int]) -> None:
    for seat, until in _covered(connection, now, table_id).items():
        connection.execute(
            # `since` moves along, or the bank would be charged for the pause. Who came to decide
            # in it was to be told at its end, and that has come nearer.
            """UPDATE wait SET since = since + :by, deadline = deadline + :by,
                               remind = remind + :by, again = again + :by,
                               tell = CASE WHEN :by >= 0 OR tell <= :now THEN tell
                                      WHEN tell + :by < :now THEN :now ELSE tell + :by END
               WHERE table_id = :table AND seat = :seat""",
            {"by": until - before[seat], "now": now, "table": table_id, "seat": seat},
        )
    settle(connection, table_id)


def _shift_votes(connection: Connection, now: Millis, table_id: int, by: int) -> None:
    votes = connection.execute(
        "SELECT number, seat, opened FROM vote WHERE table_id = ? AND verdict IS NULL",
        (table_id,),
    )
    for vote in votes.fetchall() if by else ():
        connection.execute(
            # An end that comes nearer stays a day ahead, if it was: the pause may have been ended
            # at night, and nobody agrees to anything by sleeping.
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


def _back(connection: Connection, table_id: int, vote: SqlRow) -> int:
    """When the last of those is back who are away by themselves, are asked and have said nothing.

    Whoever ends the table's pause does not shorten what was promised to them.
    """
    away = connection.execute(AWAY, {"table": table_id, "number": vote["number"]})
    return max((row["until"] for row in away if vote["seat"] in (None, row["seat"])), default=0)
