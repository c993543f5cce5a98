"""What many deals have found: a file of numbers for each game.

They are the hard level's weights, and those of the normal level where a game has its own.

`python -m benchmarks.tuning.tune` finds them; nothing else depends on which game it is.
"""
