"""One process under load, on real sockets, with SQLite: the presses per second that it serves.

    python -m benchmarks.speed.load [--tables 100] [--rate 100] [--seconds 60]
    python -m benchmarks.speed.load search [--tables 100] [--seconds 20]
    python -m benchmarks.speed.load flood [--tables 100] [--rate 100] [--seconds 30]
    python -m benchmarks.speed.load row --drawing-processes 0 1 --rounds 3
    python -m benchmarks.speed.load row --rate 20 --probe

The bot runs as its real process (`tests.fake_discord`). Tables of two members are played in their
panels. Presses are offered at a fixed rate, whether earlier ones are answered or not. A table with
an unanswered press is skipped. If every table has one, the press counts as held back, because the
member would still see the old panel. The report has

    acknowledged  time from the press to the first answer of any kind
    panel         time from the press to the panel with its result
    CPU           per press, of the process and its helpers, and of the fake Discord
    loop lag      by the bot's own metrics: the upper bound of the bucket with the p99
    memory        of the process and its helpers at the start, after each minute, and at the end;
                  at the end also with the pages of files counted once, which the processes share
    lost          moves that a panel showed and the log lacks; doubled: two moves by one press

`search` raises the rate step by step until a bar is missed, and reports the highest rate that kept
both bars. `flood` offers more than can be served, then less again. It reports how many presses were
rejected, and how many seconds the bot needed to recover.

The fake Discord needs part of a core itself. If both cores are busy, the figures say more about the
machine than about the bot; the report therefore includes the machine's load.

    tables        two members at a table, and their next press
    arrival_rate  presses at a fixed rate, and their results
    resource_usage  CPU, memory and loop lag of the bot's process
    checks        comparison of the panels with the log
    launcher      the bot's process, with pictures drawn by a given number of processes
    probe         what holds up the event loop
    phases        one measurement: the row, a step of the search, the flood and the recovery
"""
