"""Several processes in the place of one: which of them serves which shard, and how one follows.

Only where the database is PostgreSQL. Each process, a *cluster*, has a *place* among so many and
looks after the shards of that place; what nobody looks after goes to another. A server belongs to
one shard, so each of its tables has one process that writes.

    places     a cluster's place, and its name, which says whom it follows
    duties     what is to be done now, by what everybody can read: no I/O, no clock
    keeper     does it, over and over: beats, takes, hands over
    presses    whose press it is: served, kept for a moment, or another's
    windows    identifying in Discord's windows, across processes
    budget     a process's share of the requests that Discord allows a bot
"""
