"""Holders of the hands of a game in play, by pseudonyms. Table `holding`.

A member who leaves, or is erased, and comes back has still seen the cards. So a hand stays recorded
under a pseudonym until the game is over. Only by testing members with our key, which is in the same
database, could somebody learn whose it is. So it leads to that game only; see
`data.people.people.forget`.
"""

from collections.abc import Mapping

from data.game.rows import Driver, TableRow
from data.game.tables import existing
from data.people import kept
from data.schema.votes import mark
from data.sql.connection import Connection


def begin(connection: Connection, table: TableRow) -> None:
    """Record the hands of all members at the start of a game."""
    for row in table.seats:
        if row.driver is not None and row.driver.kind == "member":
            hold(connection, table, row.seat, row.driver)


def hold(connection: Connection, table: TableRow, seat: int, driver: Driver) -> None:
    """Record `driver` as the only present holder of a seat's hand."""
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
    """Whether a member has held a hand after entry `since`, not counting that of seat `but`."""
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
    """Return the pseudonym of every player who has held a hand."""
    rows = connection.execute("SELECT player_id, mark FROM holding WHERE table_id = ?", (table_id,))
    return {row["player_id"]: row["mark"] for row in rows}


def clear(connection: Connection, table_id: int) -> None:
    """Delete all records of a game that is over."""
    connection.execute("DELETE FROM holding WHERE table_id = ?", (table_id,))
