"""Tuned weights, one file for each game. No other module of the players depends on the game.

The hard level uses them, and so does the normal level if a game has weights for it. To find new
ones, run `python -m benchmarks.tuning.tune`.
"""
