"""Delivery: messages that are pending, stale or announced. Tables `post`, `relic`, `posted`.

A message is recorded before it is sent, until its fate is known: Discord's answer may be lost, or
the process may end. Before a pending message is sent again, we search for its nonce, because it may
exist already. The transaction that saves its id also records whom it has notified.

`posted` records what is announced once: score sheets, the end, records. `relic` has messages that
still show a table although a newer one replaced them.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from data.file.clock import Millis, to_seconds
from data.file.errors import NoTable
from data.game import vote_rows
from data.sql.connection import Connection, SqlRow
from data.time import courtesies, digests, waits
from data.time.rows import Told

LARGEST: Final = 2**31 - 1
NONCES: Final = 2**62  # both databases have signed integers of 64 bits
VOTE: Final = "vote."
"""Prefix of the message of a vote; the number of the vote follows."""
ASK: Final = "ask."
"""Prefix of the message that asks one member in a vote; vote and seat follow."""
DIGEST: Final = "digest."
"""Prefix of the digest of a seat's member."""
Tell = tuple[Told, int, int]
"""A notification of a seat: its kind, the seat, and the entry at which the decision was asked."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to send to a channel or thread, the `place`. `what` is unique at its table.

    `seq` is the entry it shows. `told` are the notifications it contains. Once it is sent, `value`
    is saved under `key`: a column of `posted`, or "nudge." and a seat. `tried`: it may exist
    already.
    """

    table_id: int
    what: str
    place: int
    seq: int = 0
    told: tuple[Tell, ...] = ()
    key: str | None = None
    value: str | None = None
    tried: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Post(Draft):
    """A pending message, recorded at `at`."""

    nonce: int
    at: float

    @property
    def mark(self) -> int:
        """Number by which the message's components are recognized: 31 bits, never 0."""
        # Component ids of Discord have 32 bits, and it replaces 0 by an id of its own.
        return 1 + self.nonce % LARGEST


@dataclass(frozen=True, slots=True)
class Relic:
    """A stale message of a table, which showed it up to entry `seq`."""

    table_id: int
    message_id: int
    place: int
    seq: int


@dataclass(frozen=True, slots=True)
class Posted:
    """The announcements so far: the score sheets of `rounds` rounds, the end, the records."""

    rounds: int = 0
    final: bool = False
    records: bool = False


NOTE: Final = {
    "rounds": "UPDATE posted SET rounds = ? WHERE table_id = ?",
    "final": "UPDATE posted SET final = ? WHERE table_id = ?",
    "records": "UPDATE posted SET records = ? WHERE table_id = ?",
}


def begin(connection: Connection, now: Millis, draft: Draft) -> Post:
    """Note a message as pending. Returns the one that may be there already, if there is one.

    Returns the pending one instead if it may exist already. Raises `NoTable`.
    """
    connection.execute(
        # A message that was tried may exist, so it keeps the nonce by which we search for it.
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
        raise NoTable(f"there is no table {draft.table_id}")
    return post


def begin_digest(
    connection: Connection,
    now: Millis,
    user_id: int,
    before: float | None,
    then: float | None,
    drafts: Sequence[Draft],
) -> None:
    """Note a digest's messages as pending, and when the next digest is due.

    Does nothing where another process has sent that digest.

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        user_id: The member.
        before: When the digest was due, as the caller has read it.
        then: When the next one is; None for none.
        drafts: The messages.

    """
    if digests.advance(connection, user_id, before, then):
        for draft in drafts:
            begin(connection, now, draft)


def begin_lobby(connection: Connection, now: Millis, draft: Draft) -> None:
    """Note a lobby's message as pending, unless it is there by now."""
    found = connection.execute(
        "SELECT 1 FROM card_table WHERE id = ? AND lobby_message_id IS NULL", (draft.table_id,)
    )
    if found.fetchone():
        begin(connection, now, draft)


def begin_anew(connection: Connection, now: Millis, draft: Draft) -> Post:
    """Record a message in place of a pending one that was meant for another member."""
    before = find(connection, draft.table_id, draft.what)
    if before is not None:
        unsent(connection, before)
    return begin(connection, now, draft)


def instead(
    connection: Connection, now: Millis, post: Post, drafts: Sequence[Draft]
) -> tuple[Post, ...]:
    """Replace a pending message by others. Returns none where it is gone by now."""
    before = find(connection, post.table_id, post.what)
    if before is None:
        return ()
    unsent(connection, before)
    return tuple(begin(connection, now, draft) for draft in drafts)


def find(connection: Connection, table_id: int, what: str) -> Post | None:
    """The pending message of a kind; None if there is none."""
    row = connection.execute(
        "SELECT * FROM post WHERE table_id = ? AND what = ?", (table_id, what)
    ).fetchone()
    return None if row is None else _post_from(row)


def of(connection: Connection, table_id: int) -> tuple[Post, ...]:
    """The pending messages of a table."""
    rows = connection.execute(
        "SELECT * FROM post WHERE table_id = ? ORDER BY at, what", (table_id,)
    )
    return tuple(_post_from(row) for row in rows)


def refused(connection: Connection, post: Post) -> None:
    """Note that Discord refused a message: it is not there, and still pending."""
    connection.execute("UPDATE post SET tried = 0 WHERE nonce = ?", (post.nonce,))


def unsent(connection: Connection, post: Post) -> None:
    """Delete a pending message: it need not be sent."""
    connection.execute("DELETE FROM post WHERE nonce = ?", (post.nonce,))


def sent(connection: Connection, now: Millis, post: Post, message_id: int) -> None:
    """Mark a message as sent. Does nothing when that was known.

    A lobby that was closed meanwhile still gets the id: its message has to say that it is closed.
    """
    if post.what == "lobby":
        _opened(connection, post, message_id)
    if not connection.execute("DELETE FROM post WHERE nonce = ?", (post.nonce,)).rowcount:
        return
    for what, seat, seq in post.told:
        waits.take(connection, now, post.table_id, what, seat, seq)
    _note(connection, post)
    if post.what == "table":
        _goes_on(connection, post, message_id)
    elif post.what.startswith(VOTE):
        number = int(post.what.removeprefix(VOTE))
        vote_rows.posted(connection, now, post.table_id, number, (post.place, message_id))


def _note(connection: Connection, post: Post) -> None:
    """Mark the message's content as announced, so that it is not sent twice."""
    if post.key is None or post.value is None:
        return
    if post.key in NOTE:
        note(connection, post.table_id, post.key, int(post.value))
    else:
        seat = int(post.key.removeprefix("nudge."))
        courtesies.nudge(connection, post.table_id, seat, float(post.value))


def _opened(connection: Connection, post: Post, message_id: int) -> None:
    """Save the id of the lobby's message, if it has none."""
    connection.execute(
        """UPDATE card_table SET lobby_message_id = ?, lobby_due = 1
           WHERE id = ? AND channel_id = ? AND lobby_message_id IS NULL""",
        (message_id, post.table_id, post.place),
    )


def _goes_on(connection: Connection, post: Post, message_id: int) -> None:
    """Make a message the table's current one. If the table has moved, the message is stale."""
    row = connection.execute(
        """SELECT message_id, seq, coalesce(thread_id, channel_id) AS place FROM card_table
           WHERE id = ?""",
        (post.table_id,),
    ).fetchone()
    if row["place"] != post.place:
        leave(connection, post.table_id, post.place, message_id)
        return
    if row["message_id"] not in {None, message_id}:
        leave(connection, post.table_id, post.place, row["message_id"])
    connection.execute(
        "UPDATE card_table SET message_id = ?, message_seq = ? WHERE id = ?",
        (message_id, post.seq, post.table_id),
    )


def leave(connection: Connection, table_id: int, place: int, message_id: int) -> None:
    """Record a stale message, whose components are to be removed."""
    connection.execute(
        """INSERT INTO relic (table_id, message_id, place, seq)
           SELECT id, ?, ?, seq FROM card_table WHERE id = ? ON CONFLICT DO NOTHING""",
        (message_id, place, table_id),
    )


def leave_old(connection: Connection, table_id: int, place: int, message_id: int) -> None:
    """Mark a message as stale, unless it is the table's own, or may become it.

    Only the database knows: the table may have changed its message meanwhile. While one is pending,
    even that is not certain, so nothing happens.
    """
    row = connection.execute(
        """SELECT message_id FROM card_table WHERE id = ? AND NOT EXISTS
           (SELECT 1 FROM post WHERE table_id = card_table.id AND what = 'table' AND tried = 1)""",
        (table_id,),
    ).fetchone()
    if row is not None and row["message_id"] != message_id:
        leave(connection, table_id, place, message_id)


def leave_board(connection: Connection, table_id: int) -> None:
    """Record the message of a game that ends without a result, so that it loses its components."""
    row = connection.execute(
        """SELECT message_id, coalesce(thread_id, channel_id) AS place FROM card_table
           WHERE id = ? AND status = 'playing' AND message_id IS NOT NULL""",
        (table_id,),
    ).fetchone()
    if row is not None:
        leave(connection, table_id, row["place"], row["message_id"])


def relics(connection: Connection, table_id: int) -> tuple[Relic, ...]:
    """The stale messages of a table, which still have controls."""
    rows = connection.execute(
        "SELECT * FROM relic WHERE table_id = ? ORDER BY message_id", (table_id,)
    )
    return tuple(Relic(**dict(row)) for row in rows)


def put_away(connection: Connection, relic: Relic) -> None:
    """Delete a stale message: it is gone, or has no controls any longer."""
    connection.execute("DELETE FROM relic WHERE message_id = ?", (relic.message_id,))


def _post_from(row: SqlRow) -> Post:
    told = tuple((what, seat, seq) for what, seat, seq in json.loads(row["told"]))
    facts = {"at": to_seconds(row["at"]), "told": told, "tried": bool(row["tried"])}
    return Post(**dict(row) | facts)


def posted(connection: Connection, table_id: int) -> Posted:
    """What has been announced of a table, once for all."""
    row = connection.execute("SELECT * FROM posted WHERE table_id = ?", (table_id,)).fetchone()
    if row is None:
        return Posted()
    return Posted(row["rounds"], bool(row["final"]), bool(row["records"]))


def note(connection: Connection, table_id: int, part: str, value: object) -> None:
    """Save one column of `posted`."""
    connection.execute(
        "INSERT INTO posted (table_id) VALUES (?) ON CONFLICT DO NOTHING", (table_id,)
    )
    connection.execute(NOTE[part], (value, table_id))
