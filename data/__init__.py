"""The store: what a card room must still know after the machine is switched off.

Here live SQLite and PostgreSQL, and everything said to them. A game is its seed and its log of
moves; the rest (the repaint list, deadlines, the ladder) are projections of that log and can be
made again.
No rule of any card game lives here, no row, cursor or line of SQL leaves.

Start reading at `store.Store`, the only door. It is composed of small stores, one for each
thing that is asked about: `lobby_ids`, `tables`, `messages`, `deadlines`, `votes`, `leaderboards`,
`members`. Behind them, the top floor first:

    upkeep      what an operator asks of a database: how it is, and to be moved elsewhere
    opening     taking, checking and upgrading it, of either kind; whether a release can play on
    stores      these: what may be asked of the rows, one transaction for each call
    forgetting  what is kept of a member: shown, handed out, deleted
    consent     votes, seats that change hands, what hosts and moderators have done
    learning    private tables, for lessons and practice
    game        lobbies, the log of moves, results, the archive, what Discord shows of a table
    ladders     results folded into ladders; profiles, histories, records
    time        open decisions, pauses, what is due
    people      who is who, what members and servers have chosen, servers that left
    leases      who serves what where several processes share one PostgreSQL
    postgres    what `file` is, on a PostgreSQL server; imported where one is asked for
    file        locking, migrating, writing, reading and backing up the file
    schema      what the tables of the file are
    sql         what SQLite and PostgreSQL have in common

Every function below `stores` takes a connection and runs on that connection's own thread, inside
a transaction somebody else opened: it neither begins nor commits. What it says, SQLite and
PostgreSQL both understand: `data.core.connection`.
"""
