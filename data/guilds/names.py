"""Names of servers, for lists that name servers of other processes. Table `server`."""

from collections.abc import Collection, Mapping

from data.core.connection import Connection


def save_guild_names(connection: Connection, names: Mapping[int, str]) -> None:
    """Save the newest names of guilds."""
    connection.executemany(
        """INSERT INTO server (guild_id, name) VALUES (?, ?)
           ON CONFLICT (guild_id) DO UPDATE SET name = excluded.name
           WHERE excluded.name <> server.name""",
        list(names.items()),
    )


def guild_names(connection: Connection, guild_ids: Collection[int]) -> dict[int, str]:
    """Return the names of guilds. Guilds without a known name are left out."""
    found = {}
    for guild_id in guild_ids:
        row = connection.execute(
            "SELECT name FROM server WHERE guild_id = ?", (guild_id,)
        ).fetchone()
        if row is not None:
            found[guild_id] = str(row["name"])
    return found
