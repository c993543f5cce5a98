"""Delivery: messages that are pending, stale or announced. Tables `post`, `relic`, `posted`.

A message has a row in `post` from before it is sent until its id is saved. Discord's answer may be
lost, or the process may end. So before a retry, `Outbox.find_sent` searches the channel for the
message. The transaction that saves the message's id also records which members the message has
notified.

Table `posted` records announcements that are made once: score sheets, the end, records. Table
`relic` has messages that still show a table although a newer one replaced them.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from data.core.connection import Connection, Row
from data.core.timestamps import Millis, to_seconds
from data.deadlines import digests, open_decisions, usage_limits
from data.errors import TableNotFound
from data.members import dm_hands, invitations, mailboxes
from data.models.invitations import ASKED
from data.models.messages import (
    CALLS,
    VOTE_CALL,
    VOTE_PREFIX,
    Announcements,
    DmHandRow,
    MessageDraft,
    PendingMessage,
    StaleMessage,
)
from data.models.tables import TableRow
from data.models.votes import Vote
from data.votes import queries

NONCES: Final = 2**62  # both databases have signed integers of 64 bits


NOTE: Final = {
    "rounds": "UPDATE posted SET rounds = ? WHERE table_id = ?",
    "final": "UPDATE posted SET final = ? WHERE table_id = ?",
    "records": "UPDATE posted SET records = ? WHERE table_id = ?",
}


def create_pending(connection: Connection, now: Millis, draft: MessageDraft) -> PendingMessage:
    """Record a message as pending, and return it.

    If a pending message of this kind may already have been sent, return that one instead. Raises
    `TableNotFound`.
    """
    connection.execute(
        # A message that was tried may exist, so its row must not change: the search needs the row.
        """INSERT INTO post (table_id, what, place, nonce, at, seq, told, key, value, tried)
           SELECT id, :what, :place, :nonce, :now, :seq, :told, :key, :value, :tried
           FROM card_table WHERE id = :table_id
           ON CONFLICT (table_id, what) DO UPDATE SET
               place = excluded.place, at = excluded.at, seq = excluded.seq, told = excluded.told,
               key = excluded.key, value = excluded.value, tried = excluded.tried
           WHERE post.tried = 0""",
        asdict(draft)
        | {"now": now, "told": json.dumps(draft.told), "nonce": secrets.randbelow(NONCES)},
    )
    post = find(connection, draft.table_id, draft.what)
    if post is None:
        raise TableNotFound(f"there is no table {draft.table_id}")
    return post


def begin_digest(
    connection: Connection,
    now: Millis,
    user_id: int,
    before: float | None,
    then: float | None,
    drafts: Sequence[MessageDraft],
) -> None:
    """Record a digest's messages as pending, and when the next digest is due.

    Does nothing if another process has sent that digest.

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        user_id: The member.
        before: When the digest was due, as the caller has read it.
        then: When the next digest is due; None for none.
        drafts: The messages.
    """
    if digests.claim(connection, user_id, before, then):
        for draft in drafts:
            create_pending(connection, now, draft)


def create_pending_lobby(connection: Connection, now: Millis, draft: MessageDraft) -> None:
    """Record a lobby's message as pending, unless the lobby already has a message."""
    found = connection.execute(
        "SELECT 1 FROM card_table WHERE id = ? AND lobby_message_id IS NULL", (draft.table_id,)
    )
    if found.fetchone():
        create_pending(connection, now, draft)


def recreate_pending(connection: Connection, now: Millis, draft: MessageDraft) -> PendingMessage:
    """Record a message in place of a pending one that was for another member."""
    before = find(connection, draft.table_id, draft.what)
    if before is not None:
        delete_pending(connection, before)
    return create_pending(connection, now, draft)


def recreate_vote_call(
    connection: Connection, now: Millis, table: TableRow, vote: Vote, seat: int
) -> None:
    """Record a pending message that notifies the member of a seat about a vote."""
    place = table.thread_id or table.channel_id
    call = MessageDraft(table.id, f"{VOTE_CALL}{vote.number}.{seat}", place, tried=False)
    recreate_pending(connection, now, call)


def replace_pending(
    connection: Connection, now: Millis, post: PendingMessage, drafts: Sequence[MessageDraft]
) -> tuple[PendingMessage, ...]:
    """Replace a pending message with others, and return those.

    If the message is no longer pending, changes nothing and returns none.
    """
    before = find(connection, post.table_id, post.what)
    if before is None:
        return ()
    delete_pending(connection, before)
    return tuple(create_pending(connection, now, draft) for draft in drafts)


def find(connection: Connection, table_id: int, what: str) -> PendingMessage | None:
    """Return the pending message of a kind, or None."""
    row = connection.execute(
        "SELECT * FROM post WHERE table_id = ? AND what = ?", (table_id, what)
    ).fetchone()
    return None if row is None else _post_from(row)


def pending_messages(connection: Connection, table_id: int) -> tuple[PendingMessage, ...]:
    """Return the pending messages of a table."""
    rows = connection.execute(
        "SELECT * FROM post WHERE table_id = ? ORDER BY at, what", (table_id,)
    )
    return tuple(_post_from(row) for row in rows)


def mark_refused(connection: Connection, post: PendingMessage) -> None:
    """Record that Discord refused a message. The message does not exist, and stays pending."""
    connection.execute("UPDATE post SET tried = 0 WHERE nonce = ?", (post.nonce,))


def delete_pending(connection: Connection, post: PendingMessage) -> None:
    """Delete a pending message: nothing needs to be sent."""
    connection.execute("DELETE FROM post WHERE nonce = ?", (post.nonce,))


def mark_sent(connection: Connection, now: Millis, post: PendingMessage, message_id: int) -> None:
    """Save the id of a sent message, and delete its pending row, unless that was done before.

    The same transaction claims the reminders in the message, and replaces the member's DM hand. A
    lobby that was closed meanwhile also gets the id, because its message must show that.
    """
    if post.what == "lobby":
        _opened(connection, post, message_id)
    if not connection.execute("DELETE FROM post WHERE nonce = ?", (post.nonce,)).rowcount:
        return
    for what, seat, seq in post.told:
        open_decisions.claim_reminder(connection, now, post.table_id, what, seat, seq)
    _note(connection, post)
    _replace_dm_hand(connection, now, post, message_id)
    if post.what == "table":
        _goes_on(connection, post, message_id)
    elif post.what.startswith(VOTE_PREFIX):
        number = int(post.what.removeprefix(VOTE_PREFIX))
        queries.mark_posted(connection, now, post.table_id, number, (post.place, message_id))


def mark_posted(connection: Connection, now: Millis, post: PendingMessage, post_id: int) -> None:
    """Save that Discord has created a lobby's forum post.

    A forum post and its first message have the same id.
    """
    connection.execute(
        """UPDATE card_table SET thread_id = ?
           WHERE id = ? AND channel_id = ? AND lobby_message_id IS NULL""",
        (post_id, post.table_id, post.place),
    )
    mark_sent(connection, now, post, post_id)


def _replace_dm_hand(
    connection: Connection, now: Millis, post: PendingMessage, message_id: int
) -> None:
    """Make a reminder by direct message the member's only message of its table.

    The message that it replaces becomes stale, so that it is deleted even after a crash.
    """
    kind, seat, *_ = *post.what.split("."), ""
    user_id = mailboxes.owner_of(connection, post.place) if kind in CALLS else None
    if user_id is None:
        return
    call = DmHandRow(
        post.table_id, user_id, int(seat), post.place, message_id, post.seq, 0.0, "", call=True
    )
    older = dm_hands.save_call(connection, now, call)
    if older is not None:
        mark_stale(connection, post.table_id, *older)


def _note(connection: Connection, post: PendingMessage) -> None:
    """Save what `key` and `value` say about a sent message, so that it is not sent twice.

    That is an announcement, a nudge, or an invitation of which a member was told.
    """
    if post.key is None or post.value is None:
        return
    if post.key in NOTE:
        record_announcement(connection, post.table_id, post.key, int(post.value))
    elif post.key == ASKED:
        invitations.mark_told(connection, post.table_id, int(post.value))
    elif post.key.startswith("nudge."):
        seat = int(post.key.removeprefix("nudge."))
        usage_limits.record_nudge(connection, post.table_id, seat, float(post.value))


def _opened(connection: Connection, post: PendingMessage, message_id: int) -> None:
    """Save the id of the lobby's message, if the lobby has no message id."""
    connection.execute(
        """UPDATE card_table SET lobby_message_id = ?, lobby_due = 1
           WHERE id = ? AND ? IN (channel_id, thread_id) AND lobby_message_id IS NULL""",
        (message_id, post.table_id, post.place),
    )


def _goes_on(connection: Connection, post: PendingMessage, message_id: int) -> None:
    """Make a message the table's current one.

    If the table has moved to another channel, mark the message as stale instead.
    """
    row = connection.execute(
        """SELECT message_id, seq, coalesce(thread_id, channel_id) AS place FROM card_table
           WHERE id = ?""",
        (post.table_id,),
    ).fetchone()
    if row["place"] != post.place:
        mark_stale(connection, post.table_id, post.place, message_id)
        return
    if row["message_id"] not in {None, message_id}:
        # Of messages that are replaced in quick succession, only the last one is retired. The
        # others keep their components, which still answer with the current state. That saves one
        # edit for each turn.
        connection.execute(
            "DELETE FROM relic WHERE table_id = ? AND place = ?", (post.table_id, post.place)
        )
        mark_stale(connection, post.table_id, post.place, row["message_id"])
    connection.execute(
        # If the message was marked as outdated since the post was made, it stays outdated.
        """UPDATE card_table SET message_id = :message, message_seq = :seq,
           rendered_seq = CASE WHEN rendered_seq = :before THEN :seq ELSE rendered_seq END
           WHERE id = :table""",
        {
            "message": message_id,
            "seq": post.seq,
            "before": None if post.value is None else int(post.value),
            "table": post.table_id,
        },
    )


def mark_stale(connection: Connection, table_id: int, place: int, message_id: int) -> None:
    """Record a stale message. Its components must be removed; a direct message must be deleted."""
    connection.execute(
        """INSERT INTO relic (table_id, message_id, place, seq)
           SELECT id, ?, ?, seq FROM card_table WHERE id = ? ON CONFLICT DO NOTHING""",
        (message_id, place, table_id),
    )


def save_dm_hand(connection: Connection, row: DmHandRow) -> StaleMessage | None:
    """Save a DM hand. Return the message that must be deleted; None if there is none.

    The same commit marks that message as stale, because the process may die before it deletes it.
    """
    older = dm_hands.save(connection, row)
    if older is None or older.message_id != row.message_id:
        # A stale message becomes current again if the member has used it.
        connection.execute("DELETE FROM relic WHERE message_id = ?", (row.message_id,))
    if older is None:
        return None
    mark_stale(connection, older.table_id, older.channel_id, older.message_id)
    return StaleMessage(older.table_id, older.message_id, older.channel_id, older.seq, direct=True)


def mark_stale_unless_current(
    connection: Connection, table_id: int, place: int, message_id: int
) -> None:
    """Mark a message as stale, unless it is or may become the table's current message.

    Only the database knows: the table may have changed its message meanwhile. While a message is
    pending, even the database does not know, so nothing happens.
    """
    row = connection.execute(
        """SELECT message_id FROM card_table WHERE id = ? AND NOT EXISTS
           (SELECT 1 FROM post WHERE table_id = card_table.id AND what = 'table' AND tried = 1)""",
        (table_id,),
    ).fetchone()
    if row is not None and row["message_id"] != message_id:
        mark_stale(connection, table_id, place, message_id)


def mark_board_stale(connection: Connection, table_id: int) -> None:
    """Mark the message of a game that ends without a result as stale.

    Its components are then removed.
    """
    row = connection.execute(
        """SELECT message_id, coalesce(thread_id, channel_id) AS place FROM card_table
           WHERE id = ? AND status = 'playing' AND message_id IS NOT NULL""",
        (table_id,),
    ).fetchone()
    if row is not None:
        mark_stale(connection, table_id, row["place"], row["message_id"])


def stale_messages(connection: Connection, table_id: int) -> tuple[StaleMessage, ...]:
    """Return the stale messages of a table, which still have components."""
    rows = connection.execute(
        """SELECT r.*, EXISTS (SELECT 1 FROM mailbox AS m WHERE m.channel_id = r.place) AS direct
           FROM relic AS r WHERE r.table_id = ? ORDER BY r.message_id""",
        (table_id,),
    )
    return tuple(StaleMessage(**dict(row) | {"direct": bool(row["direct"])}) for row in rows)


def delete_stale(connection: Connection, relic: StaleMessage) -> None:
    """Delete the row of a stale message that needs no further work."""
    connection.execute("DELETE FROM relic WHERE message_id = ?", (relic.message_id,))


def _post_from(row: Row) -> PendingMessage:
    told = tuple((what, seat, seq) for what, seat, seq in json.loads(row["told"]))
    facts = {"at": to_seconds(row["at"]), "told": told, "tried": bool(row["tried"])}
    return PendingMessage(**dict(row) | facts)


def announcements(connection: Connection, table_id: int) -> Announcements:
    """Return the announcements that a table has had already."""
    row = connection.execute("SELECT * FROM posted WHERE table_id = ?", (table_id,)).fetchone()
    if row is None:
        return Announcements()
    return Announcements(row["rounds"], bool(row["final"]), bool(row["records"]))


def record_announcement(connection: Connection, table_id: int, part: str, value: object) -> None:
    """Save one column of a table's row in `posted`."""
    connection.execute(
        "INSERT INTO posted (table_id) VALUES (?) ON CONFLICT DO NOTHING", (table_id,)
    )
    connection.execute(NOTE[part], (value, table_id))
