"""Computer players at work: when they move, and the processes that search for their moves."""
