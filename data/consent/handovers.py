"""Seats that change hands during a game. Table `seat_driver`."""

from data.consent import endings
from data.file.clock import Millis
from data.game import holdings, messages, posts, vote_rows
from data.game.lobbies import touched
from data.game.posts import ASK, Draft
from data.game.rows import Changed, Driver, NotChanged, Status, TableRow
from data.game.seats import hand_over, is_seated, member_at
from data.game.tables import find, sure
from data.people import plans
from data.sql.connection import Connection
from data.time import holds, waits
from data.time.rows import WHOLE_TABLE


def change_driver(
    connection: Connection,
    now: Millis,
    table_id: int,
    seat: int,
    driver: Driver,
    *,
    from_seq: int,
    opens: bool = False,
) -> Changed | NotChanged:
    """Hand a seat over during play: entries after `from_seq` are the new player's.

    A game that no member owns a seat in ends without a result. `opens` is as in `seats.hand_over`.
    """
    table = _playing(connection, table_id)
    if isinstance(table, NotChanged):
        return table
    if seat not in range(len(table.seats)):
        return NotChanged("not_seated")
    if is_seated([row for row in table.seats if row.seat != seat], driver):
        return NotChanged("seated")
    if from_seq > table.seq or _moved_since(connection, table_id, seat, from_seq):
        return NotChanged("stale")
    at = (table_id, table.guild_id, seat, driver, from_seq)
    if not hand_over(connection, *at, opens=opens):
        return NotChanged("stale")  # the member whose seat it stays was erased meanwhile
    _settle_with(connection, now, table, seat)
    waits.ask_anew(connection, now, table_id, seat)
    holdings.hold(connection, table, seat, driver)
    return _after(connection, now, table_id)


def _playing(connection: Connection, table_id: int) -> TableRow | NotChanged:
    table = find(connection, table_id)
    if table is None:
        return NotChanged("gone")
    if table.status is not Status.PLAYING:
        return NotChanged("stale" if table.status is Status.LOBBY else "closed")
    return table


def _settle_with(connection: Connection, now: Millis, table: TableRow, seat: int) -> None:
    """Delete plan and pause of the seat's previous member, and ask the new one in open votes."""
    before, new = member_at(table, seat), member_at(sure(connection, table.id), seat)
    if before == new:
        return
    if before is not None:
        plans.drop(connection, table.id, before)
        holds.release(connection, now, table.id, seat, "member")
    if new is not None:
        _ask_too(connection, now, table, seat)


def _ask_too(connection: Connection, now: Millis, table: TableRow, seat: int) -> None:
    """Ask a member who got a seat in the open votes. Unasked, their silence must not mean yes."""
    home = table.thread_id or table.channel_id
    for vote in vote_rows.open_votes(connection, table.id):
        if vote.kind == "end":  # its message may be pending, and mention the previous member
            vote_rows.asked_anew(connection, now, vote)
            call = Draft(table.id, f"{ASK}{vote.number}.{seat}", home, tried=False)
            posts.begin_anew(connection, now, call)


def _after(connection: Connection, now: Millis, table_id: int) -> Changed:
    """Return the table after a change. The game ends if its last member has left.

    If a member is back, the pause "nobody" ends in the same transaction. Otherwise a process that
    is killed right then would leave a game that ends after a month.
    """
    after = touched(connection, now, table_id, in_lobby=False).table
    if endings.is_deserted(after.seats):
        endings.desert(connection, now, table_id, after.seq)
        return Changed(sure(connection, table_id))
    if after.is_attended:
        holds.release(connection, now, table_id, WHOLE_TABLE, "nobody")
    messages.unpaint(connection, table_id)
    return Changed(sure(connection, table_id))


def _moved_since(connection: Connection, table_id: int, seat: int, from_seq: int) -> bool:
    """Whether the previous player has moved, or another one has taken over, after that entry."""
    row = connection.execute(
        """SELECT EXISTS (SELECT 1 FROM entry WHERE table_id = :t AND seat = :s AND seq > :from)
           OR EXISTS (SELECT 1 FROM seat_driver
                      WHERE table_id = :t AND seat = :s AND from_seq > :from)""",
        {"t": table_id, "s": seat, "from": from_seq},
    ).fetchone()
    return bool(row[0])
