"""Which processes share a database, and what each holds: version 23.

An embedded file has these tables too and never a row in them: there is one process.
"""

from data.sql.connection import Connection

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
    """Make both tables."""
    for table in TABLES:
        connection.execute(table)
