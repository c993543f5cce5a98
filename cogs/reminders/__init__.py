"""Notifying a member that a table waits: reminders, digests, nudges."""
