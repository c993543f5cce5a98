"""The move log: append-only, with a hash chain. Table `entry`. A lost log cannot be recomputed.

Each entry stores a hash of its content and the previous hash. SQLite's checks miss most flipped
bits in a text. The chain shows an entry that was altered, or is missing in the middle.
"""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Final

from data.core.connection import Connection, Row
from data.core.pipelining import PipelinedTransaction
from data.core.timestamps import Millis, optional_ms, to_ms, to_seconds
from data.deadlines import deadline_basis, open_decisions
from data.errors import MoveLogCorrupt
from data.members import auto_answers, plans, staged_cards, table_notes
from data.models import moves
from data.models.moves import (
    DuplicateMove,
    MoveAppended,
    MoveEntry,
    NewMove,
    PreparedChanges,
    StaleMove,
)
from data.tables import archive, results
from data.votes import queries

# Against accidents only: a program that can write the file can also write the hashes.
HASH_BYTES: Final = 8
# One statement with everything that a move must know: an earlier use of its key, the state of the
# table, the last hash, and whether a vote is open. It locks the table's row until the COMMIT, as
# several processes may share a database.
STATE_BEFORE_MOVE: Final = """
    SELECT t.seq, t.seed, t.status, used.table_id AS used_at, used.seq AS used_as, last.chain,
           EXISTS (SELECT 1 FROM vote AS v WHERE v.table_id = t.id AND v.verdict IS NULL) AS votes
    FROM card_table AS t LEFT JOIN entry AS used ON used.key = :key
    LEFT JOIN entry AS last ON last.table_id = t.id AND last.seq = t.seq
    WHERE t.id = :table /*! FOR UPDATE OF t */"""


def append_moves(
    connection: Connection, now: Millis, move: NewMove
) -> MoveAppended | DuplicateMove | StaleMove:
    """Append a move with all its consequences, and end the game if it has an outcome.

    Raises `ValueError` if the key was used at another table, or the outcome has other seats.
    """
    return append_moves_pipelined(move)(connection, now)


def append_moves_pipelined(
    move: NewMove,
) -> PipelinedTransaction[MoveAppended | DuplicateMove | StaleMove]:
    """Return a transaction that appends a move. It begins with a query of the table."""
    facts = {"table": move.table_id, "key": move.key}
    return PipelinedTransaction(move.table_id, STATE_BEFORE_MOVE, facts, partial(_append, move))


def _append(
    move: NewMove, connection: Connection, now: Millis, table: Row | None
) -> MoveAppended | DuplicateMove | StaleMove:
    if table is None:
        return StaleMove(0)
    # Comes first: an interaction that Discord delivers twice must find its own entry. Otherwise its
    # member would read that it was late.
    if table["used_as"] is not None:
        return _duplicate(move, table)
    if table["seq"] != move.after or table["status"] != "playing":
        return StaleMove(table["seq"])
    if not deadline_basis.still_holds(connection, move.table_id, move.reckoned):
        return StaleMove(table["seq"], otherwise=True)
    entered = move.entries(to_seconds(now))
    _enter(connection, move.table_id, _last_link(move, table), entered)
    if table["votes"]:
        _answer_votes(connection, move.table_id, entered)
    _advance(connection, now, move, entered[-1].seq)
    if move.waits is not None:
        open_decisions.replace_open_decisions(connection, now, move.table_id, move.waits)
    save_prepared_changes(connection, move.table_id, move.said)
    if move.outcome is not None:
        results.save_result(connection, now, move.table_id, move.outcome)
        plans.delete_for_table(connection, move.table_id)
        table_notes.delete_for_table(connection, move.table_id)
    return MoveAppended(entered[-1].seq)


def save_prepared_changes(connection: Connection, table_id: int, said: PreparedChanges) -> None:
    """Save prepared changes, and delete used ones."""
    for plan in said.plans:
        plans.save(connection, plan)
    for user_id in said.planless:
        plans.delete(connection, table_id, user_id)
    for standing in said.standing:
        auto_answers.save_auto_answer(connection, standing)
    if said.unstaged:
        staged_cards.delete_staged_cards(connection, table_id)


def _duplicate(move: NewMove, table: Row) -> DuplicateMove:
    if table["used_at"] != move.table_id:
        raise ValueError(f"the key of this move was used at table {table['used_at']} before")
    return DuplicateMove(table["used_as"])


def _answer_votes(connection: Connection, table_id: int, entered: Sequence[MoveEntry]) -> None:
    for seat in {
        entry.seat for entry in entered if not entry.key.startswith(moves.CLOCK_KEY_PREFIX)
    }:
        queries.void_by_move(connection, table_id, seat)


def _last_link(move: NewMove, table: Row) -> bytes:
    """Return the hash to which the next entry is chained.

    Raises `MoveLogCorrupt` if the last entry is missing.
    """
    if move.after == 0:
        return first_hash(move.table_id, table["seed"])
    if table["chain"] is None:
        raise MoveLogCorrupt(move.table_id, move.after)
    link: bytes = table["chain"]
    return link


def _enter(
    connection: Connection, table_id: int, link: bytes, entered: Sequence[MoveEntry]
) -> None:
    for entry in entered:
        link = next_hash(link, entry)
        connection.execute(
            """INSERT INTO entry (table_id, seq, seat, key, at, body, chain)
               VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (table_id, entry.seq, entry.seat, entry.key, to_ms(entry.at), entry.body, link),
        )


def _advance(connection: Connection, now: Millis, move: NewMove, seq: int) -> None:
    connection.execute(
        "UPDATE card_table SET seq = ?, deadline = ?, updated = ? WHERE id = ?",
        (seq, optional_ms(move.deadline), now, move.table_id),
    )


def _link_of(connection: Connection, table_id: int, seq: int, seed: bytes) -> bytes:
    if seq == 0:
        return first_hash(table_id, seed)
    row = connection.execute(
        "SELECT chain FROM entry WHERE table_id = ? AND seq = ?", (table_id, seq)
    ).fetchone()
    if row is None:
        raise MoveLogCorrupt(table_id, seq)
    link: bytes = row["chain"]
    return link


def newest_entry_at(connection: Connection, table_id: int, at: float) -> int:
    """Return the newest entry that was made by a time, in UTC epoch seconds; 0 without one.

    An archived game has no times, so the answer is 0 as well.
    """
    newest: int = connection.execute(
        "SELECT coalesce(max(seq), 0) FROM entry WHERE table_id = ? AND at <= ?",
        (table_id, to_ms(at)),
    ).fetchone()[0]
    return newest


def moves_after(connection: Connection, table_id: int, after: int = 0) -> tuple[MoveEntry, ...]:
    """Return the moves after entry `after`, oldest first. Raises `MoveLogCorrupt`."""
    table = connection.execute(
        "SELECT seq, seed FROM card_table WHERE id = ?", (table_id,)
    ).fetchone()
    if table is None or table["seq"] <= after:
        return ()
    packed = archive.archived_moves(connection, table_id, table["seed"])
    if packed is not None:
        return packed[after:]
    link = _link_of(connection, table_id, after, table["seed"])
    rows = connection.execute(
        "SELECT * FROM entry WHERE table_id = ? AND seq > ? ORDER BY seq", (table_id, after)
    ).fetchall()
    found = []
    for number, row in enumerate(rows, start=after + 1):
        entry = _entry_from(row)
        link = next_hash(link, entry)
        if entry.seq != number or row["chain"] != link:
            raise MoveLogCorrupt(table_id, number)
        found.append(entry)
    # A missing last entry breaks no link. Only the count shows it.
    if after + len(found) != table["seq"]:
        raise MoveLogCorrupt(table_id, after + len(found) + 1)
    return tuple(found)


def _entry_from(row: Row) -> MoveEntry:
    return MoveEntry(row["seq"], row["seat"], row["key"], to_seconds(row["at"]), row["body"])


def first_hash(table_id: int, seed: bytes) -> bytes:
    """Return the hash that precedes the first entry of the chain."""
    return _link(f"{table_id}".encode(), seed)


def next_hash(before: bytes, entry: MoveEntry) -> bytes:
    """Return the hash of `entry`, given the previous hash."""
    text = f"{entry.seq}\n{entry.seat}\n{entry.key}\n{to_ms(entry.at)}\n{entry.body}"
    return _link(before, text.encode())


def _link(before: bytes, content: bytes) -> bytes:
    return hashlib.sha256(before + content).digest()[:HASH_BYTES]
