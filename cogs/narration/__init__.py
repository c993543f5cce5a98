"""Events, moves and tables in words."""
