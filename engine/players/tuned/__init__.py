"""Tuned weights, one file for each game.

The hard level uses them, and the normal level where a game has weights of its own. `python -m
benchmarks.tuning.tune` finds them. Only here does a player depend on the game.
"""
