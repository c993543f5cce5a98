"""Everything that is saved: SQLite or PostgreSQL, and the SQL for both. No rule of a game.

A game is its seed and its log of moves. Deadlines, leaderboards and pending messages are
projections of the log, and can be computed again.

The bot opens `data.database` and asks its `repositories`. A repository lists the queries and
changes; their SQL is in the package of the subject. Rows leave `data` as classes of `models`. The
packages, each may import those below it:

    postgres      the backend for PostgreSQL; imported only if an address is configured
    admin         what an operator asks of a database: `./run doctor`, `./run move`
    database      `Database`: opens, closes and backs up; has the repositories
    bootstrap     locks, checks and migrates a database at its opening
    repositories  what the bot may ask, one transaction for each call
    erasure       export and erasure of a member or a guild, from backups too
    votes         votes of a table, and their effects
    tables        lobbies, seats, the log of moves, results, private tables
    leaderboards  results counted: ratings, records, history
    messages      the messages that show tables: pending, current, stale
    deadlines     open decisions, pauses, reminders
    guilds        settings of Discord servers, and those that removed the bot
    members       ids and names of members, their preferences and prepared moves
    sqlite        the backend for a file: connections, lock, commits, backups
    leases        which process serves which guilds, if several share one PostgreSQL database
    migrations    the schema
    models        rows as classes, without SQL
    core          what both backends share

SQL functions take a connection, and run on its thread in their caller's transaction.
`data.core.connection` says which SQL both engines understand.
"""
