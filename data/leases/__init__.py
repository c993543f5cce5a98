"""Leases: which process serves what, if several processes share one PostgreSQL database.

Table `cluster` has a row for each process, with a heartbeat. Table `lease` names what one process
at a time may do, such as serve a shard. A lease is a row and not an advisory lock. A row survives a
restart of PostgreSQL, can be transferred in one statement, and can be read. Its epoch fences off
moves of an earlier owner.

No process trusts the clock of another. Each one measures by its own clock how long a heartbeat has
not changed.

    models      rows of both tables, and a snapshot
    queries     the SQL, one transaction each
    repository  the same for the event loop, on a connection of its own
    liveness    which processes live, by our own clock
    shards      which guilds this process owns
    fencing     refuses a move if its table's shard is not ours
"""
