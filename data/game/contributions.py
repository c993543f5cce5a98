"""What members add to a shuffle: the numbers Discord gave their presses.

A member's first join counts for good. What the numbers are mixed to is the caller's affair:
no rule of any shuffle lives here.
"""

import sqlite3
from collections.abc import Callable

from data.game.rows import Driver, TableRow
from data.people.people import player_id

Pressed = tuple[tuple[int, int], ...]
Mix = Callable[[bytes, int, Pressed], bytes]


def add(connection: sqlite3.Connection, table: TableRow, driver: Driver, press: int) -> None:
    """Keep a member's press, unless there is an earlier one. Raises ValueError for a computer."""
    if driver.user_id is None:
        raise ValueError("only a member presses")
    player = player_id(connection, table.guild_id, driver.user_id, driver.name)
    connection.execute(
        "INSERT OR IGNORE INTO contribution (table_id, player_id, press) VALUES (?, ?, ?)",
        (table.id, player, press),
    )


def mixed(
    connection: sqlite3.Connection,
    table: TableRow,
    mix: Mix,
    starter: tuple[Driver, int] | None,
) -> bytes:
    """The seed to play with. The starter's press counts where nobody has joined."""
    if starter is not None and not of(connection, table.id):
        add(connection, table, *starter)
    pressed = of(connection, table.id)
    return mix(table.lobby_seed, table.id, tuple((user or 0, press) for user, press in pressed))


SET_ASIDE = """
    SELECT count(*) FROM card_table AS t
    JOIN card_table AS other ON other.guild_id = t.guild_id AND other.id <> t.id
    WHERE t.id = :table AND other.status IN ('lobby', 'closed')
    AND other.created BETWEEN t.created - :week
        AND coalesce((SELECT at FROM result WHERE table_id = t.id), t.updated)
    AND EXISTS (
        SELECT 1 FROM contribution AS c JOIN seat_driver AS d ON d.player_id = c.player_id
        WHERE c.table_id = other.id AND d.table_id = t.id)"""
WEEK = 7 * 24 * 3600 * 1000


def set_aside(connection: sqlite3.Connection, table_id: int) -> int:
    """How many other decks of its players were not played out about the same time.

    Once a member has joined a lobby its deck is settled. A lobby that was then closed or never
    begun, and a game that ended without a result, is a deck that somebody who could read the
    secret seed may not have liked. Counted from a week before the table was opened to its end.
    """
    facts = {"table": table_id, "week": WEEK}
    number: int = connection.execute(SET_ASIDE, facts).fetchone()[0]
    return number


def of(connection: sqlite3.Connection, table_id: int) -> tuple[tuple[int | None, int], ...]:
    """User id and press of everybody who added to a table's shuffle; None for the forgotten."""
    rows = connection.execute(
        """SELECT p.user_id, c.press FROM contribution AS c JOIN player AS p ON p.id = c.player_id
           WHERE c.table_id = ? ORDER BY c.player_id""",
        (table_id,),
    )
    return tuple((row["user_id"], row["press"]) for row in rows)
