"""The thread or channel of a table's messages, and what happens while it is missing."""
