"""What members add to a shuffle: the numbers Discord gave their presses.

A member's first join counts for good. What the numbers are mixed to is the caller's affair:
no rule of any shuffle lives here.
"""

import sqlite3
from collections.abc import Callable

from data.people import player_id
from data.rows import Driver, TableRow

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


def of(connection: sqlite3.Connection, table_id: int) -> tuple[tuple[int | None, int], ...]:
    """User id and press of everybody who added to a table's shuffle; None for the forgotten."""
    rows = connection.execute(
        """SELECT p.user_id, c.press FROM contribution AS c JOIN player AS p ON p.id = c.player_id
           WHERE c.table_id = ? ORDER BY c.player_id""",
        (table_id,),
    )
    return tuple((row["user_id"], row["press"]) for row in rows)
