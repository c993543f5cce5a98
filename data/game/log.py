"""The move log: append-only, with a hash chain. Table `entry`. Nothing else can restore it.

Each entry stores a hash of its content and the previous hash. SQLite's checks miss most flipped
bits in a text. The chain shows an entry that was altered, or is missing in the middle.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from data.file.clock import Millis, maybe_ms, to_ms, to_seconds
from data.file.errors import BrokenLog
from data.game import archive, results, vote_rows
from data.game.rows import Appended, Duplicate, Entry, Outcome, Stale, numbered
from data.people import memos, plans, wishes
from data.people.plans import PlanRow
from data.people.wishes import StandingRow
from data.sql.asking import Asking
from data.sql.connection import Connection, SqlRow
from data.time import reckoning, waits
from data.time.reckoning import Reckoned
from data.time.rows import Wait

# Against accidents only: whoever can write to the file can also write the hashes.
LINK_BYTES: Final = 8
# Everything that a move must know, in one statement: an earlier use of its key, the state of the
# table, the last hash, and whether a vote is open. It locks the table's row until the COMMIT, as
# several processes may share a database.
BEFORE: Final = """
    SELECT t.seq, t.seed, t.status, used.table_id AS used_at, used.seq AS used_as, last.chain,
           EXISTS (SELECT 1 FROM vote AS v WHERE v.table_id = t.id AND v.verdict IS NULL) AS votes
    FROM card_table AS t LEFT JOIN entry AS used ON used.key = :key
    LEFT JOIN entry AS last ON last.table_id = t.id AND last.seq = t.seq
    WHERE t.id = :table /*! FOR UPDATE OF t */"""


@dataclass(frozen=True, slots=True)
class Following:
    """A move that the bot makes because of another one, with a key of its own."""

    seat: int
    key: str
    body: str


@dataclass(frozen=True, slots=True)
class Beforehand:
    """Changes of plans, auto-answers and staged cards in the transaction of a move.

    `plans` and `standing` replace earlier rows. The plans of the members in `planless` are deleted.
    With `unstaged`, all staged cards at the table are deleted.
    """

    plans: tuple[PlanRow, ...] = ()
    planless: tuple[int, ...] = ()
    standing: tuple[StandingRow, ...] = ()
    unstaged: bool = False


NOTHING_BEFOREHAND: Final = Beforehand()


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to append after entry `after`, if that is still the last one.

    `key` is the interaction's id, or anything else unique to this move among all tables.
    `more` are further moves of the same press, `follows` what follows from them by itself: an
    entry each, all on disk together or none, with what was `said`.
    With `waits` the table then waits for these decisions, and the earliest of their deadlines is
    the table's in place of `deadline`. With an `outcome` it is the game's last. `reckoned` is by
    which pauses and deadlines the times were computed; None is no condition.
    """

    table_id: int
    after: int
    seat: int
    key: str
    body: str
    more: tuple[str, ...] = ()
    follows: tuple[Following, ...] = ()
    said: Beforehand = NOTHING_BEFOREHAND
    deadline: float | None = None
    outcome: Outcome | None = None
    waits: tuple[Wait, ...] | None = None
    reckoned: Reckoned | None = None

    def entries(self, at: float) -> tuple[Entry, ...]:
        """Return the entries in order. Keys of further moves get a number."""
        own = (
            Following(self.seat, numbered(self.key, n), body)
            for n, body in enumerate((self.body, *self.more))
        )
        return tuple(
            Entry(self.after + n, made.seat, made.key, at, made.body)
            for n, made in enumerate((*own, *self.follows), 1)
        )


def append(connection: Connection, now: Millis, move: NewMove) -> Appended | Duplicate | Stale:
    """Append a move with all its consequences, and end the game if it has an outcome.

    Raises `ValueError` if the key was used at another table, or the outcome has other seats.
    """
    return appending(move)(connection, now)


def appending(move: NewMove) -> Asking[Appended | Duplicate | Stale]:
    """Return a transaction that appends a move; it begins with a query of the table."""
    facts = {"table": move.table_id, "key": move.key}
    return Asking(move.table_id, BEFORE, facts, partial(_append, move))


def _append(
    move: NewMove, connection: Connection, now: Millis, table: SqlRow | None
) -> Appended | Duplicate | Stale:
    if table is None:
        return Stale(0)
    # Comes first: an interaction that Discord delivers twice must find its own entry, and not be
    # told that it is late.
    if table["used_as"] is not None:
        return _duplicate(move, table)
    if table["seq"] != move.after or table["status"] != "playing":
        return Stale(table["seq"])
    if not reckoning.stands(connection, move.table_id, move.reckoned):
        return Stale(table["seq"], otherwise=True)
    entered = move.entries(to_seconds(now))
    _enter(connection, move.table_id, _last_link(move, table), entered)
    if table["votes"]:
        _answer_votes(connection, move.table_id, entered)
    _advance(connection, now, move, entered[-1].seq)
    if move.waits is not None:
        waits.replace(connection, now, move.table_id, move.waits)
    keep(connection, move.table_id, move.said)
    if move.outcome is not None:
        results.finish(connection, now, move.table_id, move.outcome)
        plans.over(connection, move.table_id)
        memos.over(connection, move.table_id)
    return Appended(entered[-1].seq)


def keep(connection: Connection, table_id: int, said: Beforehand) -> None:
    """Save what was prepared, and delete what is used up."""
    for plan in said.plans:
        plans.keep(connection, plan)
    for user_id in said.planless:
        plans.drop(connection, table_id, user_id)
    for standing in said.standing:
        wishes.keep_standing(connection, standing)
    if said.unstaged:
        wishes.unstage(connection, table_id)


def _duplicate(move: NewMove, table: SqlRow) -> Duplicate:
    if table["used_at"] != move.table_id:
        raise ValueError(f"the key of this move was used at table {table['used_at']} before")
    return Duplicate(table["used_as"])


def _answer_votes(connection: Connection, table_id: int, entered: Sequence[Entry]) -> None:
    for seat in {entry.seat for entry in entered if not entry.key.startswith(waits.FOR_THE_CLOCK)}:
        vote_rows.answered(connection, table_id, seat)


def _last_link(move: NewMove, table: SqlRow) -> bytes:
    """Return the hash to which the next entry is chained.

    Raises `BrokenLog` if the last entry is missing.
    """
    if move.after == 0:
        return first_link(move.table_id, table["seed"])
    if table["chain"] is None:
        raise BrokenLog(move.table_id, move.after)
    link: bytes = table["chain"]
    return link


def _enter(connection: Connection, table_id: int, link: bytes, entered: Sequence[Entry]) -> None:
    for entry in entered:
        link = next_link(link, entry)
        connection.execute(
            """INSERT INTO entry (table_id, seq, seat, key, at, body, chain)
               VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (table_id, entry.seq, entry.seat, entry.key, to_ms(entry.at), entry.body, link),
        )


def _advance(connection: Connection, now: Millis, move: NewMove, seq: int) -> None:
    connection.execute(
        "UPDATE card_table SET seq = ?, deadline = ?, updated = ? WHERE id = ?",
        (seq, maybe_ms(move.deadline), now, move.table_id),
    )


def _link_of(connection: Connection, table_id: int, seq: int, seed: bytes) -> bytes:
    if seq == 0:
        return first_link(table_id, seed)
    row = connection.execute(
        "SELECT chain FROM entry WHERE table_id = ? AND seq = ?", (table_id, seq)
    ).fetchone()
    if row is None:
        raise BrokenLog(table_id, seq)
    link: bytes = row["chain"]
    return link


def entries(connection: Connection, table_id: int, after: int = 0) -> tuple[Entry, ...]:
    """The moves after entry `after`, oldest first. Raises `BrokenLog` if one was altered."""
    table = connection.execute(
        "SELECT seq, seed FROM card_table WHERE id = ?", (table_id,)
    ).fetchone()
    if table is None or table["seq"] <= after:
        return ()
    packed = archive.entries(connection, table_id, table["seed"])
    if packed is not None:
        return packed[after:]
    link = _link_of(connection, table_id, after, table["seed"])
    rows = connection.execute(
        "SELECT * FROM entry WHERE table_id = ? AND seq > ? ORDER BY seq", (table_id, after)
    ).fetchall()
    found = []
    for number, row in enumerate(rows, start=after + 1):
        entry = _entry_from(row)
        link = next_link(link, entry)
        if entry.seq != number or row["chain"] != link:
            raise BrokenLog(table_id, number)
        found.append(entry)
    # A missing last entry breaks no link. Only the count shows it.
    if after + len(found) != table["seq"]:
        raise BrokenLog(table_id, after + len(found) + 1)
    return tuple(found)


def _entry_from(row: SqlRow) -> Entry:
    return Entry(row["seq"], row["seat"], row["key"], to_seconds(row["at"]), row["body"])


def first_link(table_id: int, seed: bytes) -> bytes:
    """Return the hash to which the first entry is chained."""
    return _link(f"{table_id}".encode(), seed)


def next_link(before: bytes, entry: Entry) -> bytes:
    """Return the hash of `entry`, given that of the previous one."""
    text = f"{entry.seq}\n{entry.seat}\n{entry.key}\n{to_ms(entry.at)}\n{entry.body}"
    return _link(before, text.encode())


def _link(before: bytes, content: bytes) -> bytes:
    return hashlib.sha256(before + content).digest()[:LINK_BYTES]
