"""Tuned weights, one file for each game. No other module of the players depends on the game.

The hard level uses these weights. The normal level uses its own if a game has any. To find new
ones, run `python -m benchmarks.tuning.tune`.
"""
