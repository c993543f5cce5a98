"""Lessons and practice, how far members have come, what they were told: version 20."""

from data.sql.connection import Connection


def make(connection: Connection) -> None:
    """Make the tables; every game there was is one that counts."""
    connection.execute(
        """ALTER TABLE card_table ADD COLUMN purpose TEXT NOT NULL DEFAULT 'play'
           CHECK (purpose IN ('play', 'practice', 'lesson'))"""
    )
    connection.execute("ALTER TABLE card_table ADD COLUMN start TEXT")
    connection.execute("ALTER TABLE card_table ADD COLUMN lesson TEXT NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE card_table ADD COLUMN misses INTEGER NOT NULL DEFAULT 0")
    # partial, so that it stays small however many games are played
    connection.execute("CREATE INDEX table_private ON card_table (updated) WHERE purpose <> 'play'")
    connection.execute(
        """CREATE TABLE lesson_progress (
            user_id INTEGER NOT NULL,
            lesson TEXT NOT NULL,
            step TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (user_id, lesson)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE coaching (
            user_id INTEGER PRIMARY KEY,
            silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
            heard TEXT NOT NULL
        ) STRICT"""
    )
