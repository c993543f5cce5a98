"""The newest hand panel of each member and table in the bot's direct messages. Table `dm_hand`.

Panels that only an interaction token can edit are in `data.messages.hand_panels`.
"""

from dataclasses import asdict
from typing import Any, Final

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_ms, to_seconds
from data.members import lookup
from data.models.messages import DmHandRow, DmHandTimes

SAVE: Final = """
    INSERT INTO dm_hand (
        table_id, user_id, seat, channel_id, message_id, seq, at, language, call, token, pressed)
    VALUES (
        :table_id, :user_id, :seat, :channel_id, :message_id, :seq, :at, :language, :call,
        :token, :pressed)
    ON CONFLICT (table_id, user_id) DO UPDATE SET
        seat = excluded.seat, channel_id = excluded.channel_id, message_id = excluded.message_id,
        seq = excluded.seq, at = excluded.at, language = excluded.language, call = excluded.call,
        token = excluded.token, pressed = excluded.pressed
    WHERE excluded.pressed >= dm_hand.pressed"""
# The plus keeps SQLite from reading every table to look for its hands.
OUTDATED: Final = """
    SELECT h.* FROM dm_hand AS h JOIN card_table AS t ON t.id = +h.table_id
    WHERE (t.purpose = 'play' AND t.status <> 'playing')
       OR (h.call = 0 AND h.seq < t.seq AND h.at <= CASE
           WHEN h.token = '' AND h.pressed > :pressed THEN :opened ELSE :older END)
    ORDER BY h.at, h.table_id, h.user_id LIMIT :most"""


def save(connection: Connection, row: DmHandRow) -> DmHandRow | None:
    """Save a member's newest DM hand of a table. Does nothing for an erased member.

    An older press never replaces a newer one.

    Returns the older of two hands, whose message must be deleted. None for a single message.
    """
    if not lookup.has_played_at(connection, row.table_id, row.user_id):
        return None
    # The message shows this table now, so its row for another table is obsolete.
    connection.execute(
        "DELETE FROM dm_hand WHERE user_id = ? AND message_id = ? AND table_id <> ?",
        (row.user_id, row.message_id, row.table_id),
    )
    before = find(connection, row.table_id, row.user_id)
    is_newest = connection.execute(SAVE, _columns(row)).rowcount > 0
    if before is None or before.message_id == row.message_id:
        return None
    return before if is_newest else row


def save_call(connection: Connection, now: Millis, call: DmHandRow) -> tuple[int, int] | None:
    """Save a sent reminder as a member's newest message of a table, unless a hand is newer.

    Returns channel and id of the older of the two messages, which must be deleted. None if there
    is only one, or if the member was erased.
    """
    if not lookup.has_played_at(connection, call.table_id, call.user_id):
        return None
    before = find(connection, call.table_id, call.user_id)
    if before is not None and before.message_id == call.message_id:
        return None  # The member has pressed on it already, or its answer was lost.
    # Discord's ids grow with time.
    if before is not None and before.message_id > call.message_id:
        return call.channel_id, call.message_id
    connection.execute(
        "DELETE FROM dm_hand WHERE table_id = ? AND user_id = ?", (call.table_id, call.user_id)
    )
    connection.execute(SAVE, _columns(call) | {"at": now})
    return None if before is None else (before.channel_id, before.message_id)


def mark_shown(connection: Connection, row: DmHandRow, seq: int, at: float) -> None:
    """Record that a DM hand was edited at `at`, and shows log entry `seq`."""
    connection.execute(
        """UPDATE dm_hand SET seq = ?, at = ?
           WHERE table_id = ? AND user_id = ? AND message_id = ?""",
        (seq, to_ms(at), row.table_id, row.user_id, row.message_id),
    )


def delete(connection: Connection, row: DmHandRow) -> None:
    """Delete a DM hand's row, unless the member has opened another message since."""
    connection.execute(
        "DELETE FROM dm_hand WHERE table_id = ? AND user_id = ? AND message_id = ?",
        (row.table_id, row.user_id, row.message_id),
    )


def delete_tokens(connection: Connection, before: Millis) -> None:
    """Delete the tokens of presses before `before`. Their rows stay."""
    connection.execute("UPDATE dm_hand SET token = '' WHERE token <> '' AND pressed < ?", (before,))


def find(connection: Connection, table_id: int, user_id: int) -> DmHandRow | None:
    """Return a member's DM hand of a table, or None."""
    row = connection.execute(
        "SELECT * FROM dm_hand WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else _row_from(row)


def are_shown(connection: Connection, table_id: int) -> bool:
    """Return whether any hand of a table is shown in direct messages."""
    shown = "SELECT 1 FROM dm_hand WHERE table_id = ? LIMIT 1"
    return connection.execute(shown, (table_id,)).fetchone() is not None


def of_table(connection: Connection, table_id: int) -> tuple[DmHandRow, ...]:
    """Return the DM hands of a table."""
    rows = connection.execute(
        "SELECT * FROM dm_hand WHERE table_id = ? ORDER BY seat, user_id", (table_id,)
    )
    return tuple(map(_row_from, rows))


def of_member(connection: Connection, user_id: int) -> tuple[DmHandRow, ...]:
    """Return a member's DM hands of all tables."""
    rows = connection.execute(
        "SELECT * FROM dm_hand WHERE user_id = ? ORDER BY table_id", (user_id,)
    )
    return tuple(map(_row_from, rows))


def outdated(connection: Connection, times: DmHandTimes, most: int) -> tuple[DmHandRow, ...]:
    """Return DM hands that must be edited, and those of games that are over.

    The one edited longest ago comes first.
    """
    limits = {name: to_ms(at) for name, at in asdict(times).items()}
    rows = connection.execute(OUTDATED, {**limits, "most": most})
    return tuple(map(_row_from, rows))


def _columns(row: DmHandRow) -> dict[str, Any]:
    times = {"at": to_ms(row.at), "pressed": to_ms(row.pressed)}
    return asdict(row) | times | {"call": int(row.call)}


def _row_from(row: Row) -> DmHandRow:
    times = {"at": to_seconds(row["at"]), "pressed": to_seconds(row["pressed"])}
    return DmHandRow(**dict(row) | times | {"call": bool(row["call"])})
