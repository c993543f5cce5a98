"""A game in play: its state, the move log, load, act and commit, its clock and its rights."""
