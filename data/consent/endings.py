"""Games that end without a result."""

from collections.abc import Sequence

from data.consent import interventions
from data.consent.interventions import InterventionRow
from data.file.clock import Millis
from data.game import holdings, posts
from data.game.rows import SeatRow
from data.game.tables import sure
from data.people import memos, plans
from data.sql.connection import Connection
from data.time import holds
from data.time.rows import HoldEnd, HoldReason


def void(connection: Connection, now: Millis, table_id: int) -> bool:
    """End a game without a result. Returns False if it was not being played."""
    # Comes first, because it requires that the game is being played.
    posts.leave_board(connection, table_id)
    holdings.clear(connection, table_id)
    ended = connection.execute(
        """UPDATE card_table SET status = 'closed', deadline = NULL, updated = ?,
           revision = revision + 1,
           lobby_due = CASE WHEN lobby_message_id IS NULL THEN lobby_due ELSE 1 END
           WHERE id = ? AND status = 'playing'""",
        (now, table_id),
    ).rowcount
    connection.execute("DELETE FROM wait WHERE table_id = ?", (table_id,))
    connection.execute("DELETE FROM hold WHERE table_id = ?", (table_id,))
    plans.over(connection, table_id)
    memos.over(connection, table_id)
    return ended == 1


def is_given_up(connection: Connection, table_id: int, reason: HoldReason) -> bool:
    """Whether a game ends when a pause of that reason is over.

    Not if a member plays it after all.
    """
    if reason == "nobody":
        return not sure(connection, table_id).is_attended
    return reason not in holds.COUNTED


def give_up(connection: Connection, now: Millis, table_id: int, reason: HoldReason) -> bool:
    """End a game whose pause for a channel, guild or members is over, and record that."""
    ended = void(connection, now, table_id)
    if ended:
        seq = sure(connection, table_id).seq
        act = InterventionRow(seq, f"waited_{reason}", "table", None)
        interventions.note(connection, table_id, act)
    return ended


def over(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: HoldReason
) -> HoldEnd | None:
    """End a pause whose time is over: the clock runs on, or the game is given up.

    Returns None, and changes nothing, where the pause goes on.
    """
    if not holds.is_over(connection, now, table_id, seat, reason):
        return None
    if is_given_up(connection, table_id, reason):
        return "given up" if give_up(connection, now, table_id, reason) else None
    holds.release(connection, now, table_id, seat, reason)
    return "runs on"


def is_deserted(seats: Sequence[SeatRow]) -> bool:
    """Whether no seat belongs to a member any more."""
    return not any(row.driver and row.driver.user_id is not None for row in seats)


def desert(connection: Connection, now: Millis, table_id: int, seq: int) -> None:
    """End a game that its last member has left, and record that."""
    interventions.note(connection, table_id, InterventionRow(seq, "desert", "table", None))
    void(connection, now, table_id)
