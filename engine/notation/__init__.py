"""Moves as text, both ways, and what of them can be said in words."""
