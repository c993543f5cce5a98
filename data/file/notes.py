"""What the program notes about itself, such as the hash of the commands Discord knows.

What members, servers and tables have chosen has rows of its own.
"""

from collections.abc import Sequence

from data.sql.connection import Connection


def recall(connection: Connection, key: str) -> str | None:
    """The value under a key; None if there is none."""
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
    return None if row is None else row["value"]


def remember(connection: Connection, key: str, value: str) -> None:
    """Set the value under a key."""
    connection.execute(
        """INSERT INTO setting (key, value) VALUES (?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value""",
        (key, value),
    )


def forget(connection: Connection, key: str) -> None:
    """Remember nothing under this key."""
    connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def hand_over(connection: Connection, kind: str, heirs: Sequence[str]) -> None:
    """Let the times of a kind, `kind` and `kind:…`, stand under these keys, and no others.

    A key that is new has the newest of all; the others keep theirs, which another process may have
    changed meanwhile.
    """
    asked = "SELECT key, value FROM setting WHERE key = ? OR key LIKE ?"
    found = {row["key"]: row["value"] for row in connection.execute(asked, (kind, f"{kind}:%"))}
    for key in sorted(found.keys() - {*heirs}):  # in one order, for others do it, too
        forget(connection, key)
    for key in heirs if found else ():
        if key not in found:
            remember(connection, key, max(found.values(), key=float))
