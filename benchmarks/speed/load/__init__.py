"""One process under load, on real sockets, with SQLite: how many presses a second it carries.

    python -m benchmarks.speed.load [--tables 100] [--rate 100] [--seconds 60]
    python -m benchmarks.speed.load search [--tables 100] [--seconds 20]
    python -m benchmarks.speed.load flood [--tables 100] [--rate 100] [--seconds 30]

The bot is its real process (`tests.fake_discord`). So many tables of two members are played by
their panels, and presses are offered at an even rate, whether those before are answered or not; a
table whose press is not answered yet is passed over, and where all are, the press is counted as
held back: its member still looks at a panel that is not there. Told are

    acknowledged  from the press to the first answer, of any kind
    panel         from the press to the panel that shows what came of it
    CPU           of the process and all its helpers, by press; of this Discord beside it, too
    loop lag      by the bot's own figures: the bound of the step that holds the p99
    memory        of the process, at the beginning, after each minute, and at the end
    lost          moves that a panel has shown and the log has not; doubled: two by one press

`search` raises the rate step by step until a bar is missed, and says which was the highest that
kept both. `flood` offers more than can be served, then less again: what was shed meanwhile, and
after how many seconds all was as it should be.

Discord here needs a part of a core beside the bot. On a machine with both cores busy the figures
say how busy it was, and little of the bot: the load of the machine is told with them.

    tables      two members at a table, and what they press next
    offering    presses at an even rate, and what came of them
    consumed    CPU, memory and the loop's lag of the bot's process
    judging     what the log says of what was shown
    phases      one measurement: the row, a step of the search, the flood and what comes after
"""
