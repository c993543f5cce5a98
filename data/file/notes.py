"""What the program notes about itself, such as the hash of the commands Discord knows.

What members, servers and tables have chosen has rows of its own.
"""

from data.sql.connection import Connection


def recall(connection: Connection, key: str) -> str | None:
    """What was remembered under this key."""
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
    return None if row is None else row["value"]


def remember(connection: Connection, key: str, value: str) -> None:
    """Remember it in place of what was there."""
    connection.execute(
        """INSERT INTO setting (key, value) VALUES (?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value""",
        (key, value),
    )
