"""Pseudonyms: how rows know a member without saying who that is."""

import hashlib

from data.sql.connection import Connection


def mark(connection: Connection, guild_id: int, user_id: int) -> bytes:
    """Return the pseudonym of a member in a guild; the same one each time.

    Without the key in this database nobody can compute whose it is.
    """
    key = connection.execute("SELECT key FROM mark_key").fetchone()[0]
    return hashlib.blake2b(f"{guild_id}:{user_id}".encode(), key=key, digest_size=16).digest()
