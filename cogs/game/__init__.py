"""A game in play: its state and move log, its sessions, deadlines and permissions.

`sessions` loads a table, makes moves and commits them. `state` is what it loads. `timekeeper` does
what is due at a given time. Components and commands are in `cogs.table` and `cogs.hand`, the rules
in `engine`, and the database in `data`.
"""
