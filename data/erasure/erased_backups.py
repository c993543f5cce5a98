"""Erasure in backups. Table `erasure`.

Erasing in a backup may fail: the backup may be damaged, the disk may be full, or the process may be
killed. So the transaction that erases in the database also inserts a row. The row names what all
backups must erase. Once every backup has erased that, the row is deleted. A backup then keeps the
row's `mark` without the name. So the backup does not erase later data of a member who came back.
"""

import asyncio
import json
import logging
import secrets
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, Literal

from data.core.backend import Backend
from data.core.connection import Connection
from data.core.program_state import get_value, set_value
from data.core.timestamps import Millis
from data.erasure import personal_data, vacate_seats
from data.erasure.vacate_seats import StandIn
from data.errors import DAMAGED, StorageError
from data.guilds import departures
from data.members import identity
from data.models.members import MemberErased, VacatedTables
from data.sqlite import backup_files, backups
from data.sqlite.backend import SqliteBackend
from data.tables import private_tables

Kind = Literal["member", "server"]
MARKS = 2**62
APPLIED_ERASURES: Final = "followed"
"""Key in `setting` of the marks that a PostgreSQL database has carried out."""
MAX_BACKUP_AGE_MS: Final = 30 * 24 * 3600 * 1000
"""Milliseconds for which an operator may keep their own backups."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Erasure:
    """Something to erase: a member in all guilds, or a guild."""

    mark: int
    kind: Kind
    whose: int
    at: int


def record_erasure(
    connection: Connection, now: Millis, kind: Kind, whose: int, *, copied: bool = True
) -> None:
    """Insert an erasure for all backups. It replaces an earlier one of the same member or guild.

    The new erasure covers the earlier one. Each row has an id that should not be stored twice. With
    `copied=False` the operator makes the backups. Then the database itself has erased the data, and
    erases the data again after a restore.
    """
    connection.execute("DELETE FROM erasure WHERE kind = ? AND whose = ?", (kind, whose))
    mark = secrets.randbelow(MARKS)
    _note(connection, Erasure(mark, kind, whose, now))
    if not copied:
        set_value(connection, APPLIED_ERASURES, json.dumps([*_followed(connection), mark]))


def forget(
    connection: Connection, now: Millis, user_id: int, stand_in: StandIn, *, copied: bool
) -> MemberErased:
    """Erase a member, and record that every backup must erase them too.

    For an unknown member nothing is recorded: otherwise their id would be stored until a damaged
    backup is repaired.

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        user_id: The member, in all guilds.
        stand_in: Returns the computer player for the open seat, given the names at the table.
        copied: Whether the bot makes the backups, and may change them.
    """
    forgotten = personal_data.erase_member(connection, now, user_id, stand_in)
    if forgotten.servers:
        record_erasure(connection, now, "member", user_id, copied=copied)
    return forgotten


def stand_in_for_nobody(
    connection: Connection, now: Millis, stand_in: StandIn, *, copied: bool
) -> VacatedTables:
    """Vacate the seats of erased members that a restored backup has brought back."""
    if not copied:
        reapply_after_restore(connection, now)
    return vacate_seats.vacate_seats(connection, now, None, stand_in)


def erase_servers(
    connection: Connection, now: Millis, guild_ids: Collection[int], before: float, *, copied: bool
) -> tuple[int, ...]:
    """Erase those of these guilds that removed the bot before a time and have not invited it since.

    Records that every backup has to erase them too. Returns their ids.
    """
    gone = tuple(one for one in departures.departed_before(connection, before) if one in guild_ids)
    departures.erase_guilds(connection, gone)
    for guild_id in gone:
        record_erasure(connection, now, "server", guild_id, copied=copied)
    return gone


def _note(connection: Connection, one: Erasure) -> None:
    connection.execute(
        "INSERT INTO erasure (mark, kind, whose, at) VALUES (?, ?, ?, ?)",
        (one.mark, one.kind, one.whose, one.at),
    )


def pending(connection: Connection) -> tuple[Erasure, ...]:
    """Return the erasures that some backup still has to carry out."""
    rows = connection.execute("SELECT mark, kind, whose, at FROM erasure WHERE whose <> 0")
    return tuple(Erasure(*row) for row in rows.fetchall())


def pending_count(connection: Connection) -> int:
    """Return how many erasures some backup still has to carry out."""
    return len(pending(connection))


def adopt_pending(connection: Connection, put_aside: Sequence[Path]) -> None:
    """Carry out pending erasures of databases that a backup has replaced.

    These erasures stay pending. A restored backup has no record of erasures that happened after it
    was made.
    """
    for one in [erasure for path in put_aside for erasure in _noted_in(path)]:
        noted = "UPDATE erasure SET whose = ? WHERE mark = ?"
        if not connection.execute(noted, (one.whose, one.mark)).rowcount:
            _forget_or_erase(connection, one)
            _note(connection, one)


def _noted_in(path: Path) -> tuple[Erasure, ...]:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
            return pending(found)
    except DAMAGED as error:
        logger.warning("whom %s had still to forget cannot be read: %s", path.name, error)
        return ()


async def propagate(database: Backend) -> tuple[Path, ...]:
    """Truncate the write-ahead log, which contains deleted rows, and erase in all backups.

    Return the files that failed. Their erasures stay pending, and the next call tries again. The
    operator makes the backups of a PostgreSQL database: see `reapply_after_restore`.
    """
    if not isinstance(database, SqliteBackend):
        await database.transaction(reapply_after_restore)
        return ()
    try:
        left = await database.copying.run(_everywhere(database))
    except StorageError as error:  # No backup is known to have been erased yet.
        left = dict.fromkeys((database.path, *backup_files.all_copies(database.path)), str(error))
    for path, reason in left.items():
        logger.warning("what is to be forgotten is still in %s: %s", path.name, reason)
    return tuple(left)


async def _everywhere(file: SqliteBackend) -> dict[Path, str]:
    left = await file.empty_log()
    due = await file.query(pending)
    left |= await asyncio.to_thread(_in_copies, file.path, due)
    if due and not left:
        await file.transaction(lambda c, _: _done(c, due))
        left = await file.empty_log()
    return left


def _in_copies(database: Path, due: Sequence[Erasure]) -> dict[Path, str]:
    """Erase in every backup. Return those that failed, each with the reason."""
    left: dict[Path, str] = {}
    try:
        backup_files.delete_leftovers(database)
    except OSError as error:
        left[backup_files.backup_folder(database)] = str(error)
    for copy in backup_files.all_copies(database) if due else ():
        try:
            # If another backup is damaged for weeks, do not write this one again each time.
            if rest := _not_carried_out(copy, due):
                backups.edit_backup(copy, partial(erase_in_backup, rest))
        except (sqlite3.Error, *DAMAGED, StorageError, OSError) as error:
            left[copy] = str(error)
    return left


def _not_carried_out(copy: Path, due: Sequence[Erasure]) -> list[Erasure]:
    """Return the erasures that a backup has not carried out. Raises `sqlite3.Error`."""
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as found:
        marks = {row[0] for row in found.execute("SELECT mark FROM erasure WHERE whose = 0")}
    return [one for one in due if one.mark not in marks]


def erase_in_backup(due: Sequence[Erasure], connection: Connection) -> None:
    """Carry out erasures in a backup, except those that the backup has carried out before."""
    for one in due:
        _let_go(connection, one)


def _let_go(connection: Connection, one: Erasure) -> None:
    known = connection.execute("UPDATE erasure SET whose = 0 WHERE mark = ?", (one.mark,)).rowcount
    if known:  # The backup is newer than the erasure, or was erased before.
        return
    _forget_or_erase(connection, one)
    _note(connection, replace(one, whose=0))


def _forget_or_erase(connection: Connection, one: Erasure) -> None:
    if one.kind == "member":
        private_tables.erase_member(connection, one.whose)
        identity.erase_identity(connection, one.whose)
    else:
        departures.erase_guilds(connection, (one.whose,))


def _done(connection: Connection, due: Sequence[Erasure]) -> None:
    """Delete the erasures that all backups have applied, and marks left by a restored backup."""
    connection.execute("DELETE FROM erasure WHERE whose = 0")
    connection.executemany("DELETE FROM erasure WHERE mark = ?", [(one.mark,) for one in due])


# ---- PostgreSQL, where backups belong to the operator


def reapply_after_restore(connection: Connection, now: Millis) -> None:
    """Re-apply erasures that a restored backup has undone. Erases nobody new.

    Erasures stay pending as long as a backup may exist. A restore may leave table `erasure` newer
    than the other tables. So the marks of the erasures that this database has applied are stored in
    another table.
    """
    followed = _followed(connection)
    for one in pending(connection):
        if one.mark not in followed:
            _forget_or_erase(connection, one)
    connection.execute("DELETE FROM erasure WHERE at < ?", (now - MAX_BACKUP_AGE_MS,))
    mark_all_applied(connection)


def mark_all_applied(connection: Connection) -> None:
    """Record that the database has carried out all pending erasures."""
    marks = [one.mark for one in pending(connection)]
    set_value(connection, APPLIED_ERASURES, json.dumps(marks))


def _followed(connection: Connection) -> frozenset[int]:
    return frozenset(json.loads(get_value(connection, APPLIED_ERASURES) or "[]"))


def unapplied_count(connection: Connection) -> int:
    """Return how many erasures a PostgreSQL database still has to carry out."""
    followed = _followed(connection)
    return sum(one.mark not in followed for one in pending(connection))
