"""Program state as keys and values, such as the hash of the registered commands. Table `setting`.

Other database tables contain the choices of members, guilds and card tables.
"""

from collections.abc import Sequence

from data.core.connection import Connection


def get_value(connection: Connection, key: str) -> str | None:
    """The value under a key, or None."""
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
    return None if row is None else row["value"]


def set_value(connection: Connection, key: str, value: str) -> None:
    """Set the value under a key."""
    connection.execute(
        """INSERT INTO setting (key, value) VALUES (?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value""",
        (key, value),
    )


def delete_value(connection: Connection, key: str) -> None:
    """Delete a key."""
    connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def rekey(connection: Connection, kind: str, heirs: Sequence[str]) -> None:
    """Replace the times under `kind` and `kind:…` with times under the keys `heirs`.

    All other keys of this kind are deleted. An heir that does not exist yet gets the newest of all
    times. An existing heir is unchanged, because another process may have just written it.
    """
    asked = "SELECT key, value FROM setting WHERE key = ? OR key LIKE ?"
    found = {row["key"]: row["value"] for row in connection.execute(asked, (kind, f"{kind}:%"))}
    # Sorted, so that two processes that do this cannot deadlock.
    for key in sorted(found.keys() - {*heirs}):
        delete_value(connection, key)
    for key in heirs if found else ():
        if key not in found:
            set_value(connection, key, max(found.values(), key=float))
