"""Threads and channels of tables: opens and moves them, and pauses games without a channel."""
