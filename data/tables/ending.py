"""Games that end without a result."""

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import pauses
from data.members import plans, spectators, table_notes
from data.messages import delivery
from data.models.deadlines import PauseOutcome, PauseReason
from data.models.tables import InterventionRow
from data.tables import hand_holders, interventions
from data.tables.table import get_known


def void(connection: Connection, now: Millis, table_id: int) -> bool:
    """End a game without a result. Return False if it was not in play."""
    # Comes first, because it requires that the game is being played.
    delivery.mark_board_stale(connection, table_id)
    hand_holders.delete_all(connection, table_id)
    ended = connection.execute(
        """UPDATE card_table SET status = 'closed', deadline = NULL, updated = ?,
           revision = revision + 1,
           lobby_due = CASE WHEN lobby_message_id IS NULL THEN lobby_due ELSE 1 END
           WHERE id = ? AND status = 'playing'""",
        (now, table_id),
    ).rowcount
    connection.execute("DELETE FROM wait WHERE table_id = ?", (table_id,))
    connection.execute("DELETE FROM hold WHERE table_id = ?", (table_id,))
    plans.delete_for_table(connection, table_id)
    table_notes.delete_for_table(connection, table_id)
    spectators.delete_spectators(connection, table_id)
    return ended == 1


def is_abandoned(connection: Connection, table_id: int, reason: PauseReason) -> bool:
    """Whether a game ends together with a pause of that reason.

    The game does not end if a member plays in it after all.
    """
    if reason == "nobody":
        return not get_known(connection, table_id).is_attended
    return reason not in pauses.COUNTED


def abandon(connection: Connection, now: Millis, table_id: int, reason: PauseReason) -> bool:
    """End a game after a pause for a channel, guild or members, and record that."""
    ended = void(connection, now, table_id)
    if ended:
        table = get_known(connection, table_id)
        kind = "solo" if reason == "nobody" and table.is_solo else reason
        act = InterventionRow(table.seq, f"waited_{kind}", "table", None)
        interventions.add(connection, table_id, act)
    return ended


def end_solo(connection: Connection, now: Millis, table_id: int, seq: int) -> bool:
    """End a solo game that is still at entry `seq`, and record that.

    Return False, and change nothing, if there was a move, or if another member has a seat.
    """
    pauses.lock_table(connection, table_id)
    table = get_known(connection, table_id)
    return table.seq == seq and table.is_solo and abandon(connection, now, table_id, "nobody")


def over(
    connection: Connection, now: Millis, table_id: int, seat: int, reason: PauseReason
) -> PauseOutcome | None:
    """End a pause whose time is over: the clock continues, or the game ends.

    Returns None, and changes nothing, if the pause is not over.
    """
    if not pauses.has_ended(connection, now, table_id, seat, reason):
        return None
    if is_abandoned(connection, table_id, reason):
        is_solo = reason == "nobody" and get_known(connection, table_id).is_solo
        # For several members the limit is a month, even if some are on holiday.
        if is_solo and pauses.extend_for_holiday(connection, now, table_id):
            return None
        return "given up" if abandon(connection, now, table_id, reason) else None
    pauses.end(connection, now, table_id, seat, reason)
    return "runs on"


def end_without_members(connection: Connection, now: Millis, table_id: int, seq: int) -> None:
    """End a game that its last member has left, and record that."""
    interventions.add(connection, table_id, InterventionRow(seq, "desert", "table", None))
    void(connection, now, table_id)
