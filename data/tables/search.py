"""Searching tables by guild, channel, thread or host, and counting them."""

from collections.abc import Sequence
from typing import Final

from data.core.connection import Connection
from data.models.tables import TableCounts, TableRow
from data.tables.table import _table_from, in_batches, member_ids, placeholders


def of_guild(alias: str, guild_id: int | None) -> str:
    """Return the condition that a row is of `:guild`, or of any guild if `guild_id` is None."""
    # Two texts instead of one with OR, because SQLite would not use the index on the guild.
    return f"{alias}.guild_id <> 0" if guild_id is None else f"{alias}.guild_id = :guild"


def lobby_ids(connection: Connection) -> tuple[int, ...]:
    """Return the ids of all lobbies."""
    rows = connection.execute("SELECT id FROM card_table WHERE status = 'lobby' ORDER BY id")
    return tuple(row["id"] for row in rows)


def playing_in_guild(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Return the tables in play in a guild."""
    rows = connection.execute(
        "SELECT id FROM card_table WHERE guild_id = ? AND status = 'playing' ORDER BY id",
        (guild_id,),
    )
    return tuple(row["id"] for row in rows)


def playing_in_channel(connection: Connection, channel_id: int) -> tuple[int, ...]:
    """Return the tables in play with this channel or thread."""
    rows = connection.execute(
        """SELECT id FROM card_table
           WHERE status = 'playing' AND (channel_id = :place OR thread_id = :place)
           ORDER BY id""",
        {"place": channel_id},
    )
    return tuple(row["id"] for row in rows)


def threads_in(connection: Connection, guild_id: int) -> tuple[tuple[int, int], ...]:
    """Return the tables in play in threads of a guild, each with its thread's id."""
    rows = connection.execute(
        """SELECT id, thread_id FROM card_table
           WHERE guild_id = ? AND status = 'playing' AND thread_id <> channel_id ORDER BY id""",
        (guild_id,),
    )
    return tuple((row["id"], row["thread_id"]) for row in rows)


# How many members have a seat of `t` now; see `TableRow.is_solo`.
MEMBERS: Final = """
    (SELECT count(DISTINCT p.id) FROM seat_driver AS d
     JOIN player AS p ON p.id IN (d.player_id, d.owner_id)
     WHERE d.table_id = t.id AND d.from_seq = (
         SELECT max(later.from_seq) FROM seat_driver AS later
         WHERE later.table_id = d.table_id AND later.seat = d.seat))"""


# At how many tables of the guild the member `p` has a seat now.
SEATS_HELD: Final = """
    (SELECT count(DISTINCT t.id) FROM seat_driver AS d JOIN card_table AS t ON t.id = d.table_id
     WHERE p.id IN (d.player_id, d.owner_id) AND t.status IN ('lobby', 'playing')
     AND d.from_seq = (
         SELECT max(later.from_seq) FROM seat_driver AS later
         WHERE later.table_id = d.table_id AND later.seat = d.seat))"""


def table_counts(
    connection: Connection, guild_id: int, channel_id: int, user_id: int
) -> TableCounts:
    """Return the numbers of open tables, for the limits on opening another one."""
    row = connection.execute(
        f"""SELECT count(*) FILTER (WHERE status = 'lobby' AND host_id = :user) AS lobbies,
                   count(*) FILTER (WHERE channel_id = :channel) AS channel,
                   count(*) AS guild
            FROM card_table AS t WHERE guild_id = :guild
            AND (status = 'lobby' OR (status = 'playing' AND {MEMBERS} > 1))""",  # noqa: S608
        {"user": user_id, "channel": channel_id, "guild": guild_id},
    ).fetchone()
    return TableCounts(**dict(row))


def playing_ids(connection: Connection) -> tuple[int, ...]:
    """Return the ids of the tables in play."""
    rows = connection.execute("SELECT id FROM card_table WHERE status = 'playing' ORDER BY id")
    return tuple(row["id"] for row in rows)


def playing_among(connection: Connection, table_ids: Sequence[int]) -> tuple[int, ...]:
    """Return those of the tables that are in play."""
    found: list[int] = []
    for some in in_batches(table_ids):
        asked = f"""SELECT id FROM card_table WHERE id IN ({placeholders(some)})
                    AND status = 'playing' ORDER BY id"""  # noqa: S608 - only question marks
        found += [row["id"] for row in connection.execute(asked, some)]
    return tuple(found)


def tables_of_member(
    connection: Connection, guild_id: int | None, user_id: int
) -> tuple[TableRow, ...]:
    """Return the lobbies and games in which a member owns a seat, oldest first.

    This includes seats that a substitute plays: `SeatRow.is_of`. Without `guild_id`, return those
    of all guilds.
    """
    rows = connection.execute(
        f"""SELECT DISTINCT t.* FROM player AS p
           JOIN seat_driver AS d ON p.id IN (d.player_id, d.owner_id)
           JOIN card_table AS t ON t.id = d.table_id
           WHERE {of_guild("p", guild_id)} AND p.user_id = :user
           AND t.status IN ('lobby', 'playing') AND d.from_seq = (
               SELECT max(later.from_seq) FROM seat_driver AS later
               WHERE later.table_id = d.table_id AND later.seat = d.seat)
           ORDER BY t.id""",  # noqa: S608 - no input of a member
        {"guild": guild_id, "user": user_id},
    ).fetchall()
    return tuple(_table_from(connection, row) for row in rows)


def rematch_of(connection: Connection, table_id: int) -> TableRow | None:
    """Return the newest rematch of a table, in its lobby or in play; None without one."""
    row = connection.execute(
        """SELECT * FROM card_table WHERE rematch_of = ? AND status IN ('lobby', 'playing')
           ORDER BY id DESC LIMIT 1""",
        (table_id,),
    ).fetchone()
    return None if row is None else _table_from(connection, row)


def lobbies_hosted_by(
    connection: Connection, guild_id: int | None, user_id: int
) -> tuple[TableRow, ...]:
    """Return the lobbies of a guild, or of all guilds, that a member hosts without a seat."""
    rows = connection.execute(
        f"""SELECT * FROM card_table AS t
           WHERE {of_guild("t", guild_id)} AND host_id = :user AND status = 'lobby'
           ORDER BY id""",  # noqa: S608 - no input of a member
        {"guild": guild_id, "user": user_id},
    ).fetchall()
    found = (_table_from(connection, row) for row in rows)
    return tuple(table for table in found if user_id not in member_ids(table))


def first_open_lobby(
    connection: Connection, guild_id: int, channel_id: int, game: str
) -> TableRow | None:
    """Return the oldest lobby of a game in a channel with an open seat, or None."""
    rows = connection.execute(
        """SELECT * FROM card_table WHERE guild_id = ? AND channel_id = ? AND game = ?
           AND status = 'lobby' ORDER BY id""",
        (guild_id, channel_id, game),
    ).fetchall()
    found = (_table_from(connection, row) for row in rows)
    return next((table for table in found if any(not one.player for one in table.seats)), None)
