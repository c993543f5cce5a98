"""What is kept of a game."""
