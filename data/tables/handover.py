"""Seats that change their player during a game. Table `seat_driver`."""

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import open_decisions, pauses
from data.members import plans
from data.messages import delivery, table_messages
from data.models.consent import CONSENT
from data.models.deadlines import WHOLE_TABLE
from data.models.tables import Changed, NotChanged, Player, TableRow, TableStatus
from data.tables import ending, hand_holders
from data.tables.lobbies import bump_revision
from data.tables.seats import hand_over_seat, is_seated
from data.tables.table import find, get_known
from data.votes import queries


def replace_player(
    connection: Connection,
    now: Millis,
    table_id: int,
    seat: int,
    player: Player,
    *,
    from_seq: int,
    opens: bool = False,
) -> Changed | NotChanged:
    """Give a seat to another player during a game. The player makes the entries after `from_seq`.

    If no member owns a seat now, the game ends without a result. `opens` is as in
    `seats.hand_over_seat`.
    """
    table = _playing(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if seat not in range(len(table.seats)):
        return NotChanged("not_seated")
    if is_seated([row for row in table.seats if row.seat != seat], player):
        return NotChanged("seated")
    if from_seq > table.seq or _moved_since(connection, table_id, seat, from_seq):
        return NotChanged("stale")
    at = (table_id, table.guild_id, seat, player, from_seq)
    if not hand_over_seat(connection, *at, opens=opens):
        return NotChanged("stale")  # Its owner was erased meanwhile.
    _settle_with(connection, now, table, seat)
    open_decisions.reset_times(connection, now, table_id, seat)
    hand_holders.record_holder(connection, table, seat, player)
    return _after(connection, now, table_id)


def _playing(connection: Connection, table_id: int) -> TableRow | NotChanged:
    table = find(connection, table_id)
    if table is None:
        return NotChanged("gone")
    if table.status is not TableStatus.PLAYING:
        return NotChanged("stale" if table.status is TableStatus.LOBBY else "closed")
    return table


def _settle_with(connection: Connection, now: Millis, table: TableRow, seat: int) -> None:
    """Delete plan and pause of the seat's previous member, and ask a new owner in open votes."""
    after = get_known(connection, table.id)
    before, new = table.seats[seat].player, after.seats[seat].player
    user_id = before.user_id if before is not None else None
    if user_id is not None and user_id != (new and new.user_id):
        plans.delete(connection, table.id, user_id)
        pauses.end(connection, now, table.id, seat, "member")
    if after.owner_at(seat) not in {None, table.owner_at(seat)}:
        _ask_too(connection, now, table, seat)


def _ask_too(connection: Connection, now: Millis, table: TableRow, seat: int) -> None:
    """Ask a seat's new owner in the open votes.

    If the owner was not asked before, the owner's silence must not mean yes.
    """
    for vote in queries.open_votes(connection, table.id):
        # Its message may be pending, and mention the previous member.
        if CONSENT[vote.kind].silence:
            queries.restart_clock(connection, now, vote)
            delivery.recreate_vote_call(connection, now, table, vote, seat)


def _after(connection: Connection, now: Millis, table_id: int) -> Changed:
    """Return the table after a change. End the game if its last member has left.

    If a member is back, the pause "nobody" ends in the same transaction. Otherwise a kill at that
    moment would leave the pause, which ends the game after a month.
    """
    after = bump_revision(connection, now, table_id, in_lobby=False).table
    if after.has_no_members():
        ending.end_without_members(connection, now, table_id, after.seq)
        return Changed(get_known(connection, table_id))
    if after.is_attended:
        pauses.end(connection, now, table_id, WHOLE_TABLE, "nobody")
    table_messages.mark_outdated(connection, table_id)
    return Changed(get_known(connection, table_id))


def _moved_since(connection: Connection, table_id: int, seat: int, from_seq: int) -> bool:
    """Return whether the previous player has moved after that entry, or was replaced."""
    row = connection.execute(
        """SELECT EXISTS (SELECT 1 FROM entry WHERE table_id = :t AND seat = :s AND seq > :from)
           OR EXISTS (SELECT 1 FROM seat_driver
                      WHERE table_id = :t AND seat = :s AND from_seq > :from)""",
        {"t": table_id, "s": seat, "from": from_seq},
    ).fetchone()
    return bool(row[0])
