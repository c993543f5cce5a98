"""What many deals have found: the hard level's weights, a file of numbers for each game.

`python -m tests.campaigns.tune` finds them; nothing else depends on which game it is.
"""
