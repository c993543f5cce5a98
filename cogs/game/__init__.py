"""A game in play: its state and move log, its sessions, deadlines and permissions.

`sessions` loads a table, makes moves and commits them; `state` is what it loads. `timekeeper` does
what time makes due. Not here: components and commands (`cogs.table`, `cogs.hand`), the rules
(`engine`), and the database (`data`).
"""
