"""The people of a server: the only place that says who somebody is."""

import sqlite3

from data.people import holidays, looks, memos, plans, preferences, wishes
from data.people.kept import ABOUT_A_MEMBER


def player_id(connection: sqlite3.Connection, guild_id: int, user_id: int, name: str) -> int:
    """Our number for a member, whose newest name is kept: for what they have pressed themselves.

    JSON can carry half a surrogate pair into a name; SQLite's texts cannot.
    """
    name = name.encode(errors="replace").decode()
    row = connection.execute(
        """INSERT INTO player (guild_id, user_id, name) VALUES (?, ?, ?)
           ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name RETURNING id""",
        (guild_id, user_id, name),
    ).fetchone()
    number: int = row["id"]
    return number


def forget(connection: sqlite3.Connection, user_id: int) -> int:
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
    holidays.forget(connection, user_id)
    connection.execute(
        """DELETE FROM agreement
           WHERE player_id IN (SELECT id FROM player WHERE user_id = ?)""",
        (user_id,),
    )
    connection.execute("UPDATE card_table SET host_id = 0 WHERE host_id = ?", (user_id,))
    connection.execute(f"DELETE FROM unread_setting WHERE {ABOUT_A_MEMBER}", {"user": user_id})  # noqa: S608 - ours
    return connection.execute(
        "UPDATE player SET user_id = NULL, name = '' WHERE user_id = ?", (user_id,)
    ).rowcount


def hide(connection: sqlite3.Connection, guild_id: int, user_id: int, *, hidden: bool) -> None:
    """Keep a member off the ladders of a server that others see, or show them again."""
    connection.execute(
        "UPDATE player SET hidden = ? WHERE guild_id = ? AND user_id = ?",
        (hidden, guild_id, user_id),
    )


def is_hidden(connection: sqlite3.Connection, guild_id: int, user_id: int) -> bool:
    """Whether a member wants no place on the ladders of a server."""
    row = connection.execute(
        "SELECT hidden FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return row is not None and bool(row["hidden"])
