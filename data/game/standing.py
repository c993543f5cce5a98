"""Where tables stand: on a server, in a channel, in a thread; and how many there are already."""

from dataclasses import dataclass

from data.sql.connection import Connection


@dataclass(frozen=True, slots=True)
class Load:
    """Lobbies of one host, and lobbies and games of a channel and of its server."""

    lobbies: int
    channel: int
    guild: int


def lobbies(connection: Connection) -> tuple[int, ...]:
    """The tables that have not begun."""
    rows = connection.execute("SELECT id FROM card_table WHERE status = 'lobby' ORDER BY id")
    return tuple(row["id"] for row in rows)


def in_server(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """The tables in play on a server."""
    rows = connection.execute(
        "SELECT id FROM card_table WHERE guild_id = ? AND status = 'playing' ORDER BY id",
        (guild_id,),
    )
    return tuple(row["id"] for row in rows)


def shown_in(connection: Connection, channel_id: int) -> tuple[int, ...]:
    """The tables in play whose channel or thread this is."""
    rows = connection.execute(
        """SELECT id FROM card_table
           WHERE status = 'playing' AND (channel_id = :place OR thread_id = :place)
           ORDER BY id""",
        {"place": channel_id},
    )
    return tuple(row["id"] for row in rows)


def threads_in(connection: Connection, guild_id: int) -> tuple[tuple[int, int], ...]:
    """The tables in play on a server that stand in a thread, each with its thread's id."""
    rows = connection.execute(
        """SELECT id, thread_id FROM card_table
           WHERE guild_id = ? AND status = 'playing' AND thread_id <> channel_id ORDER BY id""",
        (guild_id,),
    )
    return tuple((row["id"], row["thread_id"]) for row in rows)


def load(connection: Connection, guild_id: int, channel_id: int, user_id: int) -> Load:
    """How much is going on where somebody wants to open one more table."""
    row = connection.execute(
        """SELECT count(*) FILTER (WHERE status = 'lobby' AND host_id = :user) AS lobbies,
                  count(*) FILTER (WHERE channel_id = :channel) AS channel,
                  count(*) AS guild
           FROM card_table WHERE guild_id = :guild AND status IN ('lobby', 'playing')""",
        {"user": user_id, "channel": channel_id, "guild": guild_id},
    ).fetchone()
    return Load(**dict(row))
