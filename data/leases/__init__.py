"""Leases: which process serves what, if several processes share one PostgreSQL database.

Table `cluster` has a row for each process, with a heartbeat. Table `lease` names what one process
at a time may do: serve a shard, connect, identify, do the upkeep. A lease is a row and not an
advisory lock, because a row survives a restart of PostgreSQL, can be transferred in one statement,
can be read, and has an epoch that fences off moves of an earlier owner.

No process trusts the clock of another. Each one counts by its own clock how long a heartbeat has
not changed.

rows        a cluster, a lease, and a snapshot of all of them
statements  the queries, one transaction each
ledger      the same for the event loop, on a connection of its own
watch       which processes live, by our own clock
fence       refuses a move if its table's shard is not ours
"""
