"""Votes on seats and games, and their effects."""
