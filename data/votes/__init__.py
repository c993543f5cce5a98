"""Votes about seats and games, and their effects."""
