"""The places of somebody who is forgotten: seats in lobbies and games, and lobbies they host.

A copy lets go of an id and a name alone: it knows nobody who could play on. So where one is
restored they are back as nobody, and their places are left then.
"""

from collections.abc import Callable
from typing import Final

from data.consent import handovers
from data.file.clock import Millis
from data.game import lobbies
from data.game.rows import Driver, Status
from data.game.tables import sure
from data.people.rows import Left
from data.sql.connection import Connection
from data.time import holds

StandIn = Callable[[tuple[str, ...]], Driver]

SEATED: Final = """
    SELECT DISTINCT d.table_id FROM player AS p JOIN seat_driver AS d ON d.player_id = p.id
    JOIN card_table AS t ON t.id = d.table_id
    WHERE t.status IN ('lobby', 'playing') AND """
OF_A_MEMBER: Final = SEATED + "p.user_id = :user"
OF_NOBODY: Final = SEATED + "p.user_id IS NULL"
HOSTED: Final = "SELECT id FROM card_table WHERE host_id = :user AND status = 'lobby'"
NOBODY: Final = 0
"""The host of a lobby who was forgotten."""


def leave(connection: Connection, now: Millis, user_id: int | None, stand_in: StandIn) -> Left:
    """Open their seats to others, and close their lobbies; the tables that have changed.

    None for those who were forgotten before.
    """
    facts = {"user": user_id or NOBODY}
    where = OF_NOBODY if user_id is None else OF_A_MEMBER
    seated = [row[0] for row in connection.execute(where, facts).fetchall()]
    left = {at: _stand_up(connection, now, at, user_id, stand_in) for at in seated}
    hosted = [row[0] for row in connection.execute(HOSTED, facts).fetchall()]
    for table_id in hosted:
        lobbies.close_lobby(connection, now, table_id)  # nobody else could begin there
    changed = {at: seats for at, seats in left.items() if seats}
    return dict.fromkeys(hosted, ()) | changed


def _stand_up(
    connection: Connection, now: Millis, table_id: int, user_id: int | None, stand_in: StandIn
) -> tuple[int, ...]:
    """Free a lobby's seat, or give a game's to a computer; their seats, if they sit there now."""
    table = sure(connection, table_id)
    mine = [row.seat for row in table.seats if row.driver and _is_theirs(row.driver, user_id)]
    for seat in mine:
        if table.status is Status.LOBBY:
            lobbies.stand(connection, now, table_id, seat)
        else:
            driver = stand_in(tuple(row.driver.name for row in table.seats if row.driver))
            handovers.change_driver(connection, now, table_id, seat, driver, from_seq=table.seq)
            holds.release(connection, now, table_id, seat, "member")
    return tuple(mine)


def _is_theirs(driver: Driver, user_id: int | None) -> bool:
    """Whether they drive a seat, or a computer does for them; its own name a computer has alone."""
    if user_id is not None:
        return driver.user_id == user_id
    return driver.user_id is None and (driver.kind == "member" or not driver.name)
