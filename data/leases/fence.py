"""A move is refused where its table's shard is not held any more, in the move's own transaction.

The row of the lease is locked `FOR KEY SHARE` until the COMMIT: a beat or a question does not wait
for that, but whoever moves the lease does (`statements`). So a process that was asleep while
another took over can write nothing at those tables, however late it wakes.
"""

from data.file.errors import NotHeld
from data.file.portion import HeldShards
from data.leases.rows import of_shard
from data.sql.connection import Connection

SERVER = "SELECT guild_id FROM card_table WHERE id = ? /*! FOR UPDATE */"
HELD = "SELECT 1 FROM lease WHERE name = ? AND holder = ? AND epoch = ? /*! FOR KEY SHARE */"
NO_SERVER = 0  # of private tables, which belong to no shard


def check(connection: Connection, portion: HeldShards, table_id: int) -> None:
    """Lock a table, and the lease that lets us write there. Raises `NotHeld`."""
    if portion.is_all:
        return
    row = connection.execute(SERVER, (table_id,)).fetchone()
    if row is None or row["guild_id"] == NO_SERVER:  # whoever is pressed may change those
        return
    shard = portion.shard_of(row["guild_id"])
    lease = (of_shard(shard), portion.holder, portion.epoch(shard) or 0)
    if connection.execute(HELD, lease).fetchone() is None:
        raise NotHeld(f"table {table_id} belongs to another cluster by now")
