"""What members add to a shuffle: the numbers Discord gave their presses.

A member's first join counts for good, and as a number it stays when its member is forgotten.
What the numbers are mixed to is the caller's affair: no rule of any shuffle lives here.
"""

import json
from collections.abc import Callable

from data.game.rows import Driver, Presses, TableRow
from data.people.people import player_id
from data.sql.connection import Connection

Mix = Callable[[TableRow, Presses], bytes]
"""Makes the seed to play with of a table as it will be played, and of the presses."""
Starter = tuple[Driver, int]
"""Who pressed Start, and the number of that press."""


def add(connection: Connection, table: TableRow, driver: Driver, press: int) -> None:
    """Keep a member's press, unless there is an earlier one. Raises ValueError for a computer."""
    player = player_id(connection, table.guild_id, sure_id(driver), driver.name)
    connection.execute(
        """INSERT INTO contribution (table_id, player_id, press) VALUES (?, ?, ?)
           ON CONFLICT DO NOTHING""",
        (table.id, player, press),
    )


def sure_id(driver: Driver) -> int:
    """The Discord id of a member. Raises ValueError for a computer."""
    if driver.user_id is None:
        raise ValueError("only a member presses")
    return driver.user_id


def settled(connection: Connection, table: TableRow, starter: Starter | None) -> Presses:
    """All presses up to the one that starts, which is the last.

    The starter's seat is known by that press where they had not joined before.
    """
    pressed = of(connection, table.id)
    joined = {user: press for user, press in pressed if user is not None}
    last = 0 if starter is None else starter[1]
    if starter is not None:
        add(connection, table, *starter)
        joined.setdefault(sure_id(starter[0]), last)
    people = (row.driver.user_id if row.driver else None for row in table.seats)
    return Presses(
        joined=tuple(sorted(press for _, press in pressed)),
        seating=tuple(joined.get(user or 0, 0) for user in people),
        start=last,
    )


def pack(presses: Presses) -> str:
    """Presses as the text the file keeps."""
    return json.dumps([presses.joined, presses.seating, presses.start])


def unpack(text: str) -> Presses | None:
    """The presses of a table; None where the deck was mixed without the last of them."""
    if not text:
        return None
    joined, seating, start = json.loads(text)
    return Presses(tuple(joined), tuple(seating), start)


SET_ASIDE = """
    SELECT count(*) FROM card_table AS t
    JOIN card_table AS other ON other.guild_id = t.guild_id AND other.id <> t.id
    WHERE t.id = :table AND other.status = 'closed'
    AND other.created BETWEEN t.created - :week
        AND coalesce((SELECT at FROM result WHERE table_id = t.id), t.updated)
    AND EXISTS (
        SELECT 1 FROM contribution AS c JOIN player AS p ON p.id = c.player_id
        WHERE c.table_id = other.id AND (p.user_id IS NULL OR EXISTS (
            SELECT 1 FROM seat_driver AS d
            WHERE d.table_id = t.id AND d.player_id = c.player_id)))"""
WEEK = 7 * 24 * 3600 * 1000


def set_aside(connection: Connection, table_id: int) -> int:
    """How many other decks of its players were not played out about the same time.

    A game that ended without a result is a deck that somebody may not have liked; lobbies that
    were given up after somebody had joined are counted with them, those that still wait are not.
    What somebody set aside who has been forgotten counts too: it cannot be said whose it was, and
    forgetting must not hide it. Counted from a week before the table was opened to its end.
    """
    facts = {"table": table_id, "week": WEEK}
    number: int = connection.execute(SET_ASIDE, facts).fetchone()[0]
    return number


def of(connection: Connection, table_id: int) -> tuple[tuple[int | None, int], ...]:
    """User id and press of each contribution to a table's shuffle; None for an erased member."""
    rows = connection.execute(
        """SELECT p.user_id, c.press FROM contribution AS c JOIN player AS p ON p.id = c.player_id
           WHERE c.table_id = ? ORDER BY c.player_id""",
        (table_id,),
    )
    return tuple((row["user_id"], row["press"]) for row in rows)
