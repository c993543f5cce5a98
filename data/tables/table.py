"""Reads tables. Table `card_table`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from data.core.connection import Connection, Row
from data.core.timestamps import optional_seconds, to_seconds
from data.errors import TableNotFound
from data.members import dm_hands, invitations
from data.models.tables import Option, TablePurpose, TableRow, TableStatus
from data.tables import open_hands, shuffle_contributions
from data.tables.seats import seats_of

AT_ONCE: Final = 1000
"""Tables per statement. The number of its parameters is limited."""


def pack_options(options: Mapping[str, Option]) -> str:
    """Return options as JSON text for a column."""
    return json.dumps(dict(options), sort_keys=True)


def find(connection: Connection, table_id: int) -> TableRow | None:
    """Return the table, or None if it does not exist."""
    row = connection.execute("SELECT * FROM card_table WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else _table_from(connection, row)


def get(connection: Connection, table_id: int) -> TableRow:
    """Return the table. Raises `TableNotFound`."""
    table = find(connection, table_id)
    if table is None:
        raise TableNotFound(f"there is no table {table_id}")
    return table


def get_known(connection: Connection, table_id: int) -> TableRow:
    """Return a table that must exist."""
    table = find(connection, table_id)
    assert table is not None
    return table


def guilds_of(connection: Connection, table_ids: Sequence[int]) -> dict[int, int]:
    """Return the guild of each table. Missing tables are left out."""
    found: dict[int, int] = {}
    for some in in_batches(table_ids):
        asked = f"SELECT id, guild_id FROM card_table WHERE id IN ({placeholders(some)})"  # noqa: S608 - only question marks
        found |= {row["id"]: row["guild_id"] for row in connection.execute(asked, some)}
    return found


def in_batches(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield ids in groups small enough for one statement."""
    for begin in range(0, len(numbers), AT_ONCE):
        yield tuple(numbers[begin : begin + AT_ONCE])


def placeholders(numbers: Sequence[int]) -> str:
    """Return the placeholders of so many values."""
    return ", ".join("?" * len(numbers))


def member_ids(table: TableRow) -> set[int | None]:
    """Return the ids of all members at a table."""
    return {seat.player.user_id for seat in table.seats if seat.player}


def _table_from(connection: Connection, row: Row) -> TableRow:
    fields = dict(row)
    return TableRow(
        **fields
        | {
            "options": MappingProxyType(json.loads(row["options"])),
            "seats": seats_of(connection, row["id"]),
            "status": TableStatus(row["status"]),
            "purpose": TablePurpose(row["purpose"]),
            "deadline": optional_seconds(row["deadline"]),
            "created": to_seconds(row["created"]),
            "updated": to_seconds(row["updated"]),
            "open_hands": bool(row["open_hands"]),
            **(lobby_answers(connection, row["id"]) if row["status"] == TableStatus.LOBBY else {}),
            "lobby_due": bool(row["lobby_due"]),
            "lapsed": bool(row["lapsed"]),
            "presses": shuffle_contributions.decode(row["presses"]),
            "called": optional_seconds(row["called"]),
            "has_dm_hands": dm_hands.are_shown(connection, row["id"]),
        }
    )


def lobby_answers(connection: Connection, table_id: int) -> Mapping[str, Any]:
    """Return what the members of a lobby have agreed to, for the fields that only lobbies have."""
    return {
        "agreed": open_hands.members_agreeing(connection, table_id),
        "accepted": shuffle_contributions.accepted(connection, table_id),
        "asked": invitations.rows(connection, table_id),
    }
