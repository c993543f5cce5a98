"""Lobbies: tables before the game starts, with their seats, house rules and presets.

Not here: the message of a game that has started (`cogs.table`), and the limits on the number of
tables (`cogs.game.permissions`).
"""
