"""Open decisions of seats, with their deadlines and time banks. Tables `wait`, `bank`.

A row is one open decision of one seat. `tell` is the time of the seat's notification, `remind` the
time of its reminder. Each time is cleared before the message is sent. So a crash between the two
loses a message, but no message is sent twice.
"""

from collections.abc import Mapping, Sequence

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, optional_ms, optional_seconds, to_ms, to_seconds
from data.models.deadlines import WHOLE_TABLE, OpenDecision, Reminder, ReminderKind
from data.models.moves import AUTO_ANSWER_KEY_PREFIX, CLOCK_KEY_PREFIX

TAKE = {
    "tell": "UPDATE wait SET tell = NULL"
    " WHERE table_id = :table AND seat = :seat AND seq = :seq AND tell IS NOT NULL",
    # One reminder also covers the second one if both are due.
    "remind": "UPDATE wait SET remind = CASE WHEN again > :now THEN again END, again = NULL"
    " WHERE table_id = :table AND seat = :seat AND seq = :seq AND remind IS NOT NULL",
}
GIVE = {
    "tell": "UPDATE wait SET tell = ? WHERE table_id = ? AND seat = ? AND seq = ?",
    "remind": "UPDATE wait SET remind = ? WHERE table_id = ? AND seat = ? AND seq = ?",
}
# Nobody is notified while the whole table is paused.
DUE = """
    SELECT w.table_id, min(w.at) AS at FROM (
        SELECT table_id, tell AS at FROM wait WHERE tell IS NOT NULL AND tell <= :late
        UNION ALL
        SELECT table_id, remind FROM wait WHERE remind IS NOT NULL AND remind <= :now
        UNION ALL
        SELECT table_id, at FROM post WHERE substr(what, 1, 7) = 'digest.') AS w
    JOIN card_table AS t ON t.id = w.table_id AND t.status = 'playing'
    WHERE NOT EXISTS (SELECT 1 FROM hold WHERE hold.table_id = w.table_id AND hold.seat = :whole)
    GROUP BY w.table_id ORDER BY at, w.table_id"""


# The tables that wait for a member, the longest wait first. The query starts from `holding`, which
# has only games in play. The member's seats would be those of all their games: see
# `data.tables.hand_holders`.
WAITING = """
    SELECT p.user_id, w.table_id FROM player AS p
    JOIN holding AS h ON h.player_id = p.id
    JOIN seat_driver AS d
        ON d.table_id = h.table_id AND d.seat = h.seat AND d.player_id = h.player_id
    JOIN wait AS w ON w.table_id = h.table_id AND w.seat = h.seat
    JOIN card_table AS t
        ON t.id = w.table_id AND t.status = 'playing' AND t.purpose = 'play'
    WHERE p.guild_id = ? AND p.user_id = ? AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    ORDER BY w.since, w.table_id"""
WAITING_ANYWHERE = WAITING.replace("p.guild_id = ? AND", "")


def replace_open_decisions(
    connection: Connection, now: Millis, table_id: int, waits: Sequence[OpenDecision]
) -> None:
    """Replace a table's open decisions.

    A decision that was open before keeps its times. If a seat used more than its free time, the
    rest is charged to its time bank.
    """
    same = {(wait.seat, wait.seq) for wait in waits}
    for row in connection.execute("SELECT * FROM wait WHERE table_id = ?", (table_id,)).fetchall():
        if (row["seat"], row["seq"]) not in same:
            _close(connection, now, row)
    connection.executemany(
        """INSERT INTO wait (table_id, seat, seq, since, deadline, free, tell, remind, again)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO NOTHING""",
        [(table_id, *_columns(wait)) for wait in waits],
    )
    update_table_deadline(connection, table_id)


def reset_times(connection: Connection, now: Millis, table_id: int, seat: int) -> None:
    """Close a seat's open decision, because the seat has another player.

    The next call of `replace_open_decisions` opens a new one.
    """
    asked = "SELECT * FROM wait WHERE table_id = ? AND seat = ?"
    for row in connection.execute(asked, (table_id, seat)).fetchall():
        _close(connection, now, row)
        connection.execute("UPDATE card_table SET deadline = NULL WHERE id = ?", (table_id,))


def update_table_deadline(connection: Connection, table_id: int) -> None:
    connection.execute(
        """UPDATE card_table SET deadline =
           (SELECT min(deadline) FROM wait WHERE table_id = :table) WHERE id = :table""",
        {"table": table_id},
    )


def _close(connection: Connection, now: Millis, row: Row) -> None:
    used = now - row["since"] - row["free"]
    if used > 0:
        connection.execute(
            """INSERT INTO bank (table_id, seat, spent) VALUES (?, ?, ?)
               ON CONFLICT (table_id, seat) DO UPDATE SET spent = bank.spent + excluded.spent""",
            (row["table_id"], row["seat"], used),
        )
    connection.execute(
        "DELETE FROM wait WHERE table_id = ? AND seat = ?", (row["table_id"], row["seat"])
    )


def _columns(wait: OpenDecision) -> tuple[int | None, ...]:
    times = to_ms(wait.since), to_ms(wait.deadline), to_ms(wait.free)
    said = map(optional_ms, (wait.tell, wait.remind, wait.again))
    return (wait.seat, wait.seq, *times, *said)


def open_decisions(connection: Connection, table_id: int) -> tuple[OpenDecision, ...]:
    """Return the open decisions of a table, by seat."""
    rows = connection.execute("SELECT * FROM wait WHERE table_id = ? ORDER BY seat", (table_id,))
    return tuple(
        OpenDecision(
            seat=row["seat"],
            seq=row["seq"],
            since=to_seconds(row["since"]),
            deadline=to_seconds(row["deadline"]),
            free=to_seconds(row["free"]),
            tell=optional_seconds(row["tell"]),
            remind=optional_seconds(row["remind"]),
            again=optional_seconds(row["again"]),
        )
        for row in rows
    )


def time_used(connection: Connection, table_id: int) -> Mapping[int, float]:
    """Return the used seconds of each seat's time bank."""
    rows = connection.execute("SELECT seat, spent FROM bank WHERE table_id = ?", (table_id,))
    return {row["seat"]: to_seconds(row["spent"]) for row in rows}


def claim_reminder(
    connection: Connection, now: Millis, table_id: int, told: ReminderKind, seat: int, seq: int
) -> bool:
    """Claim a reminder, so that it is sent once.

    Returns False if it was claimed before, or the decision is no longer open.
    """
    facts = {"now": now, "table": table_id, "seat": seat, "seq": seq}
    return connection.execute(TAKE[told], facts).rowcount == 1


def release_reminder(connection: Connection, reminder: Reminder) -> None:
    """Make a claimed reminder due again at `reminder.at`, because the message could not be sent."""
    connection.execute(
        GIVE[reminder.told], (to_ms(reminder.at), reminder.table_id, reminder.seat, reminder.seq)
    )


def tables_to_remind(connection: Connection, now: float, *, patience: float) -> tuple[int, ...]:
    """Return the tables with a due notification or reminder, the earliest first.

    The table message notifies the player on turn. So a separate notification is due only if the
    time `tell` is still set `patience` seconds later. Paused tables are left out.
    """
    facts = {"now": to_ms(now), "late": to_ms(now - patience), "whole": WHOLE_TABLE}
    return tuple(row["table_id"] for row in connection.execute(DUE, facts))


def missed_in_a_row(connection: Connection, table_id: int, seat: int) -> int:
    """Return the number of a seat's latest decisions in a row that the bot made at a deadline.

    Auto-answers are skipped, because they do not show whether the player is there.
    """
    rows = connection.execute(
        """SELECT key FROM entry WHERE table_id = :table AND seat = :seat AND seq > (
               SELECT max(from_seq) FROM seat_driver WHERE table_id = :table AND seat = :seat)
           ORDER BY seq DESC""",
        {"table": table_id, "seat": seat},
    )
    asked = set()
    for row in rows:
        if row["key"].startswith(f"{AUTO_ANSWER_KEY_PREFIX}:"):
            continue
        if not row["key"].startswith(CLOCK_KEY_PREFIX):
            break
        # The key is clock:<table>:<seq>:… and one decision, asked at `seq`, may have several
        # entries.
        asked.add(row["key"].split(":")[2])
    return len(asked)


def tables_without_deadline(connection: Connection) -> tuple[int, ...]:
    """Return tables in play without a deadline, such as tables that have just begun.

    Another version of the program may also have left such tables. Private tables never have a
    deadline.
    """
    rows = connection.execute(
        """SELECT id FROM card_table INDEXED BY table_untimed
           WHERE status = 'playing' AND deadline IS NULL AND purpose = 'play' ORDER BY id"""
    )
    return tuple(row["id"] for row in rows)


def tables_waiting_for(
    connection: Connection, guild_id: int | None, user_id: int
) -> tuple[int, ...]:
    """Return the tables of a guild, or of all, that wait for a member, the longest wait first."""
    if guild_id is None:
        rows = connection.execute(WAITING_ANYWHERE, (user_id,))
    else:
        rows = connection.execute(WAITING, (guild_id, user_id))
    return tuple(dict.fromkeys(row["table_id"] for row in rows))


def tables_waiting_for_each(
    connection: Connection, guild_id: int, members: Sequence[int]
) -> Mapping[int, tuple[int, ...]]:
    """Return the tables that wait for each of several members, by Discord id."""
    return {user_id: tables_waiting_for(connection, guild_id, user_id) for user_id in members}
