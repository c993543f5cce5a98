"""The start of a game from its lobby. Tables `card_table`, `seat_driver`, `holding`."""

from collections.abc import Mapping
from dataclasses import replace

from data.core.connection import Connection
from data.core.timestamps import Millis, optional_ms
from data.members import invitations
from data.models.consent import is_unanimous, unconfirmed
from data.models.tables import Changed, NotChanged, Player, TableRow
from data.tables import hand_holders, lobbies, open_hands, shuffle_contributions
from data.tables.lobby_opening import NOBODY
from data.tables.seats import assign_by_own_interaction
from data.tables.shuffle_contributions import Mix, Starter


def fill(
    connection: Connection,
    now: Millis,
    table_id: int,
    computers: Mapping[int, Player],
    revision: int | None,
) -> Changed | NotChanged:
    """Seat computer players.

    `computers` has a player for each open seat, and for each seat whose member has not confirmed
    the terms. If it has other seats, nothing changes, and the result says that the lobby is stale.
    """
    table = lobbies.find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    free = {row.seat for row in table.seats if row.player is None} | unconfirmed(table)
    if computers.keys() != free:
        return NotChanged("stale")
    for seat, player in computers.items():
        assign_by_own_interaction(connection, table_id, table.guild_id, seat, player)
    return lobbies.bump_revision(connection, now, table_id)


def start(  # noqa: PLR0913 - two facts that a caller decides on together would not be fewer
    connection: Connection,
    now: Millis,
    table_id: int,
    *,
    mix: Mix,
    deadline: float | None,
    starter: Starter | None = None,
    rules_version: int | None = None,
    revision: int | None = None,
    computers: Mapping[int, Player] = NOBODY,
) -> Changed | NotChanged:
    """Start the game with the seed that `mix` computes. Only one call succeeds.

    The commitment is still the one that the lobby showed. If two members start at once, the second
    result is "started".

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        table_id: The table.
        mix: Computes the seed from the table as it will be played, and from all contributions. The
            last contribution is that of the start.
        deadline: Deadline of the first decision, in seconds since 1970.
        starter: The member who starts, and the id of that interaction.
        rules_version: The rules for the whole game. None for those with which the lobby was opened.
        revision: Start only if the lobby has not changed since this revision.
        computers: Computer players to seat first, by seat: on all open seats, and in place of all
            members who have not confirmed the terms. Otherwise the game does not start.
    """
    if computers:
        filled = fill(connection, now, table_id, computers, revision)
        table = filled.table if isinstance(filled, Changed) else filled
    else:
        table = lobbies.find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    if table.open_seat_count:
        return NotChanged("too_few")
    if unconfirmed(table):
        return NotChanged("unconfirmed")
    table = replace(table, rules_version=rules_version or table.rules_version)
    _deal(connection, table, mix, starter, deadline)
    open_hands.delete_all(connection, table_id)
    invitations.delete_all(connection, table_id)
    hand_holders.begin_all(connection, table)
    return lobbies.bump_revision(connection, now, table_id)


def _deal(
    connection: Connection,
    table: TableRow,
    mix: Mix,
    starter: Starter | None,
    deadline: float | None,
) -> None:
    """Save the seed, the contributions and the terms of the game."""
    # The seed is mixed from the table as it will be played. Before this, nobody can read it from
    # the database. After this, no contribution can change.
    presses = shuffle_contributions.contributions_until_start(connection, table, starter)
    connection.execute(
        """UPDATE card_table SET status = 'playing', seed = :seed, deadline = :deadline,
               presses = :presses, open_hands = :open_hands, rules_version = :rules_version
           WHERE id = :id""",
        {
            "id": table.id,
            "seed": mix(table, presses),
            "presses": shuffle_contributions.encode(presses),
            "deadline": optional_ms(deadline),
            "open_hands": is_unanimous("hands", table, table.agreed),
            "rules_version": table.rules_version,
        },
    )
