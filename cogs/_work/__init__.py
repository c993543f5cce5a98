"""What goes on without a press: timekeeper, computers, pauses, substitutes, votes, services."""
