"""Finished games: leaderboards, statistics, records, replays and receipts."""
