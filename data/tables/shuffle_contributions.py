"""Shuffle contributions: interaction ids of members, which are mixed into the seed.

Table `contribution`. A member's first join counts, and later joins do not. The number stays after
an erasure. The caller mixes the numbers.
"""

import json
from collections.abc import Callable

from data.core.connection import Connection
from data.members.identity import ensure_member_number
from data.models.tables import Player, ShuffleInputs, TableRow

Mix = Callable[[TableRow, ShuffleInputs], bytes]
"""Computes a table's seed from the table as it will be played, and the contributions."""
Starter = tuple[Player, int]
"""The member who started the game, and the id of that interaction."""


def add_contribution(
    connection: Connection, table: TableRow, player: Player, press: int, accepted: int = 0
) -> None:
    """Save a member's contribution, unless there is an earlier one.

    Also save the terms that the member accepts.

    Args:
        connection: Inside a transaction.
        table: The lobby.
        player: The member.
        press: The id of the interaction.
        accepted: The revision of the lobby that the member saw.

    Raises:
        ValueError: For a computer player.
    """
    player_id = ensure_member_number(
        connection, table.guild_id, require_member_id(player), player.name
    )
    connection.execute(
        """INSERT INTO contribution (table_id, player_id, press, accepted) VALUES (?, ?, ?, ?)
           ON CONFLICT (table_id, player_id) DO UPDATE SET accepted = excluded.accepted""",
        (table.id, player_id, press, min(accepted, table.revision)),
    )


def accept(connection: Connection, table: TableRow, user_id: int, revision: int) -> None:
    """Save that a member who has joined accepts the terms of a revision of the lobby."""
    connection.execute(
        """UPDATE contribution SET accepted = ? WHERE table_id = ? AND player_id IN (
               SELECT id FROM player WHERE guild_id = ? AND user_id = ?)""",
        (min(revision, table.revision), table.id, table.guild_id, user_id),
    )


def accepted(connection: Connection, table_id: int) -> dict[int, int]:
    """Return the revision of a lobby that each member has accepted, by Discord id."""
    rows = connection.execute(
        """SELECT p.user_id, c.accepted
           FROM contribution AS c JOIN player AS p ON p.id = c.player_id
           WHERE c.table_id = ? AND p.user_id IS NOT NULL""",
        (table_id,),
    )
    return {row["user_id"]: row["accepted"] for row in rows}


def require_member_id(player: Player) -> int:
    """Return the Discord id of a member. Raises `ValueError` for a computer player."""
    if player.user_id is None:
        raise ValueError("only a member presses")
    return player.user_id


def contributions_until_start(
    connection: Connection, table: TableRow, starter: Starter | None
) -> ShuffleInputs:
    """Return all contributions. The contribution of the start is the last one.

    If the host never joined, the start also counts for their seat.
    """
    pressed = contributions(connection, table.id)
    joined = {user: press for user, press in pressed if user is not None}
    last = 0 if starter is None else starter[1]
    if starter is not None:
        add_contribution(connection, table, *starter)
        joined.setdefault(require_member_id(starter[0]), last)
    people = (row.player.user_id if row.player else None for row in table.seats)
    return ShuffleInputs(
        joined=tuple(sorted(press for _, press in pressed)),
        seating=tuple(joined.get(user or 0, 0) for user in people),
        start=last,
    )


def encode(presses: ShuffleInputs) -> str:
    """Return contributions as text for the column `presses`."""
    return json.dumps([presses.joined, presses.seating, presses.start])


def decode(text: str) -> ShuffleInputs | None:
    """Return a table's contributions. None if the contribution of the start was not mixed in."""
    if not text:
        return None
    joined, seating, start = json.loads(text)
    return ShuffleInputs(tuple(joined), tuple(seating), start)


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


def count_unplayed_decks(connection: Connection, table_id: int) -> int:
    """Return how many other decks these players left unfinished in the week before this table.

    Somebody may have abandoned a deck because they disliked it. Lobbies that were closed after
    somebody had joined count too; open lobbies do not. Decks of erased members count as well: their
    players are unknown, and an erasure must not hide them. The week ends
    when this table ends, and begins a week before it was opened.
    """
    facts = {"table": table_id, "week": WEEK}
    number: int = connection.execute(SET_ASIDE, facts).fetchone()[0]
    return number


def contributions(connection: Connection, table_id: int) -> tuple[tuple[int | None, int], ...]:
    """Return user id and interaction of each contribution; None for an erased member's id."""
    rows = connection.execute(
        """SELECT p.user_id, c.press FROM contribution AS c JOIN player AS p ON p.id = c.player_id
           WHERE c.table_id = ? ORDER BY c.player_id""",
        (table_id,),
    )
    return tuple((row["user_id"], row["press"]) for row in rows)
