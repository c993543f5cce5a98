"""Reading tables. Table `card_table`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from data.file.clock import maybe_seconds, to_seconds
from data.file.errors import NoTable
from data.game import agreements, contributions
from data.game.rows import Option, Purpose, Status, TableRow
from data.game.seats import seats_of
from data.sql.connection import Connection, SqlRow

AT_ONCE: Final = 1000
"""Tables per statement: the number of its parameters is limited."""


def pack_options(options: Mapping[str, Option]) -> str:
    """Return options as JSON text for a column."""
    return json.dumps(dict(options), sort_keys=True)


def find(connection: Connection, table_id: int) -> TableRow | None:
    """Return the table; None if it does not exist."""
    row = connection.execute("SELECT * FROM card_table WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else _table_from(connection, row)


def existing(connection: Connection, table_id: int) -> TableRow:
    """Return the table. Raises `NoTable`."""
    table = find(connection, table_id)
    if table is None:
        raise NoTable(f"there is no table {table_id}")
    return table


def sure(connection: Connection, table_id: int) -> TableRow:
    """Return a table that the caller knows to exist."""
    table = find(connection, table_id)
    assert table is not None
    return table


def playing(connection: Connection) -> tuple[int, ...]:
    """Return the ids of the tables in play."""
    rows = connection.execute("SELECT id FROM card_table WHERE status = 'playing' ORDER BY id")
    return tuple(row["id"] for row in rows)


def servers(connection: Connection, table_ids: Sequence[int]) -> dict[int, int]:
    """Return the guild of each table. Tables that are gone are left out."""
    found: dict[int, int] = {}
    for some in batched(table_ids):
        asked = f"SELECT id, guild_id FROM card_table WHERE id IN ({places(some)})"  # noqa: S608 - only question marks
        found |= {row["id"]: row["guild_id"] for row in connection.execute(asked, some)}
    return found


def batched(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield ids in groups that fit into one statement."""
    for begin in range(0, len(numbers), AT_ONCE):
        yield tuple(numbers[begin : begin + AT_ONCE])


def places(numbers: Sequence[int]) -> str:
    """Return a list of placeholders, one for each number."""
    return ", ".join("?" * len(numbers))


def tables_of(connection: Connection, guild_id: int, user_id: int) -> tuple[TableRow, ...]:
    """Return the lobbies and games of a guild in which a member owns a seat now, oldest first.

    They own a seat also while a substitute plays it: `SeatRow.is_of`.
    """
    rows = connection.execute(
        """SELECT DISTINCT t.* FROM player AS p
           JOIN seat_driver AS d ON p.id IN (d.player_id, d.owner_id)
           JOIN card_table AS t ON t.id = d.table_id
           WHERE p.guild_id = ? AND p.user_id = ? AND t.status IN ('lobby', 'playing')
           AND d.from_seq = (
               SELECT max(later.from_seq) FROM seat_driver AS later
               WHERE later.table_id = d.table_id AND later.seat = d.seat)
           ORDER BY t.id""",
        (guild_id, user_id),
    ).fetchall()
    return tuple(_table_from(connection, row) for row in rows)


def rematch_of(connection: Connection, table_id: int) -> TableRow | None:
    """The newest rematch of a table that is a lobby or in play; None if there is none."""
    row = connection.execute(
        """SELECT * FROM card_table WHERE rematch_of = ? AND status IN ('lobby', 'playing')
           ORDER BY id DESC LIMIT 1""",
        (table_id,),
    ).fetchone()
    return None if row is None else _table_from(connection, row)


def lobbies_of(connection: Connection, guild_id: int, user_id: int) -> tuple[TableRow, ...]:
    """The lobbies of a guild that a member opened and where they do not sit now."""
    rows = connection.execute(
        """SELECT * FROM card_table WHERE guild_id = ? AND host_id = ? AND status = 'lobby'
           ORDER BY id""",
        (guild_id, user_id),
    ).fetchall()
    found = (_table_from(connection, row) for row in rows)
    return tuple(table for table in found if user_id not in drivers_of(table))


def first_lobby(
    connection: Connection, guild_id: int, channel_id: int, game: str
) -> TableRow | None:
    """Return the oldest lobby of a game in a channel with an open seat; None without one."""
    rows = connection.execute(
        """SELECT * FROM card_table WHERE guild_id = ? AND channel_id = ? AND game = ?
           AND status = 'lobby' ORDER BY id""",
        (guild_id, channel_id, game),
    ).fetchall()
    found = (_table_from(connection, row) for row in rows)
    return next((table for table in found if any(not one.driver for one in table.seats)), None)


def drivers_of(table: TableRow) -> set[int | None]:
    """Return the ids of all members at a table."""
    return {seat.driver.user_id for seat in table.seats if seat.driver}


def _table_from(connection: Connection, row: SqlRow) -> TableRow:
    fields = dict(row)
    return TableRow(
        **fields
        | {
            "options": MappingProxyType(json.loads(row["options"])),
            "seats": seats_of(connection, row["id"]),
            "status": Status(row["status"]),
            "purpose": Purpose(row["purpose"]),
            "deadline": maybe_seconds(row["deadline"]),
            "created": to_seconds(row["created"]),
            "updated": to_seconds(row["updated"]),
            "open_hands": bool(row["open_hands"]),
            "agreed": agreed_in(connection, row),
            "lobby_due": bool(row["lobby_due"]),
            "lapsed": bool(row["lapsed"]),
            "presses": contributions.unpack(row["presses"]),
        }
    )


def agreed_in(connection: Connection, row: SqlRow) -> frozenset[int]:
    """Return who wants to show all hands. Only lobbies need it."""
    lobby = row["status"] == Status.LOBBY
    return agreements.of(connection, row["id"]) if lobby else frozenset()
