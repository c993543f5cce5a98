"""Members: ids and names, preferences, and everything they have prepared at a table."""
