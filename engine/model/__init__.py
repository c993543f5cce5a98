"""What a game is made of: cards, moves, events, table, view, rules."""
