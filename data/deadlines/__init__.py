"""Deadlines, pauses, holidays and reminders."""
