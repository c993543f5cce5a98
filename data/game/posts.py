"""Messages under way: noted before they are sent, until it is known what became of them.

An answer of Discord may be lost, and the process may end while it waits for one. Whoever then
finds the row knows that the message may be there already: it is looked for by its nonce before it
is sent again. What it tells, and to whom, counts as said in the same commit that notes its id.

`posted` is what has been said once and for all: score sheets, the end, records.
`relic` are messages that still show a table and should not any more, because a newer one does.
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
NONCES: Final = 2**62  # whole numbers of both databases have 64 bits, with a sign
VOTE: Final = "vote."
"""How the name of a message begins that asks the table something; its number follows."""
ASK: Final = "ask."
"""The same of a message that tells a member of it by themselves; the vote and a seat follow."""
DIGEST: Final = "digest."
"""The same of a message that tells a seat's member of all their tables that wait."""
Tell = tuple[Told, int, int]
"""What is told to a seat, of its decision that was asked at an entry."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message of a table to a channel, the `place`; `what` it is, is unique at its table.

    `seq` is the entry it shows. Of `told` it notifies. Once it is sent, `value` is noted under
    `key`: a part of what has been posted, or `nudge.` and a seat. `tried`: it may be there already.
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
    """The same under way, since `at`."""

    nonce: int
    at: float

    @property
    def mark(self) -> int:
        """The number by which its components are known again: 31 bits, never 0."""
        # Discord takes 32 bits for the id of a component, and gives one of its own in place of 0.
        return 1 + self.nonce % LARGEST


@dataclass(frozen=True, slots=True)
class Relic:
    """An old message of a table, which showed it up to entry `seq`."""

    table_id: int
    message_id: int
    place: int
    seq: int


@dataclass(frozen=True, slots=True)
class Posted:
    """How many rounds have their score sheet, whether the end and the records were told."""

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

    Raises `NoTable`.
    """
    connection.execute(
        # One that was tried may be there, so it keeps its nonce, by which it is looked for.
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
    """The same where one that is under way goes to somebody else, and does not count as this."""
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

    A lobby that was given up while it was on its way is there all the same, and has to say so.
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
    """What has now been said is not said again."""
    if post.key is None or post.value is None:
        return
    if post.key in NOTE:
        note(connection, post.table_id, post.key, int(post.value))
    else:
        seat = int(post.key.removeprefix("nudge."))
        courtesies.nudge(connection, post.table_id, seat, float(post.value))


def _opened(connection: Connection, post: Post, message_id: int) -> None:
    """That is the message of the lobby, if it has none."""
    connection.execute(
        """UPDATE card_table SET lobby_message_id = ?, lobby_due = 1
           WHERE id = ? AND channel_id = ? AND lobby_message_id IS NULL""",
        (message_id, post.table_id, post.place),
    )


def _goes_on(connection: Connection, post: Post, message_id: int) -> None:
    """The table goes on in a new message; where it has moved away meanwhile, it is old already."""
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
    """A message is the table's no more: its controls are to be taken away."""
    connection.execute(
        """INSERT INTO relic (table_id, message_id, place, seq)
           SELECT id, ?, ?, seq FROM card_table WHERE id = ? ON CONFLICT DO NOTHING""",
        (message_id, place, table_id),
    )


def leave_old(connection: Connection, table_id: int, place: int, message_id: int) -> None:
    """Mark a message as stale, unless it is the table's own, or may become it.

    That is known only here: while it was looked at, the table may have gone on in it. Nor is it
    known while one is under way, of which the answer may be lost.
    """
    row = connection.execute(
        """SELECT message_id FROM card_table WHERE id = ? AND NOT EXISTS
           (SELECT 1 FROM post WHERE table_id = card_table.id AND what = 'table' AND tried = 1)""",
        (table_id,),
    ).fetchone()
    if row is not None and row["message_id"] != message_id:
        leave(connection, table_id, place, message_id)


def leave_board(connection: Connection, table_id: int) -> None:
    """The message of a game that is about to end without a result is to lose its controls."""
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
    """Note one part, by its name."""
    connection.execute(
        "INSERT INTO posted (table_id) VALUES (?) ON CONFLICT DO NOTHING", (table_id,)
    )
    connection.execute(NOTE[part], (value, table_id))
