"""Looking up members who were not erased, in the transaction that writes about them.

Data that was read before an erasure must not be written back after it. Only a member's own
interaction inserts them again; see `data.members.identity.ensure_member_number`.
"""

import hashlib
import re
from typing import Final

from data.core.connection import Connection

OF_A_SERVER: Final = "presets:"
"""Key prefix of a guild's presets. They are never about a member, whatever their names contain."""


UNREAD: Final = """
    SELECT key, value FROM unread_setting
    WHERE key LIKE '%' || :user || '%' OR value LIKE '%' || :user || '%'"""
"""Settings of an older version that contain the digits of a member's id.

`mentions_member` decides which of them are about the member.
"""


def mentions_member(user_id: int, key: str, value: str) -> bool:
    """Return whether an old setting may be about a member.

    A setting may be if it contains the member's whole id as a number.
    """
    number = re.compile(rf"(?<![0-9]){user_id}(?![0-9])")
    return not key.startswith(OF_A_SERVER) and bool(number.search(key) or number.search(value))


def delete_unread_settings(connection: Connection, user_id: int) -> bool:
    """Delete the old settings that may be about a member. Return whether there were any."""
    rows = connection.execute(UNREAD, {"user": user_id}).fetchall()
    theirs = [(key,) for key, value in rows if mentions_member(user_id, key, value)]
    connection.executemany("DELETE FROM unread_setting WHERE key = ?", theirs)
    return bool(theirs)


def member_number(connection: Connection, guild_id: int, user_id: int) -> int | None:
    """Return the row id of a member in a guild; None if they were erased or never there."""
    row = connection.execute(
        "SELECT id FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return None if row is None else int(row[0])


def has_played_at(connection: Connection, table_id: int, user_id: int) -> bool:
    """Return whether a member who was not erased plays, or has played, at a table."""
    row = connection.execute(
        """SELECT EXISTS (
               SELECT 1 FROM seat_driver AS d JOIN player AS p ON p.id IN (d.player_id, d.owner_id)
               WHERE d.table_id = ? AND p.user_id = ?)""",
        (table_id, user_id),
    ).fetchone()
    return bool(row[0])


# ---- Pseudonyms: rows refer to a member without saying who that is


def pseudonym(connection: Connection, guild_id: int, user_id: int) -> bytes:
    """Return the pseudonym of a member in a guild. It is always the same.

    Without the key in this database, nobody can tell whose pseudonym it is.
    """
    key = connection.execute("SELECT key FROM mark_key").fetchone()[0]
    return hashlib.blake2b(f"{guild_id}:{user_id}".encode(), key=key, digest_size=16).digest()
