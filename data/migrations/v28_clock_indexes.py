"""Schema version 28: adds indexes for a poll of the timer loop.

Each holds only rows with work to do, so that a poll costs the same with many tables as with few.
"""

from typing import Final

from data.core.connection import Connection

INDEXES: Final = (
    """CREATE INDEX table_untimed ON card_table (id)
       WHERE status = 'playing' AND deadline IS NULL AND purpose = 'play'""",
    "CREATE INDEX table_idle ON card_table (pace, updated) WHERE status = 'lobby'",
    "CREATE INDEX asked_untold ON asked (at, table_id) WHERE told = 0 AND answer = ''",
    """CREATE INDEX server_choice_unscheduled ON server_choice (guild_id)
       WHERE month = 1 AND month_due IS NULL""",
)


def make(connection: Connection) -> None:
    """Create the indexes."""
    for index in INDEXES:
        connection.execute(index)
