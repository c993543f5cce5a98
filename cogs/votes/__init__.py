"""Votes: a question to the table, its message, its buttons and who is notified."""
