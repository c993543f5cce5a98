"""What happened, in words: events, turns, rounds, labels, typed moves."""
