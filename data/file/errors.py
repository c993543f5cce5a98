"""What may go wrong with the store.

    StoreError
    ├── Locked          another process has this database
    ├── Corrupt         the file is damaged, or not a database
    ├── Foreign         a database, but not one of ours
    ├── TooNew          written by a later version of the program
    ├── CannotPlayOn    it holds games in play that this program cannot play on
    ├── Unusable        the file or its folder may not be read or written
    │   ├── NoRoom      the disk is full, or failed: that may pass
    │   └── Unreachable the server that has the database does not answer, or not now: that may pass
    ├── UnsafeSqlite    this SQLite must not be trusted with the file
    ├── BrokenLog       one table's log does not match its chain; the other tables are well
    ├── NoTable         there is no table of that number, or no longer
    ├── Unreadable      a look into the file failed
    └── NotSaved        a change was not saved: answer "not saved, try again"
        ├── Busy        another program holds the file; the next try may succeed
        ├── NotHeld     another cluster looks after that table by now
        ├── Closed      the store is closing
        └── Unsure      the disk failed under it: it may be there after a restart
            └── ServerAway  the server went away while it committed: it may be there

The sentence in each is for the operator, and goes to the log. Players get their own words.
An expected refusal (stale, full, started) is no error but a value in `rows`.
"""

# ruff: noqa: N818 - "except NotSaved" reads as a sentence; "Error" would only be louder

import sqlite3

# Where a damaged file's schema is none, SQLite says what stands there, and Python cannot read that.
DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)

# After one of these nothing written may be trusted before the file was opened afresh.
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
PRIMARY_CODE = 0xFF  # the low byte of an extended result code


class StoreError(Exception):
    """Anything the store may raise."""


class Locked(StoreError):
    """Another process has this database."""


class Corrupt(StoreError):
    """The file is damaged, or not a database."""


class Foreign(StoreError):
    """The file is a database of some other program."""


class TooNew(StoreError):
    """The file was written by a later version of this program."""


class CannotPlayOn(StoreError):
    """There are games in play that this program cannot play on; nothing was changed."""


class Unusable(StoreError):
    """The system does not let us use the file, its folder, or one of the files beside it."""


class NoRoom(Unusable):
    """The disk is full or does not answer: once it does, the next start succeeds."""


class Unreachable(Unusable):
    """The server that has the database does not answer: once it does, the next try succeeds."""


class UnsafeSqlite(StoreError):
    """SQLite here lacks something we need, or has a bug that would reach us."""


class BrokenLog(StoreError):
    """A table's log was altered after it was written. `table_id` and `seq` say where."""

    def __init__(self, table_id: int, seq: int) -> None:
        super().__init__(
            f"The log of table {table_id} does not match its chain at entry {seq}. "
            "That table is frozen; the others are not affected. Compare with a backup."
        )
        self.table_id = table_id
        self.seq = seq


class NoTable(StoreError):
    """There is no table of that number: its server was erased, or it never was."""


class Unreadable(StoreError):
    """A look into the file failed."""


class NotSaved(StoreError):
    """The change was not saved, or nobody can tell whether it was.

    Safe to try again with the same key: an entry that did reach the disk answers `Duplicate`.
    """


class Busy(NotSaved):
    """Another program holds the file for writing."""


class NotHeld(NotSaved):
    """Another process looks after that table by now: nothing was changed."""


class StoreClosed(NotSaved):
    """The store is closing and takes no more work."""


class Unsure(NotSaved):
    """Nobody can tell whether the change is on disk, before the file is opened afresh."""


class ServerAway(Unsure):
    """The server went away while it committed this; others can be saved when it is back."""


def result_code(error: sqlite3.Error) -> int:
    """The primary SQLite result code; 0 where the driver itself complained."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE


def is_fatal(error: BaseException) -> bool:
    """Whether the process had better leave, and recover by opening the file afresh."""
    return isinstance(error, sqlite3.Error) and result_code(error) in FATAL


def not_saved(error: BaseException) -> NotSaved:
    """The answer for a caller whose unit of work met `error`."""
    if isinstance(error, NotSaved):
        return error
    if isinstance(error, sqlite3.Error) and result_code(error) == sqlite3.SQLITE_BUSY:
        return Busy("Not saved: another program has locked the database.")
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    if isinstance(error, sqlite3.Error) and result_code(error) == sqlite3.SQLITE_IOERR:
        return Unsure(f"It is unknown whether this was saved: {name}: {error}")
    return NotSaved(f"Not saved: {name}: {error}")
