"""Computer players at work: when they move, and the processes that search for their moves.

Not here: their names and levels as players of seats (`cogs.game.computer_players`), and how a move
is chosen (`engine.players`).
"""
