"""Everything that is saved, in SQLite or PostgreSQL. No rules of games.

A game is its seed and its log of moves. Deadlines, leaderboards and pending messages are
projections of the log, and can be computed again.

The bot opens `data.database` and calls its `repositories`. A repository lists what the bot can ask.
The SQL is in the package of its subject. Rows leave `data` as classes of `models`. Each package may
import those below it:

    postgres      the backend for PostgreSQL; imported only if an address is configured
    admin         what an operator asks of a database: `./run doctor`, `./run move`
    database      `Database`: opens, closes and backs up; has the repositories
    bootstrap     locks, checks and migrates a database when it is opened
    repositories  what the bot can ask, one transaction for each call
    erasure       export and erasure of a member or a guild, from backups too
    votes         what a table decides, and the effects
    tables        lobbies, seats, the log of moves, results, private tables
    leaderboards  results counted: ratings, records, history
    messages      the messages that show tables: pending, current, stale
    deadlines     open decisions, pauses, reminders
    guilds        settings of Discord servers, and those that removed the bot
    members       who is who, what members have chosen and prepared
    sqlite        the backend for a file: connections, lock, commits, backups
    leases        which process serves which shard, if several share one PostgreSQL database
    migrations    the schema
    models        rows as classes, without SQL
    core          what both backends share

SQL functions take a connection. They run on its thread, in a transaction that their caller begins
and commits. `data.core.connection` says which SQL both engines understand.
"""
