"""The store: what a card room must still know after the machine is switched off.

Here live SQLite and everything said to it. A game is its seed and its log of moves; the rest
(the repaint list, deadlines, the ladder) are projections of that log and can be made again.
No rule of any card game lives here, no row, cursor or line of SQL leaves.

Start reading at `store.Store`, the only door. Behind it:

    rows          the values that go in and come out
    errors        what may go wrong, each worded for the person who must mend it
    lock          one process per database file
    connection    how a connection is opened, and running a function on its thread
    walreset      why SQLite's WAL-reset bug cannot reach us
    migrations    the schema, as an append-only list of functions; `schema` has the first
    memory        ladders, statistics and people: the other half of `store.Store`
    timekeeping   clocks, pauses, reminders and limits: its third part
    writer        the one task that writes: units of work, many to a commit
    reader        consistent read-only looks
    tables seats lobbies log chain        tables before, during and after play
    contributions agreements              what members add to a shuffle, and agree on
    results fold ladder boards            finished games, the ladders folded from them, pages
    messages panels settings              what Discord shows
    waits holds deadlines preferences     open decisions, pauses, what is due, members' wishes
    histories fame                        looking back: profiles, finished games, records
    keeping                               what is kept and let go: the third part of the door
    people privacy servers                who is who; telling and forgetting; servers that left
    checkup                               looking a file over, for the operator
    archive backups                       finished games packed away; copies of the file

Every function below `store` takes a plain `sqlite3` connection and runs on that connection's
own thread, inside a transaction somebody else opened: it neither begins nor commits.
"""
