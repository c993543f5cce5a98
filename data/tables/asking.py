"""Asking a member by name to join a lobby, and the member's answer. Tables `asked`, `preference`.

The rows are in `data.members.invitations`. Joining is in `data.tables.lobbies`.
"""

from typing import Final

from data.core.connection import Connection, storable_text
from data.core.timestamps import Millis, to_seconds
from data.members import invitations, lookup
from data.members.preferences import invited_by
from data.models.invitations import MOST_ASKED, Invitation, invitation_of
from data.models.tables import Changed, NotChanged, RefusalReason, TableRow
from data.tables import lobbies

DAY: Final = 24 * 3600 * 1000
"""Milliseconds of a day in UTC."""


def ask(
    connection: Connection,
    now: Millis,
    table_id: int,
    by_user: int,
    friend: int,
    name: str,
) -> Changed | NotChanged:
    """Ask a member to join a lobby, and keep a seat for them.

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        table_id: The lobby.
        by_user: Discord id of the inviter, who must sit there or be the host.
        friend: Discord id of the member to ask.
        name: That member's display name.
    """
    table = lobbies.find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    inviter = lookup.member_number(connection, table.guild_id, by_user)
    reason = _refusal(connection, table, by_user, friend)
    if inviter is None or reason is not None:
        return NotChanged(reason or "not_seated")
    replaced = _replaced_invitations(now, table, by_user)
    if replaced is None:
        return NotChanged("asked_all")
    if not _count_question(connection, now, by_user):
        return NotChanged("asked_too_often")
    asked = _number_of_asked(connection, table.guild_id, friend, name)
    invitations.withdraw(connection, table_id, replaced)
    invitations.add(connection, now, table_id, (asked, inviter))
    return lobbies.bump_revision(connection, now, table_id)


def _refusal(
    connection: Connection, table: TableRow, by_user: int, friend: int
) -> RefusalReason | None:
    """Return why a member may not ask another one to this lobby; None if they may."""
    if table.host_id != by_user and not any(seat.is_of(by_user) for seat in table.seats):
        return "not_seated"
    if any(seat.is_of(friend) for seat in table.seats):
        return "asked_seated"
    if invited_by(connection, friend) == "nobody":
        return "asked_by_nobody"
    before = invitation_of(table.asked, friend)
    if before is not None and before.answer != "yes":
        return "asked_declined" if before.answer else "asked_before"
    return None


def _replaced_invitations(
    now: Millis, table: TableRow, by_user: int
) -> tuple[Invitation, ...] | None:
    """Return the invitations that a new one replaces; None if no seat can be kept for it.

    If all open seats are kept, the host's invitation replaces a guest's newest one. Otherwise a
    guest could keep all seats from the host's friends.
    """
    kept = table.kept_invitations(to_seconds(now))
    if len(kept) < table.open_seat_count:
        return ()
    of_guests = tuple(one for one in kept if one.by_user != table.host_id)
    may_replace = by_user == table.host_id and table.open_seat_count and of_guests
    return of_guests[-1:] if may_replace else None


def refusal_to_ask(
    connection: Connection, by_user: int, friend: int, now: float
) -> RefusalReason | None:
    """Return why a member may not ask another one to any lobby at a time; None if they may."""
    if invited_by(connection, friend) == "nobody":
        return "asked_by_nobody"
    row = connection.execute(
        "SELECT asks FROM preference WHERE user_id = ? AND asks_day = ?",
        (by_user, _day(Millis(round(now * 1000)))),
    ).fetchone()
    return "asked_too_often" if row is not None and row["asks"] >= MOST_ASKED else None


def _count_question(connection: Connection, now: Millis, user_id: int) -> bool:
    """Count one more invitation of a member today. Return False if there were too many."""
    # One statement: processes of two servers could otherwise both count the tenth.
    counted = connection.execute(
        """INSERT INTO preference (user_id, zone, way, asks_day, asks)
           VALUES (:user, 'UTC', 'thread', :day, 1)
           ON CONFLICT (user_id) DO UPDATE SET asks_day = excluded.asks_day, asks = CASE
               WHEN preference.asks_day = excluded.asks_day THEN preference.asks + 1 ELSE 1 END
           WHERE preference.asks_day <> excluded.asks_day OR preference.asks < :most""",
        {"user": user_id, "day": _day(now), "most": MOST_ASKED},
    )
    return counted.rowcount > 0


def _day(now: Millis) -> int:
    return now // DAY


def _number_of_asked(connection: Connection, guild_id: int, user_id: int, name: str) -> int:
    """Return the row id of a member who is asked. A member who never played here gets a row."""
    known = lookup.member_number(connection, guild_id, user_id)
    if known is not None:
        return known
    row = connection.execute(
        "INSERT INTO player (guild_id, user_id, name) VALUES (?, ?, ?) RETURNING id",
        (guild_id, user_id, storable_text(name)),
    ).fetchone()
    return int(row["id"])


def decline(
    connection: Connection, now: Millis, table_id: int, user_id: int
) -> Changed | NotChanged:
    """Record that an asked member does not join this time. Repeating that is no error."""
    table = lobbies.find_lobby(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    asked = invitation_of(table.asked, user_id)
    if asked is None or any(seat.is_of(user_id) for seat in table.seats):
        return NotChanged("not_asked")
    if asked.answer == "no":
        return Changed(table)
    invitations.answer(connection, table_id, user_id, "no")
    return lobbies.bump_revision(connection, now, table_id)
