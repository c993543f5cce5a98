"""The messages that show a table, and whether they are outdated. Columns of `card_table`.

A message is a projection of the state. A table whose `rendered_seq` is less than its `seq` must be
rendered. This stays so until rendering succeeds, however often Discord fails.
"""

from collections.abc import Mapping
from typing import Final, Unpack

from data.core import program_state
from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import downtime_grace as granting
from data.deadlines import pauses, timers
from data.messages import delivery
from data.models.deadlines import Downtime
from data.models.messages import MessageDraft
from data.models.tables import MessageIds
from data.votes import queries

PLACE = {
    "lobby_message_id": "UPDATE card_table SET lobby_message_id = ? WHERE id = ?",
    # the lobby's message links to the thread
    "thread_id": "UPDATE card_table SET thread_id = ?, lobby_due = 1 WHERE id = ?",
    "message_id": "UPDATE card_table SET message_id = ? WHERE id = ?",
}

# `rendered_seq` gets a smaller value each time. So `mark_rendered` of a process that is still
# rendering changes nothing.
BEHIND = "rendered_seq = CASE WHEN rendered_seq < seq THEN rendered_seq ELSE seq END - 1"


def set_message_ids(connection: Connection, table_id: int, **ids: Unpack[MessageIds]) -> None:
    """Set the ids of the messages that show a table. Ids that are not given are unchanged."""
    for name, value in ids.items():
        connection.execute(PLACE[name], (value, table_id))


def mark_rendered(connection: Connection, table_id: int, seq: int, before: int = -1) -> None:
    """Mark the message as showing entry `seq`, if `before` was the entry until now.

    Does nothing if the message was marked as outdated meanwhile.
    """
    connection.execute(
        "UPDATE card_table SET rendered_seq = ? WHERE id = ? AND rendered_seq = ?",
        (seq, table_id, before),
    )


def mark_outdated(connection: Connection, *table_ids: int) -> None:
    """Mark the messages of tables as outdated, although nobody has moved.

    Any process may do so, because it needs no lease.
    """
    change = f"UPDATE card_table SET {BEHIND} WHERE id = ?"  # noqa: S608 - BEHIND is a constant
    connection.executemany(change, [(table_id,) for table_id in table_ids])


def clear_location(connection: Connection, table_id: int) -> None:
    """Cancel all message work of a table whose channel is gone. Does nothing for a table in play.

    Deletes its pending messages, and marks its table, lobby and vote messages as up to date.
    """
    over = "SELECT id FROM card_table WHERE id = ? AND status <> 'playing'"
    for change in (
        "UPDATE card_table SET rendered_seq = seq WHERE rendered_seq < seq AND id",
        "UPDATE vote SET shown = revision WHERE shown < revision AND table_id",
        "UPDATE card_table SET lobby_due = 0 WHERE lobby_message_id IS NULL AND id",
        "DELETE FROM post WHERE table_id",
    ):
        connection.execute(f"{change} IN ({over})", (table_id,))


def mark_lobby_rendered(connection: Connection, table_id: int, revision: int) -> bool:
    """Save which revision the lobby's message shows. Return whether the message is outdated."""
    row = connection.execute(
        """UPDATE card_table SET lobby_due = CASE WHEN revision <> ? THEN 1 ELSE 0 END
           WHERE id = ? RETURNING lobby_due""",
        (revision, table_id),
    ).fetchone()
    return row is not None and bool(row["lobby_due"])


def mark_message_deleted(connection: Connection, table_id: int, message_id: int) -> None:
    """Clear the id of a table's deleted message. Does nothing if the table has another message."""
    for name in ("lobby_message_id", "message_id"):
        connection.execute(
            f"UPDATE card_table SET {name} = NULL WHERE id = ? AND {name} = ?",  # noqa: S608
            (table_id, message_id),
        )


def move_table(
    connection: Connection,
    now: Millis,
    table_id: int,
    channel_id: int,
    thread_id: int | None = None,
) -> None:
    """Move a table into another channel, or into a thread of it.

    The table's first message there is pending.
    """
    connection.execute(
        f"""UPDATE card_table SET channel_id = ?, thread_id = ?, message_id = NULL,
           lobby_message_id = NULL, {BEHIND} WHERE id = ?""",  # noqa: S608
        (channel_id, thread_id, table_id),
    )
    connection.execute("DELETE FROM post WHERE table_id = ?", (table_id,))
    queries.mark_moved(connection, table_id)
    delivery.create_pending(
        connection, now, MessageDraft(table_id, "lobby", thread_id or channel_id, tried=False)
    )


def leave_thread(connection: Connection, table_id: int) -> None:
    """Show a table in its channel from now on. Its message in the thread becomes stale."""
    row = connection.execute(
        "SELECT thread_id, message_id FROM card_table WHERE id = ?", (table_id,)
    ).fetchone()
    if row["message_id"] is not None:
        delivery.mark_stale(connection, table_id, row["thread_id"], row["message_id"])
    connection.execute(
        f"""UPDATE card_table SET thread_id = channel_id, message_id = NULL, lobby_due = 1,
           {BEHIND} WHERE id = ?""",  # noqa: S608
        (table_id,),
    )


# INDEXED BY, because SQLite would read every game that ever ended. PostgreSQL takes no number as a
# condition, so only PostgreSQL reads the comparison in /*! */.
TO_REPAINT: Final = """
    SELECT id FROM card_table INDEXED BY table_behind
    WHERE status IN ('playing', 'finished') AND rendered_seq < seq AND purpose = 'play'
    UNION SELECT id FROM card_table WHERE lobby_due /*! <> 0 */
    UNION SELECT table_id FROM post UNION SELECT table_id FROM relic
    UNION SELECT table_id FROM vote WHERE shown < revision ORDER BY 1"""


def outdated_tables(connection: Connection) -> tuple[int, ...]:
    """Return the tables whose messages are outdated."""
    rows = connection.execute(TO_REPAINT)
    return tuple(row["id"] for row in rows)


# ---- deadlines that move, and messages that show them


def grant_grace(
    connection: Connection,
    gap: Downtime,
    grace: Mapping[str, float],
    shard: int = 0,
    shards: int = 1,
) -> frozenset[int]:
    """Give every player at least `grace` seconds after downtime, depending on the table's pace.

    Only at tables of one shard's guilds. Return the tables whose messages now show old deadlines.
    """
    return _outdated(connection, granting.grant_grace(connection, gap, grace, shard, shards))


def shift(connection: Connection, by: float, *, noting: tuple[str, str]) -> frozenset[int]:
    """Shift every open deadline by `by` seconds after the clock was set.

    The same commit saves the key and value in `noting`, so that no deadline is shifted twice.
    Return the tables whose messages now show old deadlines.
    """
    program_state.set_value(connection, *noting)
    return _outdated(connection, timers.shift_all(connection, by))


def _outdated(connection: Connection, table_ids: frozenset[int]) -> frozenset[int]:
    """Mark the tables that have a channel as outdated, and return them."""
    shown = table_ids - pauses.tables_without_channel(connection)
    mark_outdated(connection, *sorted(shown))
    return shown
