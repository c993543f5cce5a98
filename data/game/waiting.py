"""The games of a server that wait for its members now, those that wait longest first."""

import sqlite3
from collections.abc import Mapping, Sequence

WAITING = """
    SELECT p.user_id, w.table_id FROM player AS p
    JOIN seat_driver AS d ON d.player_id = p.id
    JOIN wait AS w ON w.table_id = d.table_id AND w.seat = d.seat
    JOIN card_table AS t ON t.id = w.table_id AND t.status = 'playing'
    WHERE p.guild_id = ? AND p.user_id = ? AND d.from_seq = (
        SELECT max(later.from_seq) FROM seat_driver AS later
        WHERE later.table_id = d.table_id AND later.seat = d.seat)
    ORDER BY w.since, w.table_id"""


def for_member(connection: sqlite3.Connection, guild_id: int, user_id: int) -> tuple[int, ...]:
    """The tables that wait for a member."""
    rows = connection.execute(WAITING, (guild_id, user_id))
    return tuple(dict.fromkeys(row["table_id"] for row in rows))


def for_members(
    connection: sqlite3.Connection, guild_id: int, members: Sequence[int]
) -> Mapping[int, tuple[int, ...]]:
    """The same of several, by Discord id."""
    return {user_id: for_member(connection, guild_id, user_id) for user_id in members}
