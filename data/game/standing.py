"""Searching tables by guild, channel, thread or host, and counting them."""

from dataclasses import dataclass

from data.sql.connection import Connection


@dataclass(frozen=True, slots=True)
class Load:
    """Number of one host's lobbies, and of the lobbies and games in a channel and in its guild."""

    lobbies: int
    channel: int
    guild: int


def lobbies(connection: Connection) -> tuple[int, ...]:
    """Return the ids of all lobbies."""
    rows = connection.execute("SELECT id FROM card_table WHERE status = 'lobby' ORDER BY id")
    return tuple(row["id"] for row in rows)


def in_server(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Return the tables in play in a guild."""
    rows = connection.execute(
        "SELECT id FROM card_table WHERE guild_id = ? AND status = 'playing' ORDER BY id",
        (guild_id,),
    )
    return tuple(row["id"] for row in rows)


def shown_in(connection: Connection, channel_id: int) -> tuple[int, ...]:
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


def load(connection: Connection, guild_id: int, channel_id: int, user_id: int) -> Load:
    """Return the numbers of open tables, for the limits on opening another one."""
    row = connection.execute(
        """SELECT count(*) FILTER (WHERE status = 'lobby' AND host_id = :user) AS lobbies,
                  count(*) FILTER (WHERE channel_id = :channel) AS channel,
                  count(*) AS guild
           FROM card_table WHERE guild_id = :guild AND status IN ('lobby', 'playing')""",
        {"user": user_id, "channel": channel_id, "guild": guild_id},
    ).fetchone()
    return Load(**dict(row))
