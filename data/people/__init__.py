"""Members and servers: what they chose, what is kept of them, who has left and what goes then."""
