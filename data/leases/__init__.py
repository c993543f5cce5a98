"""Leases: which process serves what, if several processes share one PostgreSQL database.

Table `cluster` has a row for each process, with a heartbeat. A row of table `lease` is a right that
one process at a time has, such as serving a shard. A lease is a row and not an advisory lock. A row
survives a restart of PostgreSQL. It can be transferred in one statement, and other processes can
read it. Because a lease has an epoch, the database can refuse moves of an earlier owner.

No process trusts the clock of another. Each one measures by its own clock how long a heartbeat has
not changed.

    models      rows of both tables, and a snapshot
    queries     the SQL, one transaction for each function
    repository  these functions for the event loop, on a separate connection
    liveness    detects dead processes, by this process's own clock
    shards      the guilds that this process owns
    fencing     refuses a move if its table's shard is not ours
"""
