"""Leaderboards: ratings, pages, records and history, computed from the results of games."""
