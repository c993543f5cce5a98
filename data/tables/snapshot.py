"""One query with everything that an interaction at a table needs, and the transaction of a move."""

from functools import partial

from data.core.connection import Connection, Row
from data.core.pipelining import PipelinedTransaction
from data.core.timestamps import Millis
from data.deadlines import open_decisions, pauses
from data.guilds import settings
from data.members import learning_progress, member_state
from data.messages import delivery
from data.models.messages import MessageState
from data.models.moves import DuplicateMove, MoveAppended, NewMove, StaleMove
from data.models.tables import MovePlayed, TableContext, TablePurpose, TableRow, TableSnapshot
from data.tables import move_log
from data.tables.table import find, get_known


def snapshot(connection: Connection, table_id: int, after: int = 0) -> TableSnapshot | None:
    """Return a table with its log after entry `after`; None if there is no such table."""
    table = find(connection, table_id)
    if table is None:
        return None
    entries = move_log.moves_after(connection, table_id, after) if table.seq > after else ()
    return TableSnapshot(table, entries, table_context(connection, table))


def table_context(connection: Connection, table: TableRow) -> TableContext:
    """Return everything at a table besides its log."""
    players = [seat.player for seat in table.seats]
    plays = [one.user_id for one in players if one is not None and one.user_id is not None]
    members = [*plays, *(seat.owner for seat in table.seats if seat.owner is not None)]
    is_practice = table.purpose is TablePurpose.PRACTICE
    return TableContext(
        open_decisions.open_decisions(connection, table.id),
        pauses.pauses(connection, table.id),
        open_decisions.time_used(connection, table.id),
        member_state.members_state(connection, table.id, members),
        learning_progress.coaching_row(connection, members[0]) if is_practice and members else None,
        open_decisions.tables_waiting_for_each(connection, table.guild_id, members),
    )


def snapshot_with_messages(
    connection: Connection, table_id: int, after: int = 0
) -> tuple[TableSnapshot, MessageState] | None:
    """Return a table like `snapshot`, and the state of its messages."""
    found = snapshot(connection, table_id, after)
    if found is None:
        return None
    return found, MessageState(
        settings.settings(connection, found.table.guild_id),
        delivery.pending_messages(connection, table_id),
        delivery.stale_messages(connection, table_id),
        delivery.announcements(connection, table_id),
    )


def append_and_read(
    connection: Connection, now: Millis, move: NewMove
) -> MovePlayed | DuplicateMove | StaleMove:
    """Save a move and its consequences. Raises the same errors as `move_log.append_moves`."""
    return append_and_read_pipelined(move)(connection, now)


def append_and_read_pipelined(
    move: NewMove,
) -> PipelinedTransaction[MovePlayed | DuplicateMove | StaleMove]:
    """Return a transaction that saves a move. It begins with a query of the table."""
    asking = move_log.append_moves_pipelined(move)
    return PipelinedTransaction(
        asking.subject, asking.sql, asking.parameters, partial(_played, move, asking)
    )


def _played(
    move: NewMove,
    asking: PipelinedTransaction[MoveAppended | DuplicateMove | StaleMove],
    connection: Connection,
    now: Millis,
    row: Row | None,
) -> MovePlayed | DuplicateMove | StaleMove:
    answer = asking.then(connection, now, row)
    if not isinstance(answer, MoveAppended):
        return answer
    table = get_known(connection, move.table_id)
    return MovePlayed(table, open_decisions.time_used(connection, move.table_id))
