"""Consents of a lobby's members to show all hands in the replay. Table `agreement`.

`data.models.consent` says who must agree. The decision at the start never changes.
"""

from data.core.connection import Connection


def add(connection: Connection, guild_id: int, table_id: int, user_id: int) -> None:
    """Insert a member's consent, which must not exist yet."""
    connection.execute(
        """INSERT INTO agreement (table_id, player_id)
           SELECT :table, id FROM player WHERE guild_id = :guild AND user_id = :user""",
        {"guild": guild_id, "table": table_id, "user": user_id},
    )


def remove(connection: Connection, guild_id: int, table_id: int, user_id: int) -> None:
    """Delete a member's consent."""
    connection.execute(
        """DELETE FROM agreement WHERE table_id = :table AND player_id IN (
               SELECT id FROM player WHERE guild_id = :guild AND user_id = :user)""",
        {"guild": guild_id, "table": table_id, "user": user_id},
    )


def members_agreeing(connection: Connection, table_id: int) -> frozenset[int]:
    """Return the Discord ids of all members who agreed."""
    rows = connection.execute(
        """SELECT p.user_id FROM agreement AS a JOIN player AS p ON p.id = a.player_id
           WHERE a.table_id = ? AND p.user_id IS NOT NULL""",
        (table_id,),
    )
    return frozenset(row["user_id"] for row in rows)


def delete_all(connection: Connection, table_id: int) -> None:
    """Delete all consents, because the game has started or the lobby is closed."""
    connection.execute("DELETE FROM agreement WHERE table_id = ?", (table_id,))
