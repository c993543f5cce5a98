"""Schema version 23: adds tables of the processes that share a database, and of their leases.

A SQLite file has these tables too, but they stay empty: only one process uses the file.
"""

from data.core.connection import Connection

TABLES = (
    """CREATE TABLE cluster (
        holder TEXT PRIMARY KEY,
        beat INTEGER NOT NULL,
        leaving INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE lease (
        name TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        wanted TEXT NOT NULL,
        said TEXT NOT NULL
    ) STRICT""",
)


def make(connection: Connection) -> None:
    """Create both tables."""
    for table in TABLES:
        connection.execute(table)
