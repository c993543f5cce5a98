"""Moving a table whose channel is gone. Its messages: `data.messages.table_messages`."""

from collections.abc import Callable

from data.core.connection import Connection
from data.core.timestamps import Millis
from data.deadlines import pauses
from data.messages import table_messages
from data.models.deadlines import WHOLE_TABLE
from data.models.tables import TableCounts
from data.tables import search
from data.tables.table import get_known


def relocate(
    connection: Connection,
    now: Millis,
    table_id: int,
    channel_id: int,
    mover: int,
    may_move_in: Callable[[TableCounts], None],
    thread_id: int | None = None,
) -> None:
    """Move a table whose channel is gone into another, and end its pause.

    Args:
        connection: Inside a transaction.
        now: The time of its COMMIT.
        table_id: The table.
        channel_id: Its new channel.
        mover: The Discord id of the member who moves it.
        may_move_in: Receives the counts of that channel. If it raises, the table stays.
        thread_id: An existing thread of the channel. None for the channel itself.
    """
    guild_id = get_known(connection, table_id).guild_id
    may_move_in(search.table_counts(connection, guild_id, channel_id, mover))
    pauses.end(connection, now, table_id, WHOLE_TABLE, "place")
    table_messages.move_table(connection, now, table_id, channel_id, thread_id)
