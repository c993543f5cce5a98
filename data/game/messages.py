"""Which messages show a table, and which of them are outdated. Columns of `card_table`.

A message is a projection of the state. A table whose `rendered_seq` is less than its `seq` must be
rendered. That stays so until it succeeds, however often Discord fails.
"""

from typing import Final

from data.file.clock import Millis
from data.game import posts, vote_rows
from data.game.posts import Draft
from data.game.rows import MessageIds
from data.sql.connection import Connection

PLACE = {
    "lobby_message_id": "UPDATE card_table SET lobby_message_id = ? WHERE id = ?",
    # the lobby's message links to the thread
    "thread_id": "UPDATE card_table SET thread_id = ?, lobby_due = 1 WHERE id = ?",
    "message_id": "UPDATE card_table SET message_id = ? WHERE id = ?",
}

# It decreases each time. A process that is rendering can then tell that its picture is outdated.
BEHIND = "rendered_seq = CASE WHEN rendered_seq < seq THEN rendered_seq ELSE seq END - 1"


def place(connection: Connection, table_id: int, ids: MessageIds) -> None:
    """Save the messages and the thread of a table."""
    for name, value in ids.items():
        connection.execute(PLACE[name], (value, table_id))


def painted(connection: Connection, table_id: int, seq: int, before: int) -> None:
    """Record that the message shows entry `seq`. `before` is the old value when rendering began.

    Does nothing if the message was marked as outdated meanwhile.
    """
    connection.execute(
        "UPDATE card_table SET rendered_seq = ? WHERE id = ? AND rendered_seq = ?",
        (seq, table_id, before),
    )


def unpaint(connection: Connection, *table_ids: int) -> None:
    """Mark the messages of tables as outdated, although nobody has moved."""
    change = f"UPDATE card_table SET {BEHIND} WHERE id = ?"  # noqa: S608 - no value of anybody's
    connection.executemany(change, [(table_id,) for table_id in table_ids])


def nowhere(connection: Connection, table_id: int) -> None:
    """Stop showing a table whose channel is gone, unless it is being played."""
    over = "SELECT id FROM card_table WHERE id = ? AND status <> 'playing'"
    for change in (
        "UPDATE card_table SET rendered_seq = seq WHERE rendered_seq < seq AND id",
        "UPDATE vote SET shown = revision WHERE shown < revision AND table_id",
        "UPDATE card_table SET lobby_due = 0 WHERE lobby_message_id IS NULL AND id",
        "DELETE FROM post WHERE table_id",
    ):
        connection.execute(f"{change} IN ({over})", (table_id,))


def lobby_shown(connection: Connection, table_id: int, revision: int) -> bool:
    """Record that the lobby's message shows a revision. Returns whether there is a newer one."""
    row = connection.execute(
        """UPDATE card_table SET lobby_due = CASE WHEN revision <> ? THEN 1 ELSE 0 END
           WHERE id = ? RETURNING lobby_due""",
        (revision, table_id),
    ).fetchone()
    return row is not None and bool(row["lobby_due"])


def gone(connection: Connection, table_id: int, message_id: int) -> None:
    """Record that a message of a table was deleted. Does nothing if it was another message."""
    for name in ("lobby_message_id", "message_id"):
        connection.execute(
            f"UPDATE card_table SET {name} = NULL WHERE id = ? AND {name} = ?",  # noqa: S608
            (table_id, message_id),
        )


def move(connection: Connection, now: Millis, table_id: int, channel_id: int) -> None:
    """Move a table to another channel. Its first message there is pending."""
    connection.execute(
        f"""UPDATE card_table SET channel_id = ?, thread_id = NULL, message_id = NULL,
           lobby_message_id = NULL, {BEHIND} WHERE id = ?""",  # noqa: S608
        (channel_id, table_id),
    )
    connection.execute("DELETE FROM post WHERE table_id = ?", (table_id,))
    vote_rows.moved(connection, table_id)
    posts.begin(connection, now, Draft(table_id, "lobby", channel_id, tried=False))


def leave_thread(connection: Connection, table_id: int) -> None:
    """Move a table from its thread to its channel. The message in the thread is stale."""
    row = connection.execute(
        "SELECT thread_id, message_id FROM card_table WHERE id = ?", (table_id,)
    ).fetchone()
    if row["message_id"] is not None:
        posts.leave(connection, table_id, row["thread_id"], row["message_id"])
    connection.execute(
        f"""UPDATE card_table SET thread_id = channel_id, message_id = NULL, lobby_due = 1,
           {BEHIND} WHERE id = ?""",  # noqa: S608
        (table_id,),
    )


# INDEXED BY, because SQLite would read every game that ever ended.
TO_REPAINT: Final = """
    SELECT id FROM card_table INDEXED BY table_behind
    WHERE status IN ('playing', 'finished') AND rendered_seq < seq AND purpose = 'play'
    UNION SELECT id FROM card_table WHERE lobby_due /*! <> 0 */
    UNION SELECT table_id FROM post UNION SELECT table_id FROM relic
    UNION SELECT table_id FROM vote WHERE shown < revision ORDER BY 1"""


def behind(connection: Connection) -> tuple[int, ...]:
    """Return the tables with outdated messages."""
    rows = connection.execute(TO_REPAINT)
    return tuple(row["id"] for row in rows)
