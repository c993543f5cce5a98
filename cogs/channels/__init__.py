"""Threads and channels of tables: opening and moving them, and pausing games without one."""
