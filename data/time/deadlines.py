"""What is due at tables as a whole. A timer is a row, so a restart forgets none."""

from data.file.clock import Millis, to_ms, to_seconds
from data.people import memos, plans
from data.sql.connection import Connection
from data.time.rows import Load


def due(connection: Connection, until: float) -> tuple[tuple[int, float], ...]:
    """Tables in play whose deadline is at or before `until`, earliest first."""
    rows = connection.execute(
        """SELECT id, deadline FROM card_table
           WHERE status = 'playing' AND deadline IS NOT NULL AND deadline <= ?
           ORDER BY deadline, id""",
        (to_ms(until),),
    )
    return tuple((row["id"], to_seconds(row["deadline"])) for row in rows)


def stale_lobbies(connection: Connection, pace: str, before: float) -> tuple[int, ...]:
    """Lobbies of a pace where nothing has changed since `before`."""
    rows = connection.execute(
        """SELECT id FROM card_table WHERE status = 'lobby' AND pace = ? AND updated < ?
           ORDER BY updated, id""",
        (pace, to_ms(before)),
    )
    return tuple(row["id"] for row in rows)


def void(connection: Connection, now: Millis, table_id: int) -> bool:
    """End a game without a result; False when it was not being played."""
    ended = connection.execute(
        """UPDATE card_table SET status = 'closed', deadline = NULL, updated = ?,
           revision = revision + 1 WHERE id = ? AND status = 'playing'""",
        (now, table_id),
    ).rowcount
    connection.execute("DELETE FROM wait WHERE table_id = ?", (table_id,))
    connection.execute("DELETE FROM hold WHERE table_id = ?", (table_id,))
    plans.over(connection, table_id)
    memos.over(connection, table_id)
    return ended == 1


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
