"""Changes of a lobby: a table before its first card. Table `card_table`.

Functions return `Changed` or `NotChanged`, and increase `revision` with each change. A change of
the whole table passes the revision that its author saw. If that is stale, the change is refused.
`lobby_opening` opens a lobby, and `lobby_start` starts its game.
"""

from collections.abc import Callable, Mapping, Sequence

from data.core.connection import Connection
from data.core.timestamps import Millis, to_seconds
from data.members import invitations
from data.models.tables import Changed, NotChanged, Option, Player, TableRow, TableStatus
from data.tables import open_hands, shuffle_contributions
from data.tables.search import tables_of_member
from data.tables.seats import assign_all, assign_by_own_interaction, is_seated, members
from data.tables.table import find, get_known, pack_options


def seat_player(
    connection: Connection,
    now: Millis,
    table_id: int,
    player: Player,
    seat: int | None = None,
    *,
    press: int | None = None,
    seen: int = 0,
    may_sit: Callable[[int], None] | None = None,
) -> Changed | NotChanged:
    """Seat a player on `seat`, or on the first free one. A member sits once at a table.

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        table_id: The table.
        player: The player.
        seat: The seat. None means the first free one.
        press: The id of the member's interaction, which contributes to the seed.
        seen: The revision of the lobby that the member saw, and whose terms they accept.
        may_sit: Receives the number of tables of the guild at which the player sits. If it raises,
            the player is not seated.
    """
    if may_sit is not None and player.user_id is not None:
        at = find(connection, table_id)
        if at is not None:
            may_sit(len(tables_of_member(connection, at.guild_id, player.user_id)))
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if is_seated(table.seats, player):
        return NotChanged("seated")
    free = _free_seat(connection, table, player, seat, now)
    if isinstance(free, NotChanged):
        return free
    if player.user_id is not None:
        invitations.answer(connection, table_id, player.user_id, "yes")
    assign_by_own_interaction(connection, table_id, table.guild_id, free, player)
    if press is not None:
        shuffle_contributions.add_contribution(connection, table, player, press, seen)
    return bump_revision(connection, now, table_id)


def seat_computer(
    connection: Connection, now: Millis, table_id: int, player: Player, *, takes_kept: bool
) -> Changed | NotChanged:
    """Seat a computer player on the first free seat.

    Only with `takes_kept` may it take a seat that is kept for an asked member.
    """
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if not takes_kept and table.keeps_all_open_seats(to_seconds(now)):
        return NotChanged("kept")
    return seat_player(connection, now, table_id, player)


def _free_seat(
    connection: Connection, table: TableRow, player: Player, seat: int | None, now: Millis
) -> int | NotChanged:
    """Return `seat` or the first free seat, or the reason why the player gets no seat."""
    free = [row.seat for row in table.seats if row.player is None and seat in (None, row.seat)]
    if not free:
        return NotChanged("stale" if seat is not None and seat >= len(table.seats) else "full")
    if player.user_id is not None and _is_kept_from(connection, table, player.user_id, now):
        return NotChanged("kept")
    return free[0]


def _is_kept_from(connection: Connection, table: TableRow, user_id: int, now: Millis) -> bool:
    """Return whether all open seats are kept for others. In a rematch, old players may sit down."""
    at = to_seconds(now)
    is_asked = any(one.user_id == user_id for one in table.kept_invitations(at))
    if is_asked or not table.keeps_all_open_seats(at):
        return False
    before = find(connection, table.rematch_of) if table.rematch_of else None
    return before is None or not any(seat.is_of(user_id) for seat in before.seats)


def leave(connection: Connection, now: Millis, table_id: int, user_id: int) -> Changed | NotChanged:
    """Vacate the seat of a member in a lobby, whichever it is by now."""
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    own = next((row.seat for row in table.seats if row.is_of(user_id)), -1)  # No seat.
    return vacate(connection, now, table_id, own)


def vacate(
    connection: Connection, now: Millis, table_id: int, seat: int, revision: int | None = None
) -> Changed | NotChanged:
    """Vacate a seat of a lobby. If `revision` is given, the lobby must not have changed since."""
    table = find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    player = next((row.player for row in table.seats if row.seat == seat), None)
    if player is None:
        return NotChanged("not_seated")
    if player.user_id is not None:  # Whoever joins again is asked again.
        open_hands.remove(connection, table.guild_id, table_id, player.user_id)
    assign_by_own_interaction(connection, table_id, table.guild_id, seat, None)
    invitations.withdraw_of_leavers(connection, get_known(connection, table_id))
    return bump_revision(connection, now, table_id)


def resize(
    connection: Connection, now: Millis, table_id: int, seat_count: int, revision: int
) -> Changed | NotChanged:
    """Add or remove empty seats, the last ones first.

    Occupied seats are never removed, nor seats that are kept for asked members.
    """
    table = find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    players = [row.player for row in table.seats] + [None] * seat_count
    while len(players) > seat_count and None in players:
        last_empty = max(seat for seat, player in enumerate(players) if player is None)
        del players[last_empty]
    if len(players) > seat_count:
        return NotChanged("too_many")
    if players.count(None) < table.kept_seat_count(to_seconds(now)):
        return NotChanged("kept")
    assign_all(connection, table_id, table.guild_id, players)
    return bump_revision(connection, now, table_id)


def set_options(
    connection: Connection,
    now: Millis,
    table_id: int,
    options: Mapping[str, Option],
    revision: int,
) -> Changed | NotChanged:
    """Replace the options of a lobby."""
    table = find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    return _change_terms(connection, now, table, "options", pack_options(options))


def set_pace(
    connection: Connection, now: Millis, table_id: int, pace: str, revision: int
) -> Changed | NotChanged:
    """Replace the pace of a lobby."""
    table = find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    return _change_terms(connection, now, table, "pace", pace)


def _change_terms(
    connection: Connection, now: Millis, table: TableRow, column: str, new: str
) -> Changed:
    """Change a column of a lobby's terms. Members who have joined must confirm a real change."""
    connection.execute(
        f"""UPDATE card_table SET {column} = :new, terms_revision = CASE WHEN {column} = :new
            THEN terms_revision ELSE revision + 1 END WHERE id = :id""",  # noqa: S608 - ours
        {"new": new, "id": table.id},
    )
    return bump_revision(connection, now, table.id)


def confirm_terms(
    connection: Connection, now: Millis, table_id: int, user_id: int, revision: int
) -> Changed | NotChanged:
    """Record that a seated member accepts the terms of a revision.

    Stale if the terms have changed since.
    """
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if user_id not in members(row.player for row in table.seats):
        return NotChanged("not_seated")
    if revision < table.terms_revision:
        return NotChanged("stale")
    shuffle_contributions.accept(connection, table, user_id, revision)
    return bump_revision(connection, now, table_id)


def set_cloth(
    connection: Connection, now: Millis, table_id: int, cloth: str, revision: int
) -> Changed | NotChanged:
    """Set the cloth of a table's pictures."""
    table = find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    connection.execute("UPDATE card_table SET cloth = ? WHERE id = ?", (cloth, table_id))
    return bump_revision(connection, now, table_id)


def set_open_hands(
    connection: Connection, now: Millis, table_id: int, user_id: int, *, wants: bool
) -> Changed | NotChanged:
    """Record whether a seated member wants all hands in the replay.

    Repeating the same answer changes nothing and is no error.
    """
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if user_id not in members(row.player for row in table.seats):
        return NotChanged("not_seated")
    if wants == (user_id in table.agreed):
        return Changed(table)
    change = open_hands.add if wants else open_hands.remove
    change(connection, table.guild_id, table_id, user_id)
    return bump_revision(connection, now, table_id)


def reseat(
    connection: Connection,
    now: Millis,
    table_id: int,
    players: Sequence[Player | None],
    revision: int,
) -> Changed | NotChanged:
    """Change the seating: one player, or None, for each seat.

    The players may not take seats that are kept for asked members.

    Raises `ValueError` for another number of seats, or one member twice.
    """
    table = find_lobby(connection, table_id, revision)
    if isinstance(table, NotChanged):
        return table
    people = members(iter(players))
    if len(players) != len(table.seats) or len(set(people)) != len(people):
        raise ValueError("reseating needs a player or None for each seat, nobody twice")
    if players.count(None) < table.kept_seat_count(to_seconds(now)):
        return NotChanged("kept")
    assign_all(connection, table_id, table.guild_id, players)
    invitations.withdraw_of_leavers(connection, get_known(connection, table_id))
    return bump_revision(connection, now, table_id)


def expire(
    connection: Connection, now: Millis, table_id: int, before: Mapping[str, float]
) -> Changed | NotChanged:
    """Cancel a lobby without a change since `before`, a time that depends on its pace."""
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if table.updated >= before[table.pace]:
        return NotChanged("stale")
    return close(connection, now, table_id, lapsed=True)


def close(
    connection: Connection, now: Millis, table_id: int, *, lapsed: bool = False
) -> Changed | NotChanged:
    """Cancel a lobby before the start. `lapsed` says that no member asked for that."""
    table = find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    connection.execute(
        "UPDATE card_table SET status = 'closed', lapsed = ? WHERE id = ?", (lapsed, table_id)
    )
    open_hands.delete_all(connection, table_id)
    invitations.delete_all(connection, table_id)
    return bump_revision(connection, now, table_id)


def bump_revision(
    connection: Connection, now: Millis, table_id: int, *, in_lobby: bool = True
) -> Changed:
    """Increment the revision, and return the table.

    With `in_lobby`, mark the lobby's message as outdated.
    """
    connection.execute(
        # A change that the lobby's message does not show must not clear an earlier mark.
        """UPDATE card_table SET revision = revision + 1, updated = ?,
           lobby_due = CASE WHEN ? = 1 THEN 1 ELSE lobby_due END WHERE id = ?""",
        (now, in_lobby, table_id),
    )
    return Changed(get_known(connection, table_id))


def find_lobby(
    connection: Connection, table_id: int, revision: int | None = None
) -> TableRow | NotChanged:
    """Return the table if it is a lobby and still in the revision that the change's author saw."""
    table = find(connection, table_id)
    if table is None:
        return NotChanged("gone")
    if table.status is TableStatus.CLOSED:
        return NotChanged("closed")
    if table.status is not TableStatus.LOBBY:
        return NotChanged("started")
    return table if revision in (None, table.revision) else NotChanged("stale")
