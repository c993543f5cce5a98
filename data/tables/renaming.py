"""Renaming a member. Tables `player` and `card_table`."""

from data.core.connection import Connection, storable_text
from data.members import invitations
from data.messages.table_messages import mark_outdated
from data.models.tables import TableStatus
from data.tables import search


def rename_member(
    connection: Connection, guild_id: int, user_id: int, name: str
) -> tuple[int, ...]:
    """Save a member's new name in a guild. Mark messages that show the old name as outdated.

    Returns the ids of their lobbies and games in play, and of lobbies that name them in an
    invitation. Returns none for a known name, or for an
    unknown member: an erased member is not brought back.
    """
    name = storable_text(name)
    renamed = connection.execute(
        "UPDATE player SET name = ? WHERE guild_id = ? AND user_id = ? AND name <> ?",
        (name, guild_id, user_id, name),
    ).rowcount
    if renamed < 1:
        return ()
    tables = search.tables_of_member(connection, guild_id, user_id)
    mark_outdated(connection, *(row.id for row in tables if row.status is TableStatus.PLAYING))
    named = {*(row.id for row in tables), *invitations.lobbies_naming(connection, user_id)}
    connection.executemany(
        """UPDATE card_table SET lobby_due = 1
           WHERE id = ? AND status = 'lobby' AND lobby_message_id IS NOT NULL""",
        [(table_id,) for table_id in sorted(named)],
    )
    return tuple(sorted(named))
