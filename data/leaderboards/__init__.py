"""Leaderboards: ratings, pages, records and history, computed from game results."""
