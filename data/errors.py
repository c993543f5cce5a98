"""Errors of the database.

    StorageError
    ├── DatabaseLocked      another process has this database
    ├── DatabaseCorrupt     the file is damaged, or not a database
    ├── ForeignDatabase     a database of another program
    ├── SchemaTooNew        written by a later version of the program
    ├── SchemaTooOld        last used by a version before 0.1.0
    ├── UnplayableGames     it has games in play that this program cannot continue
    ├── DatabaseUnusable    the file or its folder may not be read or written
    │   ├── DiskFull             the disk is full, or failed; that may pass
    │   └── DatabaseUnreachable  PostgreSQL does not answer; that may pass
    ├── UnsafeSqlite        this SQLite must not be trusted with the file
    ├── MoveLogCorrupt      the log of one table does not match its hashes
    ├── TableNotFound       there is no table with that id
    ├── ReadFailed          a query failed
    └── NotSaved            a change was not saved: tell the member to try again
        ├── DatabaseBusy    another program has locked the file; a later try may succeed
        ├── NotOwner        another process owns that table by now
        ├── DatabaseClosed  the database is closing
        └── CommitUncertain      the disk failed; the change may be saved after a restart
            └── ServerDisconnected   the connection broke during COMMIT; it may be saved

Messages are for operators and go to the log. Players get their own texts. An expected refusal
(stale, full, started) is not an error but a returned value: see `data.models`.
"""

# ruff: noqa: N818 - "except NotSaved" reads as a sentence, and a suffix "Error" adds nothing
import sqlite3

# SQLite quotes parts of a damaged schema in its error, and these may not be valid UTF-8.
DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)

# After one of these codes, nothing may be trusted until the file has been opened again.
FATAL = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
    }
)
PRIMARY_CODE = 0xFF  # low byte of an extended result code


class StorageError(Exception):
    """Any error of the database."""


class DatabaseLocked(StorageError):
    """Another process has this database."""


class DatabaseCorrupt(StorageError):
    """The file is damaged, or not a database."""


class ForeignDatabase(StorageError):
    """The file is a database of another program."""


class SchemaTooNew(StorageError):
    """The file was written by a later version of this program."""


class SchemaTooOld(StorageError):
    """A version before 0.1.0 used the file last. Release 0.1.0 can read it, this program cannot."""


class UnplayableGames(StorageError):
    """The database has games in play that this program cannot continue. Nothing was changed."""


class DatabaseUnusable(StorageError):
    """The system denies access to the file, its folder, or a file next to it."""


class DiskFull(DatabaseUnusable):
    """The disk is full or does not answer. A later start may succeed."""


class DatabaseUnreachable(DatabaseUnusable):
    """PostgreSQL does not answer. A later try may succeed."""


class UnsafeSqlite(StorageError):
    """This SQLite lacks a feature that the bot needs, or has a bug that would affect it."""


class MoveLogCorrupt(StorageError):
    """A table's log was altered after it was written, at entry `seq`."""

    def __init__(self, table_id: int, seq: int) -> None:
        super().__init__(
            f"The log of table {table_id} does not match its chain at entry {seq}. "
            "That table is frozen; the others are not affected. Compare with a backup."
        )
        self.table_id = table_id
        self.seq = seq


class TableNotFound(StorageError):
    """There is no table with that id. It never existed, or its guild was erased."""


class ReadFailed(StorageError):
    """A query failed."""


class NotSaved(StorageError):
    """The change was not saved, or nobody knows whether it was.

    A retry with the same key is safe: if the move was saved, the retry returns `DuplicateMove`.
    """


class DatabaseBusy(NotSaved):
    """Another program has locked the file for writing."""


class NotOwner(NotSaved):
    """Another process owns that table now. Nothing was changed."""


class DatabaseClosed(NotSaved):
    """The database is closing and rejects transactions."""


class CommitUncertain(NotSaved):
    """Nobody knows whether the change was saved, until the file has been opened again."""


class ServerDisconnected(CommitUncertain):
    """The connection broke during the commit. Later changes can be saved after a reconnect."""


def result_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 for an error of the driver."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE


def requires_restart(error: BaseException) -> bool:
    """Whether the process has to exit and open the file again."""
    return isinstance(error, sqlite3.Error) and result_code(error) in FATAL


def as_not_saved(error: BaseException) -> NotSaved:
    """Return the error for a caller whose transaction failed with `error`."""
    if isinstance(error, NotSaved):
        return error
    if isinstance(error, sqlite3.Error) and result_code(error) == sqlite3.SQLITE_BUSY:
        return DatabaseBusy("Not saved: another program has locked the database.")
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    if isinstance(error, sqlite3.Error) and result_code(error) == sqlite3.SQLITE_IOERR:
        return CommitUncertain(f"It is unknown whether this was saved: {name}: {error}")
    return NotSaved(f"Not saved: {name}: {error}")
