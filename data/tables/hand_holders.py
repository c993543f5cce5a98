"""Holders of the hands of a game in play, by pseudonyms. Table `holding`.

A member who leaves, or is erased, and comes back has still seen the cards. So a hand stays recorded
under a pseudonym until the game is over. Somebody with the database, and so with our key, can only
test candidates against a pseudonym. A match leads to that game only; see
`data.members.identity.erase_identity`.
"""

from collections.abc import Mapping

from data.core.connection import Connection
from data.members import lookup
from data.members.lookup import pseudonym
from data.models.tables import Player, TableRow
from data.tables.table import get


def begin_all(connection: Connection, table: TableRow) -> None:
    """Record the hands of all members at the start of a game."""
    for row in table.seats:
        if row.player is not None and row.player.kind == "member":
            record_holder(connection, table, row.seat, row.player)


def record_holder(connection: Connection, table: TableRow, seat: int, player: Player) -> None:
    """Record `player` as the only current holder of a seat's hand."""
    connection.execute(
        "UPDATE holding SET until = ? WHERE table_id = ? AND seat = ? AND until IS NULL",
        (table.seq, table.id, seat),
    )
    player_id = _player_id(connection, table, player)
    if player_id is not None:
        assert player.user_id is not None  # Without this, a row without a player would remain.
        connection.execute(
            """INSERT INTO holding (table_id, seat, mark, player_id) VALUES (?, ?, ?, ?)
               ON CONFLICT (table_id, seat, mark)
               DO UPDATE SET until = NULL, player_id = excluded.player_id""",
            (table.id, seat, pseudonym(connection, table.guild_id, player.user_id), player_id),
        )


def _player_id(connection: Connection, table: TableRow, player: Player) -> int | None:
    if player.kind != "member" or player.user_id is None:
        return None
    return lookup.member_number(connection, table.guild_id, player.user_id)


def has_played(connection: Connection, table_id: int, user_id: int) -> bool:
    """Whether a member has had a hand in a game in play, under any name.

    Raises `TableNotFound`.
    """
    return has_held_hand(connection, get(connection, table_id), user_id)


def has_held_hand(
    connection: Connection,
    table: TableRow,
    user_id: int,
    *,
    since: int = 0,
    but: int | None = None,
) -> bool:
    """Return whether a member has had a hand after entry `since`.

    The hand of seat `but` does not count.
    """
    row = connection.execute(
        """SELECT EXISTS (
               SELECT 1 FROM holding WHERE table_id = :table AND mark = :mark
               AND (CAST(:but AS BIGINT) IS NULL OR seat <> :but)
               AND (until IS NULL OR until >= :since))""",
        {
            "table": table.id,
            "mark": pseudonym(connection, table.guild_id, user_id),
            "but": but,
            "since": since,
        },
    ).fetchone()
    return bool(row[0])


def holder_pseudonyms(connection: Connection, table_id: int) -> Mapping[int, bytes]:
    """Return the pseudonym of every player who has had a hand."""
    rows = connection.execute("SELECT player_id, mark FROM holding WHERE table_id = ?", (table_id,))
    return {row["player_id"]: row["mark"] for row in rows}


def delete_all(connection: Connection, table_id: int) -> None:
    """Delete all records of a game that is over."""
    connection.execute("DELETE FROM holding WHERE table_id = ?", (table_id,))
