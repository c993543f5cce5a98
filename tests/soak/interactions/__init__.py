"""Thousands of presses over a real socket, through kills and faults, and nobody told a lie.

    python -m tests.soak.interactions --presses 20000 --seed 1

The real process plays on `tests.fake_discord`. Members see what Discord shows them and press that:
at several tables of every game, twice at once now and then, on old messages, on panels they put
away while the press is under way. Meanwhile requests fail before or after they were carried out,
answers are late, the gateway drops, messages are deleted, permissions are taken and given back,
threads locked, and the process is killed with -9 or asked to stop and started again. All of it
follows the seed; how it interleaves does not.

Now and then everything rests, faults end, and the judge compares what was told with the database:

1.  nobody was told an error about a press whose move is in the log;
2.  every move that anybody was shown is in the log, also after -9, and no entry ever changes;
3.  within seconds each table has one live message, at the newest entry, each player to act
    was notified once, and a panel opened now shows the newest state;
4.  the process's log has no traceback, and the process has ended only when it was made to;
5.  no press is left without an answer, or at "thinking…".

The exit status is 0 if all five held.

    request_faults       faults of requests, by the seed
    faults               faults of the process, the gateway, messages and permissions
    public               what everybody can see: live tables, lobbies, who was called
    player               a member who plays
    table_members        members who meet at a table: opened, filled, started
    judge                what must hold, from the database and the journal
    forbidden_sentences  the sentences that must not be told about a move that counted
"""
