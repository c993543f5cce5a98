"""What goes on without a press: clock, computers, pauses, substitutes, votes, services."""
