"""Moves as text, in both directions: notation, typed words, and which moves are legal."""
