"""Finished games: leaderboards, statistics, records, replays, films and receipts."""
