"""Tuned weights, one file for each game. Only here does a player depend on the game.

The hard level uses them, and the normal level where a game has weights of its own. To find new
ones, run `python -m benchmarks.tuning.tune`.
"""
