"""Who has held which hand of a game that is being played: known beyond the name.

A member who leaves, or is forgotten, and comes back has seen the cards all the same. So a hand
once held stays noted under a mark until the game is over: a number from which nobody learns who it
was but by trying members with our key, which lies beside it. So it leads to that game alone: see
`data.people.people.forget`.
"""

from collections.abc import Mapping

from data.game.rows import Driver, TableRow
from data.game.tables import existing
from data.people import kept
from data.schema.votes import mark
from data.sql.connection import Connection


def begin(connection: Connection, table: TableRow) -> None:
    """The cards are dealt: whoever sits holds a hand."""
    for row in table.seats:
        if row.driver is not None and row.driver.kind == "member":
            hold(connection, table, row.seat, row.driver)


def hold(connection: Connection, table: TableRow, seat: int, driver: Driver) -> None:
    """From now on this seat's hand is held by `driver`, and by nobody before them."""
    connection.execute(
        "UPDATE holding SET until = ? WHERE table_id = ? AND seat = ? AND until IS NULL",
        (table.seq, table.id, seat),
    )
    player = _player(connection, table, driver)
    if player is not None:
        assert driver.user_id is not None  # else there would be no player
        connection.execute(
            """INSERT INTO holding (table_id, seat, mark, player_id) VALUES (?, ?, ?, ?)
               ON CONFLICT (table_id, seat, mark)
               DO UPDATE SET until = NULL, player_id = excluded.player_id""",
            (table.id, seat, mark(connection, table.guild_id, driver.user_id), player),
        )


def _player(connection: Connection, table: TableRow, driver: Driver) -> int | None:
    if driver.kind != "member" or driver.user_id is None:
        return None
    return kept.number_of(connection, table.guild_id, driver.user_id)


def has_played(connection: Connection, table_id: int, user_id: int) -> bool:
    """Whether somebody has held a hand of a game in play, under any name. Raises `NoTable`."""
    return has_held(connection, existing(connection, table_id), user_id)


def has_held(
    connection: Connection,
    table: TableRow,
    user_id: int,
    *,
    since: int = 0,
    but: int | None = None,
) -> bool:
    """Whether somebody has held a hand after entry `since`, that of seat `but` not counted."""
    row = connection.execute(
        """SELECT EXISTS (
               SELECT 1 FROM holding WHERE table_id = :table AND mark = :mark
               AND (CAST(:but AS BIGINT) IS NULL OR seat <> :but)
               AND (until IS NULL OR until >= :since))""",
        {
            "table": table.id,
            "mark": mark(connection, table.guild_id, user_id),
            "but": but,
            "since": since,
        },
    ).fetchone()
    return bool(row[0])


def marks(connection: Connection, table_id: int) -> Mapping[int, bytes]:
    """The mark of every player who has held a hand."""
    rows = connection.execute("SELECT player_id, mark FROM holding WHERE table_id = ?", (table_id,))
    return {row["player_id"]: row["mark"] for row in rows}


def clear(connection: Connection, table_id: int) -> None:
    """The game is over: it does not matter any more."""
    connection.execute("DELETE FROM holding WHERE table_id = ?", (table_id,))
