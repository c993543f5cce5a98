"""The people of a server: the only place that says who somebody is."""

from data.people import away, kept, looks, memos, plans, preferences, wishes
from data.sql.connection import Connection
from data.sql.texts import clean


def player_id(connection: Connection, guild_id: int, user_id: int, name: str) -> int:
    """Our number for a member, whose newest name is kept: for what they have pressed themselves."""
    row = connection.execute(
        """INSERT INTO player (guild_id, user_id, name) VALUES (?, ?, ?)
           ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name RETURNING id""",
        (guild_id, user_id, clean(name)),
    ).fetchone()
    number: int = row["id"]
    return number


def forget(connection: Connection, user_id: int) -> int:
    """Take a person's id and name out of every table; return in how many servers they were.

    Their seats, results and presses stay, as those of nobody in particular, so that other people's
    games can still be replayed and verified, and other people's ratings made again.
    """
    connection.execute("DELETE FROM panel WHERE user_id = ?", (user_id,))
    preferences.forget(connection, user_id)
    plans.forget(connection, user_id)
    looks.forget(connection, user_id)
    wishes.forget(connection, user_id)
    memos.forget(connection, user_id)
    away.forget(connection, user_id)
    connection.execute(
        """DELETE FROM agreement
           WHERE player_id IN (SELECT id FROM player WHERE user_id = ?)""",
        (user_id,),
    )
    connection.execute("UPDATE card_table SET host_id = 0 WHERE host_id = ?", (user_id,))
    kept.forget_unread(connection, user_id)
    return connection.execute(
        "UPDATE player SET user_id = NULL, name = '' WHERE user_id = ?", (user_id,)
    ).rowcount


def hide(connection: Connection, guild_id: int, user_id: int, *, hidden: bool) -> None:
    """Keep a member off the ladders of a server that others see, or show them again."""
    connection.execute(
        "UPDATE player SET hidden = ? WHERE guild_id = ? AND user_id = ?",
        (hidden, guild_id, user_id),
    )


def is_hidden(connection: Connection, guild_id: int, user_id: int) -> bool:
    """Whether a member wants no place on the ladders of a server."""
    row = connection.execute(
        "SELECT hidden FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return row is not None and bool(row["hidden"])
