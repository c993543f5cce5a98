"""Fencing: refuses a move, in its own transaction, if this process has lost the table's shard.

The row of the lease is locked `FOR KEY SHARE` until the COMMIT. A heartbeat does not wait for that
lock, but a transaction that moves the lease does. So a process that slept while another took over
can write nothing.
"""

from functools import partial
from typing import Final

from data.core.connection import Connection, Row
from data.core.pipelining import Precondition, TableFence
from data.errors import NotOwner
from data.leases.models import SHARD_PREFIX, shard_lease_name
from data.leases.shards import OwnedShards

# Lock the table's row first and the lease's second: one order for all moves prevents deadlocks.
HELD: Final = f"""
    SELECT t.guild_id, l.name, l.holder, l.epoch FROM card_table AS t
    JOIN lease AS l ON l.name = '{SHARD_PREFIX}' || ((t.guild_id >> 22) % CAST(:shards AS INTEGER))
    WHERE t.id = :table /*! FOR UPDATE OF t FOR KEY SHARE OF l */"""  # noqa: S608 - ours
SERVER: Final = "SELECT guild_id FROM card_table WHERE id = ? /*! FOR UPDATE */"
NO_SERVER: Final = 0  # guild id of private tables, which belong to no shard


def table_fence(shards: OwnedShards) -> TableFence:
    """Return the fence of a process that owns these shards.

    The fence reads the shards at each transaction. Its precondition locks the table, and locks the
    lease with which this process may write there. The precondition raises `NotOwner` if another
    process owns the shard. Until the guilds are divided, there is no precondition.
    """
    return partial(_precondition, shards)


def _precondition(shards: OwnedShards, table_id: int) -> Precondition | None:
    if shards.owns_everything:
        return None
    facts = {"table": table_id, "shards": shards.shards}
    return Precondition(HELD, facts, partial(_judge, shards, table_id))


def _judge(shards: OwnedShards, table_id: int, connection: Connection, row: Row | None) -> None:
    if row is None:  # That shard was never owned, or there is no such table.
        row = connection.execute(SERVER, (table_id,)).fetchone()
        if row is None or row["guild_id"] == NO_SERVER:
            return
    elif row["guild_id"] == NO_SERVER or _is_ours(shards, row):
        return  # A private table, or a shard of this process.
    raise NotOwner(f"table {table_id} belongs to another cluster by now")


def _is_ours(shards: OwnedShards, row: Row) -> bool:
    shard = shards.shard_of(row["guild_id"])
    ours = (shard_lease_name(shard), shards.holder, shards.epoch(shard) or 0)
    return (row["name"], row["holder"], row["epoch"]) == ours
