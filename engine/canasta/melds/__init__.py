"""Melds of canasta: what may lie together, what is open, what opens, what they are worth."""
