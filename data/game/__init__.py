"""Tables, lobbies, seats and the log of moves."""
