"""Canasta melds: which cards may lie together, what is open, what opens, what is complete."""
