"""SQLite's WAL-reset bug, and why it cannot affect us.

In 3.7.0 to 3.51.2, two connections that write or checkpoint one WAL file at once can lose pages
(sqlite.org/wal.html#walresetbug). Debian ships such versions. With one connection that writes and
checkpoints, and all others read-only with `wal_autocheckpoint=0`, any version is safe. The lock
file keeps other processes of ours away.
"""

from data.errors import UnsafeSqlite

Version = tuple[int, ...]

OLDEST = (3, 37, 0)  # for STRICT tables
FIXED_SINCE = (3, 51, 3)
BACKPORTS = ((3, 44, 6), (3, 50, 7))
WITHDRAWN = (3, 52, 0)


def has_fix(version: Version) -> bool:
    """Whether this version of SQLite has the fix."""
    backported = any(version[:2] == fixed[:2] and version >= fixed for fixed in BACKPORTS)
    return backported or (version >= FIXED_SINCE and version != WITHDRAWN)


def check_sqlite_version(version: Version, writers: int) -> str:
    """Return a line for the log. Raises `UnsafeSqlite` if the file would be at risk."""
    name = ".".join(map(str, version))
    if version < OLDEST:
        raise UnsafeSqlite(f"SQLite {name} is too old: 3.37 or newer is needed.")
    if has_fix(version):
        return f"SQLite {name} has the fix for the WAL-reset bug."
    if writers == 1:
        return (
            f"SQLite {name} has the WAL-reset bug, which needs two writing connections: "
            "this process has one, and the lock file keeps others away. "
            "Do not open the database for writing with other programs while it runs."
        )
    raise UnsafeSqlite(
        f"SQLite {name} may corrupt a WAL file that {writers} connections write. "
        "Use one writer, or SQLite 3.51.3 or newer (pip install pysqlite3==0.6.1)."
    )
