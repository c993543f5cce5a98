"""Schema version 25: adds indexes on foreign keys.

Deleting a member or block then scans no table.
"""

from typing import Final

from data.core.connection import Connection

# Partial where few rows have a value: both engines use such an index for the check of a DELETE.
INDEXES: Final = (
    "CREATE INDEX seat_driver_owner ON seat_driver (owner_id) WHERE owner_id IS NOT NULL",
    "CREATE INDEX vote_asker ON vote (asker_id) WHERE asker_id IS NOT NULL",
    "CREATE INDEX vote_owner ON vote (owner_id) WHERE owner_id IS NOT NULL",
    "CREATE INDEX vote_candidate ON vote (candidate_id) WHERE candidate_id IS NOT NULL",
    "CREATE INDEX ballot_player ON ballot (player_id)",
    "CREATE INDEX holding_player ON holding (player_id)",
    "CREATE INDEX partnership_player_1 ON partnership (player_1)",
    "CREATE INDEX partnership_player_2 ON partnership (player_2)",
    "CREATE INDEX archive_block ON archive (block)",
    # Not a foreign key but a Discord id: erasure looks for the tables of a host.
    "CREATE INDEX table_host ON card_table (host_id)",
)


def make(connection: Connection) -> None:
    """Create the indexes."""
    for index in INDEXES:
        connection.execute(index)
