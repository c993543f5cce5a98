"""Members: who they are, what they have chosen, and what they prepared at a table."""
