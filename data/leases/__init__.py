"""Who serves what where several processes share one PostgreSQL: clusters, and what they hold.

A *cluster* is a process; it shows that it lives by a beat of its row. A *lease* names what one
cluster at a time may do: a shard, a place among the clusters, an identify, the upkeep. Rows and
not advisory locks, for four reasons: a row outlives a restart of PostgreSQL, after which whoever
held a lease goes on; it can be handed over from one to another in one statement; it has an
*epoch*, by which a move of a holder from before is refused in its own transaction; and it can be
read, by us and by whoever runs the bot.

Nobody's clock is asked: whoever watches counts by their own how long a beat has not changed.

    rows        a cluster, a lease, and what was seen of all of them at once
    statements  what is asked and done, one transaction each
    ledger      the same from the event loop, on a connection of its own, which comes back by itself
    watch       who lives, by the watcher's own clock
    fence       a move is refused where its table's shard is not held
"""
