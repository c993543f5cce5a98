"""Vacates the seats of an erased member in games and lobbies, and closes lobbies they host.

A backup erases only id and name, because it cannot choose a computer player. If the backup is
restored, those seats belong to nobody. They are then vacated at the start.
"""

from collections.abc import Callable
from typing import Final

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import pauses
from data.members import invitations
from data.models.members import VacatedTables
from data.models.tables import Player, TableStatus
from data.tables import handover, lobbies
from data.tables.table import get_known

StandIn = Callable[[tuple[str, ...]], Player]

SEATED: Final = """
    SELECT DISTINCT d.table_id FROM player AS p JOIN seat_driver AS d ON d.player_id = p.id
    JOIN card_table AS t ON t.id = d.table_id
    WHERE t.status IN ('lobby', 'playing') AND """
OF_A_MEMBER: Final = SEATED + "p.user_id = :user"
OF_NOBODY: Final = SEATED + "p.user_id IS NULL"
HOSTED: Final = "SELECT id FROM card_table WHERE host_id = :user AND status = 'lobby'"
NOBODY: Final = 0
"""Host id of a lobby whose host was erased."""


def vacate_seats(
    connection: Connection, now: Millis, user_id: int | None, stand_in: StandIn
) -> VacatedTables:
    """Vacate a member's seats and close their lobbies. Returns the tables that changed.

    `user_id` is None for members who were erased before.
    """
    facts = {"user": user_id or NOBODY}
    where = OF_NOBODY if user_id is None else OF_A_MEMBER
    seated = [row[0] for row in connection.execute(where, facts).fetchall()]
    left = {at: _stand_up(connection, now, at, user_id, stand_in) for at in seated}
    hosted = [row[0] for row in connection.execute(HOSTED, facts).fetchall()]
    for table_id in hosted:
        lobbies.close(connection, now, table_id)  # Only the host could start that game.
    # Their messages name the member, whose invitations are about to be deleted.
    naming = [] if user_id is None else invitations.lobbies_naming(connection, user_id)
    for table_id in naming:
        lobbies.bump_revision(connection, now, table_id)
    changed = {at: seats for at, seats in left.items() if seats}
    return dict.fromkeys((*hosted, *naming), ()) | changed


def _stand_up(
    connection: Connection, now: Millis, table_id: int, user_id: int | None, stand_in: StandIn
) -> tuple[int, ...]:
    """Empty a lobby's seat, or give a game's seat to a computer player.

    Returns the member's seats.
    """
    table = get_known(connection, table_id)
    mine = [row.seat for row in table.seats if row.player and _is_theirs(row.player, user_id)]
    for seat in mine:
        if table.status is TableStatus.LOBBY:
            lobbies.vacate(connection, now, table_id, seat)
        else:
            player = stand_in(tuple(row.player.name for row in table.seats if row.player))
            handover.replace_player(connection, now, table_id, seat, player, from_seq=table.seq)
            pauses.end(connection, now, table_id, seat, "member")
    return tuple(mine)


def _is_theirs(player: Player, user_id: int | None) -> bool:
    """Return whether a member owns a seat, even if a substitute plays it.

    Without an id, return whether an erased member owns it. Such a seat has neither id nor name, but
    a computer player that is not a substitute has a name.
    """
    if user_id is not None:
        return player.user_id == user_id
    return player.user_id is None and (player.kind == "member" or not player.name)
