"""Identity of members: table `player` has their names, with a row for each guild.

Tables of a member's own choices have the Discord id itself; erasing a member deletes their rows.
"""

from typing import Final

from data.core.connection import Connection, storable_text
from data.members import (
    auto_answers,
    holiday_dates,
    lookup,
    plans,
    preferences,
    spectators,
    table_notes,
)
from data.members.preferences import delete_hand_appearance
from data.models.members import Membership


def ensure_member_number(connection: Connection, guild_id: int, user_id: int, name: str) -> int:
    """Return the member's row id, and save their newest name. Insert the row if it is missing.

    Call this only for the member's own interactions, because it would bring back an erased member.
    """
    row = connection.execute(
        """INSERT INTO player (guild_id, user_id, name) VALUES (?, ?, ?)
           ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name RETURNING id""",
        (guild_id, user_id, storable_text(name)),
    ).fetchone()
    number: int = row["id"]
    return number


ALONE: Final = (
    preferences.delete_reminder_preferences, plans.delete_for_member, delete_hand_appearance,
    auto_answers.delete_for_member, table_notes.delete_for_member, holiday_dates.delete,
    lookup.delete_unread_settings, spectators.delete_for_member,
)  # fmt: skip
"""Functions that delete what a member has chosen or said."""
TRACES: Final = (
    "DELETE FROM panel WHERE user_id = ?",
    "DELETE FROM dm_hand WHERE user_id = ?",
    "DELETE FROM mailbox WHERE user_id = ?",
    "DELETE FROM asked WHERE player_id IN (SELECT id FROM player WHERE user_id = ?)",
    "DELETE FROM asked WHERE by_id IN (SELECT id FROM player WHERE user_id = ?)",
    "DELETE FROM wanted WHERE player_id IN (SELECT id FROM player WHERE user_id = ?)",
    "DELETE FROM agreement WHERE player_id IN (SELECT id FROM player WHERE user_id = ?)",
    "UPDATE card_table SET host_id = 0 WHERE host_id = ?",
)
"""Further statements that delete references to a member's Discord id."""
AT_A_TABLE: Final = (
    ("seat_driver", "player_id"), ("seat_driver", "owner_id"),
    ("vote", "asker_id"), ("vote", "owner_id"), ("vote", "candidate_id"),
    ("ballot", "player_id"), ("contribution", "player_id"),
    ("holding", "player_id"),  # Last, because this statement finds the tables for the others.
)  # fmt: skip
"""Columns that say who a member is at a table."""


def erase_identity(connection: Connection, user_id: int) -> int:
    """Erase a person's id and name everywhere. Returns the number of their guilds.

    Returns 1 if they had no guild but some stored data. Seats, results and contributions stay,
    without a name, so that other members' games can still be replayed, verified and rated.
    """
    _set_apart(connection, user_id)
    gone = [connection.execute(statement, (user_id,)).rowcount for statement in TRACES]
    chosen = [let_go(connection, user_id) for let_go in ALONE]
    servers = connection.execute(
        "UPDATE player SET user_id = NULL, name = '' WHERE user_id = ?", (user_id,)
    ).rowcount
    return servers or int(any(gone) or any(chosen))


def _set_apart(connection: Connection, user_id: int) -> None:
    """Move a member's games in play to new nameless rows, separate from the rows of old results.

    Their pseudonym must stay until those games end (see `data.tables.hand_holders`). Somebody with
    the database file could test candidates against a pseudonym. A match must not lead to the
    member's earlier games.
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


def set_hidden(connection: Connection, guild_id: int, user_id: int, *, hidden: bool) -> None:
    """Hide a member from a guild's leaderboards, or show them again."""
    connection.execute(
        "UPDATE player SET hidden = ? WHERE guild_id = ? AND user_id = ?",
        (hidden, guild_id, user_id),
    )


def is_hidden(connection: Connection, guild_id: int, user_id: int) -> bool:
    """Return whether a member is hidden from the guild's leaderboards."""
    row = connection.execute(
        "SELECT hidden FROM player WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return row is not None and bool(row["hidden"])


def memberships(connection: Connection, user_id: int) -> tuple[Membership, ...]:
    """Return the guilds that know a member, first the one of their newest result."""
    rows = connection.execute(
        """SELECT p.guild_id, p.name, COALESCE((
               SELECT max(r.at) FROM result_seat AS s JOIN result AS r ON r.number = s.number
               WHERE s.player_id = p.id), 0) AS played
           FROM player AS p WHERE p.user_id = ? AND p.guild_id <> 0
           ORDER BY played DESC, p.id DESC""",
        (user_id,),
    )
    return tuple(Membership(row["guild_id"], row["name"]) for row in rows)
