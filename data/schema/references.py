"""Indexes on what points to members and blocks, so that one is let go without a walk: v. 25."""

from typing import Final

from data.sql.connection import Connection

# Partial where few rows have a value: both engines use such an index for who points to a row.
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
    # no foreign key, for it is Discord's number; who is forgotten is looked for by it
    "CREATE INDEX table_host ON card_table (host_id)",
)


def make(connection: Connection) -> None:
    """Make them."""
    for index in INDEXES:
        connection.execute(index)
