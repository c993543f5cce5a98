"""Moves as text, in both directions: notation, typed words, and the legal moves."""
