"""Lobbies: tables before their start, with seats, house rules and presets.

The message of a game that has started is in `cogs.table`; limits on the number of tables are in
`cogs.game.permissions`.
"""
