"""Members and servers: what they chose, what is kept of them, forgetting."""
