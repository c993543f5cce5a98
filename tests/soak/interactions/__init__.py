"""Thousands of presses over a real socket, through kills and faults: no answer is wrong.

    python -m tests.soak.interactions --presses 20000 --seed 1

The real process plays on `tests.fake_discord`. Members press what Discord shows them, at several
tables of every game. They sometimes press twice at once, press old messages, or dismiss a panel
during the press. Meanwhile requests fail before or after Discord has executed them, answers are
late, and the gateway drops. Messages are deleted, permissions change, threads are locked, and the
process is killed or stopped, and restarted. The seed determines all of this, except the
interleaving.

At intervals all activity stops, faults end, and the judge compares all answers with the database:

1.  no press whose move is in the log was answered with an error;
2.  every move that was shown is in the log, even after a kill, and no entry ever changes;
3.  within seconds each table has one live message, at the newest entry, each player to act
    was notified once, and a panel opened now shows the newest state;
4.  the process's log has no traceback, and the process ended only when a test ended it;
5.  no press is without an answer, or shows "thinking…" for ever.

The exit status is 0 if all five held.

    request_faults       faults of requests, by the seed
    faults               faults of the process, the gateway, messages and permissions
    public               public messages: live tables, lobbies, notifications
    player               a member who plays
    table_members        members who meet at a table: opened, filled, started
    judge                the checks, from the database and the journal
    forbidden_sentences  the sentences that must not be told about a move that counted
"""
