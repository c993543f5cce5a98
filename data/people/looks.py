"""How a member wants to see their hand, on every server alike."""

import sqlite3
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class LookRow:
    """The deck, how the hand is sorted, and whether words stand above the picture."""

    user_id: int
    deck: str
    hand_order: str
    words_first: bool


def find(connection: sqlite3.Connection, user_id: int) -> LookRow | None:
    """What the member has chosen, if anything."""
    row = connection.execute("SELECT * FROM look WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else LookRow(**dict(row) | {"words_first": bool(row["words_first"])})


def change(
    connection: sqlite3.Connection, user_id: int, how: Callable[[LookRow | None], LookRow]
) -> LookRow:
    """Keep what becomes of what was chosen before, and give it."""
    look = how(find(connection, user_id))
    connection.execute(
        """INSERT OR REPLACE INTO look (user_id, deck, hand_order, words_first)
           VALUES (:user_id, :deck, :hand_order, :words_first)""",
        asdict(look),
    )
    return look


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Know nothing of the member's looks any more."""
    connection.execute("DELETE FROM look WHERE user_id = ?", (user_id,))
