"""Reminders in a member's own rhythm, digests, holidays, and notes for oneself: version 21."""

from data.sql.connection import Connection


def make(connection: Connection) -> None:
    """What members have chosen and written, and when they are reminded once more."""
    connection.execute(
        """ALTER TABLE preference ADD COLUMN rhythm TEXT NOT NULL DEFAULT 'quarter'
           CHECK (rhythm IN ('none', 'half', 'quarter', 'twice', 'hour'))"""
    )
    connection.execute(
        "ALTER TABLE preference ADD COLUMN digest INTEGER CHECK (digest BETWEEN 0 AND 1439)"
    )
    connection.execute("ALTER TABLE preference ADD COLUMN digest_due INTEGER")
    # partial: few members want one
    connection.execute(
        """CREATE INDEX preference_digest ON preference (digest_due)
           WHERE digest_due IS NOT NULL"""
    )
    connection.execute("ALTER TABLE wait ADD COLUMN again INTEGER")
    connection.execute(
        """CREATE TABLE holiday (
            user_id INTEGER PRIMARY KEY,
            until INTEGER NOT NULL
        ) STRICT"""
    )
    connection.execute("CREATE INDEX holiday_until ON holiday (until)")
    connection.execute(
        """CREATE TABLE memo (
            table_id INTEGER NOT NULL REFERENCES card_table (id),
            user_id INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX memo_user ON memo (user_id)")
