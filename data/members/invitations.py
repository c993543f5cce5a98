"""Invitations by name to a lobby. Table `asked`.

Here are the rows. `data.tables.asking` decides whether a member may ask or answer. The rows are
deleted when the lobby starts or closes.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from data.core.connection import Connection
from data.core.timestamps import Millis, to_seconds
from data.models.invitations import ASKED, CALLED, Invitation, unanswered
from data.models.tables import TableRow


def rows(connection: Connection, table_id: int) -> tuple[Invitation, ...]:
    """Return the invitations to a lobby, oldest first."""
    found = connection.execute(
        """SELECT a.player_id, p.user_id, p.name, b.name AS by_name, b.user_id AS by_user,
                  a.at, a.answer, a.told
           FROM asked AS a JOIN player AS p ON p.id = a.player_id
           JOIN player AS b ON b.id = a.by_id
           WHERE a.table_id = ? AND p.user_id IS NOT NULL ORDER BY a.at, a.player_id""",
        (table_id,),
    )
    return tuple(
        Invitation(
            row["player_id"],
            row["user_id"],
            row["name"],
            row["by_name"],
            row["by_user"],
            to_seconds(row["at"]),
            row["answer"],
            bool(row["told"]),
        )
        for row in found
    )


def add(connection: Connection, now: Millis, table_id: int, players: Sequence[int]) -> None:
    """Record that a member was asked. `players` are the member's row and the inviter's row.

    A member who has joined and left again may be asked again.
    """
    connection.execute(
        """INSERT INTO asked (table_id, player_id, by_id, at) VALUES (?, ?, ?, ?)
           ON CONFLICT (table_id, player_id) DO UPDATE SET
               by_id = excluded.by_id, at = excluded.at, answer = '', told = 0""",
        (table_id, *players, now),
    )


def answer(connection: Connection, table_id: int, user_id: int, word: str) -> None:
    """Record a member's answer, if the member was asked."""
    connection.execute(
        """UPDATE asked SET answer = ? WHERE table_id = ?
           AND player_id IN (SELECT id FROM player WHERE user_id = ?)""",
        (word, table_id, user_id),
    )


def mark_told(connection: Connection, table_id: int, player_id: int) -> None:
    """Record that the bot has told a member about an invitation."""
    connection.execute(
        "UPDATE asked SET told = 1 WHERE table_id = ? AND player_id = ?", (table_id, player_id)
    )


def untold(connection: Connection) -> tuple[tuple[int, int], ...]:
    """Return lobbies, each with the Discord id of an asked member whom the bot has not told.

    Lobbies whose message has not been sent yet are left out.
    """
    found = connection.execute(
        """SELECT a.table_id, p.user_id FROM asked AS a INDEXED BY asked_untold
           JOIN player AS p ON p.id = a.player_id
           JOIN card_table AS t ON t.id = a.table_id
           WHERE a.told = 0 AND a.answer = '' AND p.user_id IS NOT NULL
           AND t.lobby_message_id IS NOT NULL
           ORDER BY a.at, a.table_id"""
    )
    return tuple((row["table_id"], row["user_id"]) for row in found)


def lobbies_naming(connection: Connection, user_id: int) -> tuple[int, ...]:
    """Return the lobbies to which a member was asked, or has asked somebody."""
    found = connection.execute(
        """SELECT DISTINCT a.table_id FROM player AS p
           JOIN asked AS a ON p.id IN (a.player_id, a.by_id) WHERE p.user_id = ?""",
        (user_id,),
    )
    return tuple(row["table_id"] for row in found)


REFERENCES: Final = (
    *(("agreement", "player_id"), ("asked", "by_id"), ("asked", "player_id")),
    *(("ballot", "player_id"), ("champion", "player_id"), ("contribution", "player_id")),
    *(("fame", "player_id"), ("holding", "player_id"), ("ladder", "player_id")),
    *(("partnership", "player_1"), ("partnership", "player_2"), ("preset", "creator_id")),
    *(("result_seat", "player_id"), ("seat_driver", "owner_id"), ("seat_driver", "player_id")),
    *(("vote", "asker_id"), ("vote", "candidate_id"), ("vote", "owner_id")),
    ("wanted", "player_id"),
)
"""Every column that refers to a member's row. A test compares this with the schema."""
UNUSED: Final = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {table} WHERE {column} = player.id)"  # noqa: S608 - constants
    for table, column in REFERENCES
)
FORGET_STRANGER: Final = f"DELETE FROM player WHERE id = ? AND hidden = 0 AND {UNUSED}"  # noqa: S608


def withdraw(connection: Connection, table_id: int, some: Iterable[Invitation]) -> None:
    """Delete some invitations to a lobby, as `delete_all` deletes all of them."""
    for one in some:
        connection.execute(
            "DELETE FROM asked WHERE table_id = ? AND player_id = ?", (table_id, one.player_id)
        )
        connection.execute(FORGET_STRANGER, (one.player_id,))
        connection.execute(
            "DELETE FROM post WHERE table_id = ? AND what = ?",
            (table_id, f"{ASKED}.{one.player_id}"),
        )


def withdraw_of_leavers(connection: Connection, table: TableRow) -> None:
    """Delete the unanswered invitations of members who neither sit in a lobby nor host it.

    Otherwise somebody could keep the seats of a lobby from others after leaving it.
    """
    here = {table.host_id, *(seat.player.user_id for seat in table.seats if seat.player)}
    left = [one for one in unanswered(table.asked) if one.by_user not in here]
    withdraw(connection, table.id, left)


def delete_all(connection: Connection, table_id: int) -> None:
    """Delete the invitations and calls of a lobby that has started or is closed.

    Also delete their pending messages: nobody needs to be told. Somebody who was only asked, and
    never did anything on this server, is forgotten.
    """
    asked = connection.execute(
        "DELETE FROM asked WHERE table_id = ? RETURNING player_id", (table_id,)
    ).fetchall()
    connection.executemany(FORGET_STRANGER, [(row["player_id"],) for row in asked])
    connection.execute(
        "DELETE FROM post WHERE table_id = ? AND (what = ? OR what LIKE ?)",
        (table_id, CALLED, f"{ASKED}.%"),
    )
