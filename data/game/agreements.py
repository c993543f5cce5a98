"""Who of a lobby agrees that the replay will show all hands once the game is over.

Hands are shown only where every member who sits at the start has said so; what a table agreed
on then holds for good.
"""

from collections.abc import Sequence

from data.game.rows import SeatRow
from data.sql.connection import Connection


def note(connection: Connection, guild_id: int, table_id: int, user_id: int) -> None:
    """Note a member's yes, which they have not said yet."""
    connection.execute(
        """INSERT INTO agreement (table_id, player_id)
           SELECT :table, id FROM player WHERE guild_id = :guild AND user_id = :user""",
        {"guild": guild_id, "table": table_id, "user": user_id},
    )


def take_back(connection: Connection, guild_id: int, table_id: int, user_id: int) -> None:
    """Forget a member's yes."""
    connection.execute(
        """DELETE FROM agreement WHERE table_id = :table AND player_id IN (
               SELECT id FROM player WHERE guild_id = :guild AND user_id = :user)""",
        {"guild": guild_id, "table": table_id, "user": user_id},
    )


def of(connection: Connection, table_id: int) -> frozenset[int]:
    """The Discord ids of all who have said yes, whether they sit there now or not."""
    rows = connection.execute(
        """SELECT p.user_id FROM agreement AS a JOIN player AS p ON p.id = a.player_id
           WHERE a.table_id = ? AND p.user_id IS NOT NULL""",
        (table_id,),
    )
    return frozenset(row["user_id"] for row in rows)


def settle(connection: Connection, table_id: int) -> None:
    """Forget who said what: the lobby is over."""
    connection.execute("DELETE FROM agreement WHERE table_id = ?", (table_id,))


def unanimous(seats: Sequence[SeatRow], agreed: frozenset[int]) -> bool:
    """Whether every member who sits has said yes, and at least one does."""
    people = {seat.driver.user_id for seat in seats if seat.driver and seat.driver.kind == "member"}
    return bool(people) and people <= agreed
