"""The people of a server: the only place that says who somebody is."""

from typing import Final

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


ALONE: Final = (
    preferences.forget, plans.forget, looks.forget, wishes.forget, memos.forget, away.forget,
    kept.forget_unread,
)  # fmt: skip
"""What a person has chosen or said, and who lets go of it."""
TRACES: Final = (
    "DELETE FROM panel WHERE user_id = ?",
    "DELETE FROM agreement WHERE player_id IN (SELECT id FROM player WHERE user_id = ?)",
    "UPDATE card_table SET host_id = 0 WHERE host_id = ?",
)
"""What else leads to them, beside the names by which servers know them."""
AT_A_TABLE: Final = (
    ("seat_driver", "player_id"), ("seat_driver", "owner_id"),
    ("vote", "asker_id"), ("vote", "owner_id"), ("vote", "candidate_id"),
    ("ballot", "player_id"), ("contribution", "player_id"),
    ("holding", "player_id"),  # the last: the others are found by it
)  # fmt: skip
"""Who somebody is at a table."""


def forget(connection: Connection, user_id: int) -> int:
    """Take a person's id and name out of every table; return in how many servers they were.

    One, where they were on none and something was kept of them all the same.

    Their seats, results and presses stay, as those of nobody in particular, so that other people's
    games can still be replayed and verified, and other people's ratings made again.
    """
    _set_apart(connection, user_id)
    gone = [connection.execute(statement, (user_id,)).rowcount for statement in TRACES]
    chosen = [let_go(connection, user_id) for let_go in ALONE]
    servers = connection.execute(
        "UPDATE player SET user_id = NULL, name = '' WHERE user_id = ?", (user_id,)
    ).rowcount
    return servers or int(any(gone) or any(chosen))


def _set_apart(connection: Connection, user_id: int) -> None:
    """Let games in play go on with another nobody than the one that old results are of.

    A mark has to stay at them until they are over (see `data.game.holdings`), and whoever has the
    file can try whose it is: that must not lead to what somebody has played before.
    """
    rows = connection.execute(
        """SELECT DISTINCT p.id, p.guild_id FROM player AS p
           JOIN holding AS h ON h.player_id = p.id WHERE p.user_id = ?""",
        (user_id,),
    ).fetchall()
    for known, guild_id in rows:
        nobody: int = connection.execute(
            "INSERT INTO player (guild_id, user_id, name) VALUES (?, NULL, '') RETURNING id",
            (guild_id,),
        ).fetchone()[0]
        for table, column in AT_A_TABLE:
            connection.execute(
                f"""UPDATE {table} SET {column} = :nobody WHERE {column} = :known AND table_id IN
                    (SELECT h.table_id FROM holding AS h WHERE h.player_id = :known)""",  # noqa: S608
                {"nobody": nobody, "known": known},
            )


def hide(connection: Connection, guild_id: int, user_id: int, *, hidden: bool) -> None:
    """Hide a member from a guild's leaderboards, or show them again."""
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
