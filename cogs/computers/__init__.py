"""Computer players: when they move, and the processes that search for their moves.

Not here: their names and levels (`cogs.game.computer_players`), and how a move is chosen
(`engine.players`).
"""
