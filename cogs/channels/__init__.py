"""The thread or channel for a table's messages, and what happens while it is missing."""
