"""Spectators of a game: its followers and their reactions. Tables `follower`, `reaction`."""

from collections import Counter
from collections.abc import Mapping

from data.core.connection import Connection
from data.members.table_notes import PLAYED


def follow(connection: Connection, table_id: int, user_id: int, *, wants: bool) -> bool:
    """Record whether a member follows a game. Returns False if the game is over."""
    if connection.execute(PLAYED, (table_id,)).fetchone() is None:
        return False
    if wants:
        connection.execute(
            "INSERT INTO follower (table_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (table_id, user_id),
        )
    else:
        connection.execute(
            "DELETE FROM follower WHERE table_id = ? AND user_id = ?", (table_id, user_id)
        )
    return True


def followers(connection: Connection, table_id: int) -> tuple[int, ...]:
    """Return the Discord ids of the members who follow a game."""
    rows = connection.execute(
        "SELECT user_id FROM follower WHERE table_id = ? ORDER BY user_id", (table_id,)
    )
    return tuple(row["user_id"] for row in rows)


def delete_spectators(connection: Connection, table_id: int) -> None:
    """Delete the followers of a game and all reactions, because the game is over."""
    for table in ("follower", "reaction"):
        connection.execute(f"DELETE FROM {table} WHERE table_id = ?", (table_id,))  # noqa: S608 - a constant


def react(connection: Connection, table_id: int, user_id: int, seq: int, kind: int) -> bool:
    """Record a member's reaction to the turn of entry `seq`. It replaces an earlier reaction.

    Returns False if the game is over.
    """
    if connection.execute(PLAYED, (table_id,)).fetchone() is None:
        return False
    connection.execute(
        """INSERT INTO reaction (table_id, user_id, seq, kind) VALUES (?, ?, ?, ?)
           ON CONFLICT (table_id, user_id, seq) DO UPDATE SET kind = excluded.kind""",
        (table_id, user_id, seq, kind),
    )
    return True


def reactions(connection: Connection, table_id: int) -> Mapping[tuple[int, int], int]:
    """Return how many members reacted, by log entry and kind of reaction."""
    rows = connection.execute("SELECT seq, kind FROM reaction WHERE table_id = ?", (table_id,))
    return Counter((row["seq"], row["kind"]) for row in rows)


def delete_for_member(connection: Connection, user_id: int) -> bool:
    """Delete all of a member's follows and reactions. Returns whether there were any."""
    gone = [
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,)).rowcount  # noqa: S608 - a constant
        for table in ("follower", "reaction")
    ]
    return any(gone)
